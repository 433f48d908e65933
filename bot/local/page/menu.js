// The list above the command box: choices to move through with the arrow keys. Not for where they come from.

import { h } from "./dom.js";
import { say } from "./words.js";

export class Menu {
  constructor() {
    this.element = h("ul", { class: "menu", role: "listbox", id: "menu-list", hidden: true });
    this.items = [];
    this.rows = [];
    this.at = -1;
    this.choose = () => {};
  }

  // Items have `label`, `hint` and `value`; `input` is told which one is active.
  show(items, choose, input, caption = "") {
    this.items = items;
    this.choose = choose;
    this.input = input;
    this.rows = items.map((item, place) => this.row(item, place));
    this.element.replaceChildren(...this.rows);
    if (caption) this.element.prepend(h("li", { class: "caption", role: "presentation" }, caption));
    if (!items.length) this.element.append(h("li", { class: "none", role: "presentation" }, say("nothingFound")));
    this.element.hidden = false;
    input.setAttribute("aria-expanded", "true");
    this.move(items.length ? 0 : -1);
  }

  hide() {
    this.element.hidden = true;
    this.element.replaceChildren();
    this.items = [];
    this.at = -1;
    this.input?.setAttribute("aria-expanded", "false");
    this.input?.removeAttribute("aria-activedescendant");
  }

  get open() {
    return !this.element.hidden && this.items.length > 0;
  }

  row(item, place) {
    const pick = (event) => {
      event.preventDefault(); // the input keeps the focus
      this.pick(place);
    };
    return h("li", { role: "option", id: `menu-${place}`, onmousedown: pick }, h("span", { class: "name" }, item.label), item.hint ? h("span", { class: "hint" }, item.hint) : null);
  }

  move(place) {
    this.element.querySelector("[aria-selected=true]")?.removeAttribute("aria-selected");
    this.at = place;
    const row = this.rows[place];
    if (place < 0 || !row) return;
    row.setAttribute("aria-selected", "true");
    if (place) row.scrollIntoView({ block: "nearest" });
    else this.element.scrollTop = 0;
    this.input.setAttribute("aria-activedescendant", row.id);
  }

  pick(place) {
    const item = this.items[place];
    if (item) this.choose(item);
  }

  // Whether the key was for the list.
  key(event) {
    if (!this.open) return false;
    const count = this.items.length;
    if (event.key === "ArrowDown") this.move((this.at + 1) % count);
    else if (event.key === "ArrowUp") this.move((this.at - 1 + count) % count);
    else if ((event.key === "Enter" && !event.isComposing) || (event.key === "Tab" && !event.shiftKey)) this.pick(this.at);
    else return false;
    event.preventDefault();
    return true;
  }
}
