// The components of a message: rows, buttons, menus, and what layouts are made of. Not for messages around them.

import { h } from "./dom.js";
import { marked } from "./markup.js";
import { emojiElement, gallery, thumbnail, veiled } from "./pictures.js";
import { busy, select, ticks } from "./select.js";
import { say } from "./words.js";

const BUTTONS = { 1: "primary", 2: "quiet", 3: "good", 4: "danger", 5: "link" };
const LINK = 5;

// One component; `context` is the page's, see messages.js.
export function componentElement(component, message, context) {
  const draw = DRAWN[component.type];
  return draw ? draw(component, message, context) : null;
}

const DRAWN = {
  1: (row, message, context) => h("div", { class: "row" }, inside(row, message, context)),
  2: buttonElement,
  3: menuElement,
  5: menuElement,
  6: menuElement,
  7: menuElement,
  8: menuElement,
  9: sectionElement,
  10: (text, _, context) => h("div", { class: "text" }, marked(text.content, context.names)),
  11: (picture) => thumbnail(picture.media, picture.description, picture.spoiler),
  12: (pictures) => gallery(pictures.items),
  13: fileElement,
  14: (line) => h("div", { class: `separator${line.divider === false ? "" : " ruled"}${line.spacing === 2 ? " wide" : ""}`, role: line.divider === false ? undefined : "separator" }),
  17: containerElement,
};

function inside(component, message, context) {
  return (component.components || []).map((part) => componentElement(part, message, context));
}

function containerElement(container, message, context) {
  const element = arranged(h("div", { class: "container" }), inside(container, message, context));
  if (typeof container.accent_color === "number") element.style.setProperty("--accent", colour(container.accent_color));
  return container.spoiler ? veiled(element) : element;
}

export function colour(number) {
  return `#${number.toString(16).padStart(6, "0")}`;
}

// The parts in their order; where there is room, words and buttons stand beside a large picture instead of around it.
export function arranged(element, parts) {
  const drawn = parts.filter(Boolean);
  const pictures = drawn.filter((part) => part.classList.contains("gallery"));
  element.append(...drawn);
  if (pictures.length !== 1 || drawn.length < 2 || pictures[0].dataset.large === undefined) return element;
  element.classList.add("split");
  element.style.setProperty("--rows", String(drawn.length - 1));
  element.style.setProperty("--ratio", pictures[0].style.getPropertyValue("--ratio"));
  return element;
}

function sectionElement(section, message, context) {
  const words = h("div", { class: "said" }, inside(section, message, context));
  return h("div", { class: "section" }, words, componentElement(section.accessory, message, context));
}

function fileElement(file) {
  const link = h("a", { class: "file", href: file.file.url, download: file.name }, `⇩ ${file.name}`);
  return file.spoiler ? veiled(link) : link;
}

// ---- what is pressed

function buttonElement(button, message, context) {
  const face = [button.emoji ? emojiElement(button.emoji, !button.label) : null, button.label ? h("span", {}, button.label) : null];
  if (button.style === LINK) return h("a", { class: "button link", href: button.url, target: "_blank", rel: "noreferrer" }, face);
  const press = (event) => busy(event.currentTarget, () => context.press(message, button.custom_id, []));
  return h("button", { type: "button", class: `button ${BUTTONS[button.style] || "quiet"}`, "data-key": button.custom_id, disabled: button.disabled, onclick: press }, face);
}

// What a menu offers that Discord itself fills: people, channels; the bot says which of them are chosen.
function entities(component, context) {
  const chosen = new Set((component.default_values || []).map((one) => one.id));
  return context.entities(component.type).map((one) => ({ ...one, default: chosen.has(one.value) }));
}

function menuElement(component, message, context) {
  const options = component.options || entities(component, context);
  const label = component.placeholder || say("choose");
  const menu = { id: `m${message.id}-${component.id}`, key: component.custom_id, label, options, disabled: component.disabled, optional: component.min_values === 0 };
  const press = (chosen) => context.press(message, component.custom_id, chosen);
  if (!component.options) return select({ ...menu, least: component.min_values, most: component.max_values }, press);
  if (component.max_values > 1) return ticks(menu, component.min_values, component.max_values, press);
  return select(menu, press);
}
