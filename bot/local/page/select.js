// A menu of the bot: a button that opens a list of choices, with pictures and second lines. Nothing is chosen until
// somebody says so: arrows open the list and move in it, Enter chooses, Escape leaves all as it was.
// Not for the command box (menu.js), and not for what a choice does: the message tells the bot.

import { h, plain } from "./dom.js";
import { emojiElement } from "./pictures.js";
import { say } from "./words.js";

const SHEET = "(max-width: 760px)"; // on a phone the list comes up from below, its place is the style's business
const GAP = 4;
const LEAST = 180; // pixels that a list needs to be opened downwards

// `menu` has: id, key, label, options, disabled, optional, least, most; `choose(values)` gives a promise.
export function select(menu, choose) {
  if (menu.most > 1) return several(menu, choose);
  const chosen = menu.options.find((option) => option.default);
  const list = h(
    "div",
    { class: "options", id: menu.id, role: "listbox", popover: "auto", "aria-label": menu.label, onkeydown: key, ontoggle: toggled, onclick: (event) => pick(event, choose) },
    menu.options.map((option) => row(option, option === chosen)),
  );
  const button = h(
    "button",
    { type: "button", class: "opener", popovertarget: menu.id, disabled: menu.disabled, role: "combobox", "aria-haspopup": "listbox", "aria-expanded": "false", "aria-controls": menu.id, "aria-label": menu.label, onkeydown: openWithArrows },
    h("span", { class: chosen ? "shown" : "shown placeholder" }, chosen ? face(chosen) : menu.label),
  );
  return h("div", { class: "select", "data-key": menu.key, "data-optional": menu.optional }, button, list);
}

function face(option) {
  return [option.emoji ? emojiElement(option.emoji, false) : null, h("span", {}, option.label)];
}

function row(option, chosen) {
  return h(
    "div",
    { class: "option", role: "option", tabindex: "-1", "data-key": option.value, "data-value": option.value, "aria-selected": String(chosen) },
    option.emoji ? emojiElement(option.emoji, false) : null,
    h("span", { class: "words" }, h("span", { class: "name" }, option.label), option.description ? h("span", { class: "hint" }, option.description) : null),
  );
}

// ---- opening

function openWithArrows(event) {
  if (!["ArrowDown", "ArrowUp"].includes(event.key)) return;
  event.preventDefault();
  const list = event.currentTarget.parentElement.querySelector(".options");
  if (!list.matches(":popover-open")) list.showPopover();
  enter(list); // at once: the next key is for the list already
}

function enter(list) {
  if (!list.contains(document.activeElement)) (list.querySelector("[aria-selected=true]") || list.querySelector(".option"))?.focus();
}

function toggled(event) {
  const list = event.currentTarget;
  const open = event.newState === "open";
  const button = list.parentElement?.querySelector(".opener");
  button?.setAttribute("aria-expanded", String(open));
  if (!open) return;
  place(list, button);
  enter(list);
}

function place(list, button) {
  list.style.cssText = "";
  if (matchMedia(SHEET).matches) return;
  const box = button.getBoundingClientRect();
  const below = innerHeight - box.bottom - 2 * GAP;
  const above = box.top - 2 * GAP;
  const down = below >= Math.min(list.scrollHeight, LEAST) || below >= above;
  list.style.left = `${box.left}px`;
  list.style.minWidth = `${box.width}px`;
  list.style.maxWidth = `${innerWidth - box.left - 2 * GAP}px`;
  list.style.maxHeight = `${Math.min(down ? below : above, 420)}px`;
  if (down) list.style.top = `${box.bottom + GAP}px`;
  else list.style.bottom = `${innerHeight - box.top + GAP}px`;
}

// ---- choosing

function key(event) {
  const list = event.currentTarget;
  const rows = [...list.querySelectorAll(".option")];
  const at = rows.indexOf(document.activeElement);
  const goes = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: rows.length - 1, PageDown: at + 8, PageUp: at - 8 };
  if (event.key in goes) rows[Math.max(0, Math.min(goes[event.key], rows.length - 1))]?.focus();
  else if (event.key === "Enter" || event.key === " ") document.activeElement.click();
  else if (event.key === "Tab") return list.hidePopover();
  else if (event.key.length === 1 && !event.ctrlKey && !event.metaKey) letter(rows, at, event.key);
  else return;
  event.preventDefault();
}

// The next row that begins with a letter.
function letter(rows, at, typed) {
  const begins = (one) => plain(one.querySelector(".name").textContent).startsWith(plain(typed));
  [...rows.slice(at + 1), ...rows.slice(0, at + 1)].find(begins)?.focus();
}

async function pick(event, choose) {
  const list = event.currentTarget;
  const option = event.target.closest(".option");
  if (!option) return;
  const root = list.parentElement;
  const button = root.querySelector(".opener");
  list.hidePopover();
  button.focus({ preventScroll: true });
  button.querySelector(".shown").replaceChildren(option.querySelector(".name").textContent);
  const cleared = root.dataset.optional !== undefined && option.getAttribute("aria-selected") === "true";
  await busy(root, () => choose(cleared ? [] : [option.dataset.value]));
}

// What was pressed waits for the bot's answer, and is not pressed twice.
export async function busy(element, work) {
  if (element.getAttribute("aria-busy") === "true") return;
  element.setAttribute("aria-busy", "true");
  try {
    await work();
  } finally {
    element.removeAttribute("aria-busy");
  }
}

// ---- choosing several: each press adds one or takes it away, and what is chosen counts when the list closes

function several(menu, choose) {
  const chosen = menu.options.filter((option) => option.default);
  const before = chosen.map((option) => option.value);
  const closed = (event) => {
    toggled(event);
    if (event.newState === "closed") finish(event.currentTarget, menu, before, choose);
  };
  const list = h(
    "div",
    { class: "options", id: menu.id, role: "listbox", "aria-multiselectable": "true", popover: "auto", "aria-label": menu.label, onkeydown: key, ontoggle: closed, onclick: (event) => turn(event, menu.most) },
    menu.options.map((option) => row(option, option.default)),
  );
  const button = h(
    "button",
    { type: "button", class: "opener", popovertarget: menu.id, disabled: menu.disabled, role: "combobox", "aria-haspopup": "listbox", "aria-expanded": "false", "aria-controls": menu.id, "aria-label": menu.label, onkeydown: openWithArrows },
    h("span", { class: chosen.length ? "shown" : "shown placeholder" }, chosen.length ? names(chosen.map((option) => option.label)) : menu.label),
  );
  return h("div", { class: "select", "data-key": menu.key }, button, list);
}

function names(labels) {
  return labels.join(", ");
}

function marked(list) {
  return [...list.querySelectorAll(".option[aria-selected=true]")];
}

function turn(event, most) {
  const option = event.target.closest(".option");
  if (!option) return;
  const on = option.getAttribute("aria-selected") !== "true";
  if (on && marked(event.currentTarget).length >= most) return;
  option.setAttribute("aria-selected", String(on));
}

async function finish(list, menu, before, choose) {
  const rows = marked(list);
  const values = rows.map((one) => one.dataset.value);
  const same = values.length === before.length && values.every((value) => before.includes(value));
  if (same || values.length < menu.least || !list.isConnected) return;
  const root = list.parentElement;
  root.querySelector(".shown").replaceChildren(rows.length ? names(rows.map((one) => one.querySelector(".name").textContent)) : menu.label);
  await busy(root, () => choose(values));
}

// A menu of which several may be chosen: boxes to tick, and a button.
export function ticks(menu, least, most, choose) {
  const boxes = menu.options.map((option) => h("input", { type: "checkbox", value: option.value, checked: option.default }));
  const chosen = (group) => [...group.querySelectorAll("input")].filter((box) => box.checked).map((box) => box.value);
  const check = (group) => {
    const count = chosen(group).length;
    group.querySelector(".button").disabled = count < least || count > most;
  };
  const confirm = h("button", { type: "button", class: "button primary", onclick: (event) => busy(event.currentTarget, () => choose(chosen(event.currentTarget.closest("fieldset")))) }, say("confirm"));
  const group = h(
    "fieldset",
    { class: "many", "data-key": menu.key, disabled: menu.disabled, onchange: (event) => check(event.currentTarget) },
    h("legend", {}, menu.label),
    menu.options.map((option, place) => h("label", { "data-key": option.value }, boxes[place], face(option), option.description ? h("span", { class: "hint" }, option.description) : null)),
    confirm,
  );
  check(group);
  return group;
}
