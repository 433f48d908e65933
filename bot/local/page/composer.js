// The command box: a slash opens the menu of commands, a chosen command asks for its options one by one.
// Not for sending: the app is handed a command or a message.

import { h, plain } from "./dom.js";
import { Menu } from "./menu.js";
import { complaint } from "./server.js";
import { localised, say } from "./words.js";

const PAUSE_MS = 90;
const KEPT = "kontor-line"; // where a line is kept that was not sent yet, should the page be loaded anew
const [BOOLEAN, USER, CHANNEL] = [5, 6, 7];

export class Composer {
  // `actions` has: command(words, values), complete(words, values, focused), say(text), entities(type).
  constructor(root, actions) {
    this.root = root;
    this.actions = actions;
    this.commands = [];
    this.menu = new Menu();
    this.problem = h("p", { class: "problem", role: "alert" });
    this.form = h("form", { autocomplete: "off", onsubmit: (event) => this.submit(event) });
    root.replaceChildren(this.menu.element, this.problem, this.form);
    this.reset(sessionStorage.getItem(KEPT) || "");
  }

  know(commands) {
    this.commands = commands.flatMap((command) => flat(command, [], []));
    if (!this.command && this.input?.value.startsWith("/")) this.offer();
  }

  // ---- a free line

  reset(text = "", focus = false) {
    clearTimeout(this.timer);
    this.latest = null;
    this.command = null;
    this.fields = [];
    this.menu.hide();
    this.complain("");
    this.input = h("input", { id: "line", class: "line", placeholder: say("write"), "aria-label": say("write"), ...box(), oninput: () => this.offer(), onkeydown: (event) => this.key(event), onblur: () => this.menu.hide() });
    this.input.value = text;
    this.keep();
    this.form.replaceChildren(this.input, h("button", { type: "submit", class: "button primary send" }, say("say")));
    if (focus) this.input.focus();
  }

  // In another place or language: what was typed stays, a half-filled command does not fit any more.
  renew() {
    this.reset(this.command ? "" : this.input.value, this.form.contains(document.activeElement));
    this.menu.hide();
  }

  named(words) {
    return this.commands.find((command) => command.words.join(" ") === words);
  }

  keep() {
    sessionStorage.setItem(KEPT, this.command ? "" : this.input.value);
  }

  offer() {
    this.keep();
    this.complain("");
    const typed = this.input.value;
    if (!typed.startsWith("/")) return this.menu.hide();
    const wanted = plain(typed.slice(1)).split(/\s+/).filter(Boolean);
    const fits = (command) => {
      const words = [...plain(command.shown).split(" "), ...command.words.map(plain)];
      return wanted.every((part) => words.some((word) => word.includes(part)));
    };
    const found = this.commands.filter(fits).sort((a, b) => rank(a, typed) - rank(b, typed));
    this.menu.show(found.map((command) => ({ label: `/${command.shown}`, hint: command.about, command })), (item) => this.begin(item.command), this.input);
  }

  key(event) {
    if (event.key === "Escape") this.menu.hide();
    else this.menu.key(event);
  }

  // ---- a command

  begin(command) {
    this.command = command;
    this.menu.hide();
    const name = h("span", { class: "command" }, `/${command.shown}`);
    this.slots = h("div", { class: "slots" }, name);
    this.more = h("div", { class: "more" });
    const cancel = h("button", { type: "button", class: "plain cancel", title: say("cancel"), "aria-label": say("cancel"), onclick: () => this.reset("", true) }, "×");
    this.form.replaceChildren(this.slots, cancel, h("button", { type: "submit", class: "button primary send" }, say("run")), this.more);
    this.fields = [];
    for (const option of command.options) if (option.required) this.addField(option);
    this.listMore();
    (this.fields[0]?.input || this.form.querySelector(".send")).focus();
  }

  listMore() {
    const left = this.command.options.filter((option) => !this.fields.some((field) => field.option === option));
    this.more.replaceChildren(
      ...left.map((option) =>
        h("button", { type: "button", class: "add", title: localised(option, "description"), "aria-label": say("add", { name: localised(option, "name") }), onclick: () => this.addOptional(option) }, `+ ${localised(option, "name")}`),
      ),
    );
  }

  addOptional(option) {
    this.addField(option).input.focus();
    this.listMore();
  }

  addField(option) {
    const name = localised(option, "name");
    const field = { option, value: null };
    field.input = h("input", { id: `option-${option.name}`, placeholder: localised(option, "description"), ...box(), oninput: () => this.typed(field), onfocus: () => this.typed(field), onblur: () => this.leave(field), onkeydown: (event) => this.fieldKey(event, field) });
    const remove = option.required ? null : h("button", { type: "button", class: "plain", "aria-label": say("remove", { name }), onclick: () => this.dropField(field) }, "×");
    field.element = h("div", { class: "slot" }, h("label", { for: field.input.id }, name), field.input, remove);
    this.slots.append(field.element);
    this.fields.push(field);
    return field;
  }

  dropField(field) {
    field.element.remove();
    this.fields = this.fields.filter((one) => one !== field);
    this.listMore();
    (this.fields.at(-1)?.input || this.form.querySelector(".send")).focus();
  }

  fieldKey(event, field) {
    if (event.key === "Escape") {
      if (this.menu.open) this.menu.hide();
      else this.reset("", true);
      event.preventDefault();
    } else if (event.key === "Backspace" && !field.input.value && !event.repeat) {
      event.preventDefault();
      if (field.option.required) this.reset("/", true);
      else this.dropField(field);
    } else this.menu.key(event);
  }

  leave(field) {
    if (document.activeElement !== field.input) this.menu.hide();
  }

  typed(field) {
    this.complain("");
    if (field.value !== null && field.value.label !== field.input.value) field.value = null;
    const known = this.known(field.option);
    if (known) {
      const wanted = plain(field.value ? "" : field.input.value);
      this.list(field, known.filter((item) => plain(item.label).includes(wanted)));
    } else if (field.option.autocomplete) {
      clearTimeout(this.timer);
      this.timer = setTimeout(() => this.complete(field), PAUSE_MS);
    } else this.menu.hide();
  }

  known(option) {
    if (option.choices) return option.choices.map((choice) => ({ label: localised(choice, "name"), value: choice.value }));
    if (option.type === BOOLEAN) return [{ label: say("yes"), value: true }, { label: say("no"), value: false }];
    if (option.type === USER || option.type === CHANNEL) return this.actions.entities(option.type === USER ? 5 : 8);
    return null;
  }

  async complete(field) {
    const request = (this.latest = {});
    const values = { ...this.values(), [field.option.name]: field.value ? "" : field.input.value };
    const answer = await this.actions.complete(this.command.words, values, field.option.name).catch(() => ({ choices: [] }));
    if (request !== this.latest || document.activeElement !== field.input) return;
    this.list(field, answer.choices.map((choice) => ({ label: localised(choice, "name"), value: choice.value })));
  }

  list(field, items) {
    this.menu.show(items, (item) => this.take(field, item), field.input, localised(field.option, "description"));
  }

  take(field, item) {
    field.value = item;
    field.input.value = item.label;
    this.menu.hide();
    const next = this.fields.find((one) => one.option.required && !one.input.value);
    if (next) next.input.focus();
  }

  values() {
    const filled = this.fields.filter((field) => field.value || field.input.value);
    return Object.fromEntries(filled.map((field) => [field.option.name, field.value ? field.value.value : this.meant(field)]));
  }

  // What was typed in full without the list.
  meant(field) {
    const typed = plain(field.input.value);
    const known = this.known(field.option)?.find((item) => plain(item.label) === typed);
    return known ? known.value : field.input.value;
  }

  // ---- sending

  async submit(event) {
    event.preventDefault();
    if (this.command) return this.run();
    const text = this.input.value.trim();
    if (!text) return;
    if (text.startsWith("/")) return this.complain(say("noCommand"));
    const { input } = this;
    if (input.readOnly) return;
    input.readOnly = true; // what is under way is not sent twice, and not lost
    try {
      await this.actions.say(text);
      input.value = "";
      this.keep();
    } catch (error) {
      this.complain(complaint(error));
    } finally {
      input.readOnly = false;
    }
  }

  async run() {
    const missing = this.fields.find((field) => field.option.required && !field.input.value);
    if (missing) {
      missing.input.focus();
      return this.complain(say("required", { name: localised(missing.option, "name") }));
    }
    try {
      await this.actions.command(this.command.words, this.values());
      this.reset("", true);
    } catch (error) {
      this.complain(complaint(error));
    }
  }

  complain(text) {
    this.problem.textContent = text;
  }
}

function box() {
  return { type: "text", role: "combobox", "aria-controls": "menu-list", "aria-expanded": "false", "aria-autocomplete": "list", autocapitalize: "off", spellcheck: "false", enterkeyhint: "send" };
}

// A command and its subcommands as single lines: words for the wire, shown words for the reader.
function flat(definition, words, shown) {
  const path = [...words, definition.name];
  const names = [...shown, localised(definition, "name")];
  const inner = (definition.options || []).filter((option) => option.type <= 2);
  if (inner.length) return inner.flatMap((option) => flat(option, path, names));
  return [{ words: path, shown: names.join(" "), about: localised(definition, "description"), options: definition.options || [] }];
}

function rank(command, typed) {
  return plain(`/${command.shown}`).startsWith(plain(typed).trim()) ? 0 : 1;
}
