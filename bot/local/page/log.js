// The list of messages: kept in place while it changes, and where the eye is led when somebody has pressed something.
// Not for how a message looks (messages.js), and not for what is asked of the server (app.js).

import { byId, h } from "./dom.js";
import { calls, messageElement } from "./messages.js";
import { patch, patchChildren } from "./patch.js";
import { say } from "./words.js";

const NEAR = 120; // pixels from the end within which the log follows what is new
const MARGIN = 8;
const OWN_SCROLLING = ["wheel", "touchmove"];
const KEYS = ["PageUp", "PageDown", "Home", "End", "ArrowUp", "ArrowDown"];

export class Log {
  // `context` is the page's; `actions` has: older(), empty() for what stands in a place without messages.
  constructor(context, actions) {
    this.context = context;
    this.actions = actions;
    this.root = byId("log");
    this.list = byId("list");
    this.start = byId("start");
    this.messages = new Map();
    this.more = false;
    this.following = true;
    this.held = null; // the number of the message that is being used: it is not scrolled away
    this.news = [];
    this.pill = h("button", { type: "button", class: "pill", hidden: true, onclick: () => this.toNews() });
    byId("main").append(this.pill);
    this.listen();
  }

  listen() {
    this.root.addEventListener("scroll", () => this.scrolled());
    for (const name of OWN_SCROLLING) this.root.addEventListener(name, () => this.release(), { passive: true });
    this.root.addEventListener("pointerdown", (event) => event.target === this.root && this.release());
    this.root.addEventListener("keydown", (event) => event.target === this.root && KEYS.includes(event.key) && this.release());
    // What has the focus is being used, too.
    this.list.addEventListener("focusin", (event) => (this.held = event.target.closest("[data-id]")?.dataset.id ?? this.held));
    const observer = new ResizeObserver(() => this.steady());
    observer.observe(this.list);
    observer.observe(this.root);
  }

  // ---- what is in it

  // Another place: its messages, from their end.
  show(messages, more) {
    this.messages = new Map(messages.map((one) => [one.id, one]));
    this.more = more;
    this.release();
    this.news = [];
    this.list.replaceChildren();
    this.draw();
    if (this.messages.size) this.toEnd();
    else this.root.scrollTop = 0;
  }

  // Something in front of the messages, which go on behind it.
  cover(element) {
    patchChildren(this.start, [element]);
    this.start.hidden = false;
    this.list.hidden = true;
    this.root.scrollTop = 0;
  }

  uncover() {
    this.start.replaceChildren();
    this.start.hidden = true;
    this.list.hidden = false;
  }

  get covered() {
    return !this.start.hidden;
  }

  // The same place after a while without news: what has changed meanwhile.
  renew(messages, more) {
    this.messages = new Map(messages.map((one) => [one.id, one]));
    this.more = more;
    this.draw();
    this.steady();
  }

  // Everything once more, in another language or with other names; what is the same stays as it is.
  draw() {
    const list = [...this.messages.values()].sort((a, b) => (BigInt(a.id) < BigInt(b.id) ? -1 : 1));
    this.messages = new Map(list.map((one) => [one.id, one]));
    const rows = list.map((message, place) => messageElement(message, list[place - 1], this.context));
    if (this.more) rows.unshift(h("button", { type: "button", class: "older", "data-key": "older", onclick: () => this.actions.older() }, say("older")));
    if (!list.length) rows.push(this.actions.empty());
    patchChildren(this.list, rows.filter(Boolean));
    this.drawPill();
  }

  addOlder(messages, more) {
    const kept = this.root.scrollHeight - this.root.scrollTop;
    for (const message of messages) this.messages.set(message.id, message);
    this.more = more;
    this.release();
    this.draw();
    this.following = false;
    this.root.scrollTop = this.root.scrollHeight - kept;
  }

  // A new message, or one that has changed.
  put(message) {
    const latest = [...this.messages.keys()].at(-1);
    const known = this.messages.has(message.id);
    this.messages.set(message.id, message);
    if (!known && (latest === undefined || BigInt(message.id) < BigInt(latest))) this.draw();
    else if (known) this.redraw(message);
    else this.list.append(messageElement(message, this.messages.get(latest), this.context));
    if (!known) this.news.push(message.id);
    this.steady();
  }

  redraw(message) {
    const old = this.element(message.id);
    if (!old) return;
    const list = [...this.messages.values()];
    const focused = old.contains(document.activeElement) ? document.activeElement : null;
    const now = patch(old, messageElement(message, list[list.indexOf(message) - 1], this.context));
    if (focused && !focused.isConnected) this.focusControls(now);
  }

  remove(id) {
    if (!this.messages.delete(id)) return;
    const element = this.element(id);
    const focused = element?.contains(document.activeElement);
    if (this.held === id) this.release();
    this.draw(); // the message behind it may need its author now
    if (focused) this.root.focus({ preventScroll: true });
    this.steady();
  }

  element(id) {
    return this.list.querySelector(`[data-id="${id}"]`);
  }

  // ---- where the eye is led

  // To the answer of a press. The focus goes with it if it was on what was pressed, or is nowhere.
  lead(id, { from = null, focus = false } = {}) {
    const element = this.element(id);
    if (!element) return;
    this.held = id;
    this.reveal(element, { end: from === id });
    if (focus && from !== id && !element.contains(document.activeElement)) element.focus({ preventScroll: true });
    element.classList.remove("led");
    void element.offsetWidth; // so that the same message can be lit again
    element.classList.add("led");
    element.addEventListener("animationend", () => element.classList.remove("led"), { once: true });
    this.news = this.news.filter((one) => one !== id);
    this.steady();
  }

  // The next tab goes to the first control; a second Enter by mistake does nothing.
  focusControls(element) {
    const control = element.querySelector(".row button:not(:disabled), .row a, fieldset input:not(:disabled)");
    const target = control?.closest(".row, fieldset") || element;
    target.setAttribute("tabindex", "-1");
    target.focus({ preventScroll: true });
  }

  span(element) {
    const top = element.getBoundingClientRect().top - this.root.getBoundingClientRect().top + this.root.scrollTop;
    return { top: top - MARGIN, bottom: top + element.offsetHeight + MARGIN - this.root.clientHeight };
  }

  // Scrolls no more than is needed. Of what is higher than the window its beginning is shown, or its end.
  reveal(element, { end = false } = {}) {
    const { top, bottom } = this.span(element);
    if (bottom > top) this.root.scrollTop = end ? bottom : top;
    else if (this.root.scrollTop > top) this.root.scrollTop = top;
    else if (this.root.scrollTop < bottom) this.root.scrollTop = bottom;
  }

  // After anything has grown: what is held stays in sight, as much as possible of what is new comes into it.
  steady() {
    if (this.covered) return;
    const element = this.held && this.element(this.held);
    const wasFollowing = this.following;
    if (element) {
      const { top, bottom } = this.span(element);
      if (bottom <= top && wasFollowing) this.root.scrollTop = top; // or the end, if that comes first
      else if (bottom <= top) this.root.scrollTop = Math.min(Math.max(this.root.scrollTop, bottom), top);
      this.following = wasFollowing;
    } else if (wasFollowing && this.messages.size) this.toEnd();
    this.drawPill();
  }

  release() {
    this.held = null;
  }

  toEnd() {
    this.following = true;
    this.root.scrollTop = this.root.scrollHeight;
  }

  toNewest() {
    this.release();
    this.uncover();
    this.toEnd();
  }

  get atEnd() {
    return this.root.scrollHeight - this.root.scrollTop - this.root.clientHeight < NEAR;
  }

  scrolled() {
    if (!this.held) this.following = this.atEnd;
    if (this.atEnd) this.news = [];
    this.drawPill();
  }

  // ---- what is new below

  toNews() {
    const first = this.news.find((id) => this.element(id));
    this.release();
    if (first) this.reveal(this.element(first));
    this.element(first)?.focus({ preventScroll: true });
    this.news = [];
    this.following = this.atEnd;
    this.drawPill();
  }

  drawPill() {
    const below = this.root.getBoundingClientRect().bottom - NEAR / 2;
    this.news = this.news.filter((id) => (this.element(id)?.getBoundingClientRect().top ?? -1) > below);
    const called = this.news.some((id) => calls(this.messages.get(id), this.context.me));
    this.pill.hidden = !this.news.length;
    this.pill.textContent = `${called ? say("newForYou") : say("newBelow", { count: this.news.length })} ↓`;
  }
}
