// A picture looked at closely, at its full resolution: pinch, wheel, drag, double tap, keys and buttons.
// Not for pictures in messages: pictures.js.

import { h } from "./dom.js";
import { say } from "./words.js";

const STEP = 1.4;
const CLOSEST = 6; // screen pixels for a pixel of the picture
const TAP_MS = 320;
const TAP_PIXELS = 24;
const ARROW = 90; // pixels that an arrow key moves

// Opens the view on one of the pictures; each has media and what it shows.
export function zoom(pictures, place = 0) {
  const view = new View(pictures, place);
  document.body.append(view.dialog);
  view.dialog.showModal();
  view.show(place);
}

class View {
  constructor(pictures) {
    this.pictures = pictures;
    this.fingers = new Map();
    this.tapped = { at: -Infinity, x: 0, y: 0 };
    this.image = h("img", { draggable: "false", onload: () => this.fit() });
    const spot = { onpointerdown: (e) => this.down(e), onpointermove: (e) => this.move(e), onpointerup: (e) => this.up(e), onpointercancel: (e) => this.up(e), onwheel: (e) => this.wheel(e) };
    this.stage = h("div", { class: "stage", ...spot }, this.image);
    this.scaled = h("output", { class: "scaled" });
    this.dialog = h("dialog", { class: "zoom", onkeydown: (e) => this.key(e), onclose: () => this.closed() }, this.stage, this.tools());
    this.watch = new ResizeObserver(() => this.fit());
    this.watch.observe(this.stage);
  }

  tools() {
    const tool = (name, sign, work) => h("button", { type: "button", class: `tool ${name}`, "aria-label": say(name), title: say(name), onclick: work }, sign);
    const more = this.pictures.length > 1;
    return [
      tool("close", "×", () => this.dialog.close()),
      h(
        "div",
        { class: "zoom-tools", role: "toolbar", "aria-label": say("zoomTools") },
        more ? tool("before", "‹", () => this.show(this.place - 1)) : null,
        tool("smaller", "−", () => this.closer(1 / STEP)),
        this.scaled,
        tool("larger", "+", () => this.closer(STEP)),
        tool("whole", "⤢", () => this.fit()),
        more ? tool("after", "›", () => this.show(this.place + 1)) : null,
      ),
      h("p", { class: "hint" }, say(matchMedia("(pointer: coarse)").matches ? "zoomByTouch" : "zoomByKeys")),
    ];
  }

  show(place) {
    this.place = (place + this.pictures.length) % this.pictures.length;
    const { media, what } = this.pictures[this.place];
    this.natural = { width: media.width || 0, height: media.height || 0 };
    this.image.alt = what;
    this.image.src = media.url;
    this.dialog.setAttribute("aria-label", what);
    this.fit();
  }

  closed() {
    this.watch.disconnect();
    this.dialog.remove();
  }

  // ---- where the picture is

  // The whole picture, as large as the screen allows.
  fit() {
    const { width, height } = this.natural.width ? this.natural : { width: this.image.naturalWidth, height: this.image.naturalHeight };
    if (!width || !this.stage.clientWidth) return;
    this.size = { width, height };
    this.least = Math.min(this.stage.clientWidth / width, this.stage.clientHeight / height);
    this.scale = this.least;
    this.x = (this.stage.clientWidth - width * this.scale) / 2;
    this.y = (this.stage.clientHeight - height * this.scale) / 2;
    this.draw();
  }

  // So much closer; the point of the stage stays where it is, its middle if none is named.
  closer(factor, x = this.stage.clientWidth / 2, y = this.stage.clientHeight / 2) {
    const scale = Math.min(Math.max(this.scale * factor, this.least), Math.max(CLOSEST / devicePixelRatio, this.least));
    this.x = x - ((x - this.x) * scale) / this.scale;
    this.y = y - ((y - this.y) * scale) / this.scale;
    this.scale = scale;
    this.draw();
  }

  draw() {
    this.x = inside(this.x, this.size.width * this.scale, this.stage.clientWidth);
    this.y = inside(this.y, this.size.height * this.scale, this.stage.clientHeight);
    this.image.style.width = `${this.size.width * this.scale}px`;
    this.image.style.transform = `translate(${this.x}px, ${this.y}px)`;
    this.stage.classList.toggle("closer", this.scale > this.least * 1.01);
    this.dialog.dataset.scale = this.scale.toFixed(4);
    this.scaled.textContent = `${Math.round(this.scale * devicePixelRatio * 100)} %`;
  }

  // ---- fingers and mouse

  at(event) {
    const box = this.stage.getBoundingClientRect();
    return { x: event.clientX - box.left, y: event.clientY - box.top };
  }

  down(event) {
    this.stage.setPointerCapture(event.pointerId);
    this.fingers.set(event.pointerId, this.at(event));
    this.moved = this.fingers.size > 1;
  }

  move(event) {
    const before = this.fingers.get(event.pointerId);
    if (!before || !this.size) return;
    const now = this.at(event);
    const others = [...this.fingers].filter(([id]) => id !== event.pointerId).map(([, point]) => point);
    this.fingers.set(event.pointerId, now);
    if (Math.hypot(now.x - before.x, now.y - before.y) > 2) this.moved = true;
    if (others.length === 1) this.pinch(others[0], before, now);
    else {
      this.x += now.x - before.x;
      this.y += now.y - before.y;
      this.draw();
    }
  }

  // One finger rests, the other moves: what lies between them stays between them.
  pinch(rests, before, now) {
    const apart = (point) => Math.max(Math.hypot(point.x - rests.x, point.y - rests.y), 1);
    const middle = { x: (rests.x + now.x) / 2, y: (rests.y + now.y) / 2 };
    this.x += (now.x - before.x) / 2;
    this.y += (now.y - before.y) / 2;
    this.closer(apart(now) / apart(before), middle.x, middle.y);
  }

  up(event) {
    if (!this.fingers.delete(event.pointerId) || this.fingers.size || this.moved || event.type === "pointercancel") return;
    this.tap(this.at(event));
  }

  // Twice in the same place: closer, or back to the whole. Once beside the picture: close.
  tap(point) {
    const now = performance.now();
    const near = Math.hypot(point.x - this.tapped.x, point.y - this.tapped.y) < TAP_PIXELS;
    const twice = near && now - this.tapped.at < TAP_MS;
    this.tapped = { ...point, at: twice ? -Infinity : now };
    if (twice && this.scale > this.least * 1.01) this.fit();
    else if (twice) this.closer(Math.max(1 / this.scale, 2.5), point.x, point.y);
    else if (!this.covers(point)) this.dialog.close();
  }

  covers({ x, y }) {
    return x >= this.x && y >= this.y && x <= this.x + this.size.width * this.scale && y <= this.y + this.size.height * this.scale;
  }

  wheel(event) {
    event.preventDefault();
    const { x, y } = this.at(event);
    this.closer(Math.exp(-event.deltaY * (event.ctrlKey ? 0.01 : 0.0016)), x, y);
  }

  // ---- keys; Escape is the dialog's own

  key(event) {
    const shift = { ArrowLeft: [ARROW, 0], ArrowRight: [-ARROW, 0], ArrowUp: [0, ARROW], ArrowDown: [0, -ARROW] }[event.key];
    if (shift) {
      this.x += shift[0];
      this.y += shift[1];
      this.draw();
    } else if (event.key === "+" || event.key === "=") this.closer(STEP);
    else if (event.key === "-") this.closer(1 / STEP);
    else if (event.key === "0" || event.key === "Home") this.fit();
    else if (event.key === "PageDown") this.show(this.place + 1);
    else if (event.key === "PageUp") this.show(this.place - 1);
    else return;
    event.preventDefault();
  }
}

// In the middle while it is smaller than its frame; else its edges stay outside or on the frame's.
function inside(start, length, frame) {
  if (length <= frame) return (frame - length) / 2;
  return Math.min(0, Math.max(start, frame - length));
}
