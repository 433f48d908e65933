// Pictures, films and emojis in messages, each with its place kept before it arrives. Not for looking closely: zoom.js.

import { h } from "./dom.js";
import { say } from "./words.js";
import { zoom } from "./zoom.js";

const HIGHEST = "min(66dvh, 46rem)";
const ROW_REM = 13; // about as high are pictures that stand side by side
const LARGE = 480; // pixels that pictures are wide together, from which on words may stand beside them

// Pictures side by side where they fit, each whole: `items` have media, description and perhaps spoiler.
export function gallery(items) {
  const shown = items.map((item) => ({ ...item, what: item.description || say("picture") }));
  const pictures = shown.map((item, place) => one(item, () => zoom(shown, place), shown.length > 1));
  const element = h("div", { class: pictures.length > 1 ? "gallery many-pictures" : "gallery" }, pictures);
  const wide = items.reduce((sum, { media }) => sum + (media.width || 0), 0);
  if (wide >= LARGE) {
    const ratio = items.reduce((sum, { media }) => sum + (media.width / media.height || 0), 0);
    element.style.setProperty("--ratio", ratio.toFixed(3));
    element.dataset.large = "";
  }
  return element;
}

export function thumbnail(media, description, spoiler) {
  const item = { media, what: description || say("picture"), spoiler };
  return h("div", { class: "thumbnail" }, one(item, () => zoom([item], 0), false));
}

function one(item, open, several) {
  const { media, what } = item;
  if (media.content_type?.startsWith("video/")) return film({ ...media, description: what });
  const image = h("img", { src: media.url, alt: what, width: media.width, height: media.height, decoding: "async" });
  const button = h("button", { type: "button", class: "picture", "aria-label": say("enlarge", { what }), onclick: open }, image);
  if (several && media.width) {
    const ratio = media.width / media.height;
    button.style.flex = `${ratio.toFixed(3)} 1 ${(ratio * ROW_REM).toFixed(1)}rem`;
    button.style.maxWidth = `${media.width}px`;
    image.style.aspectRatio = `${media.width} / ${media.height}`;
  } else keepPlace(image, media);
  return item.spoiler ? veiled(button) : button;
}

export function film(media) {
  const what = media.description || say("film");
  const video = h("video", { class: "film", src: media.url, title: what, "aria-label": what, controls: true, playsinline: true, preload: "metadata" });
  keepPlace(video, media);
  return video;
}

// As wide as it is, but never higher than most of the screen.
function keepPlace(element, media) {
  if (!media.width) return;
  element.style.aspectRatio = `${media.width} / ${media.height}`;
  element.style.width = `min(${media.width}px, calc(${HIGHEST} * ${(media.width / media.height).toFixed(3)}))`;
}

// Something hidden until it is asked for.
export function veiled(element) {
  const lift = (event) => event.currentTarget.parentElement.setAttribute("data-own-shown", "");
  const cover = h("button", { type: "button", class: "cover", onclick: lift }, say("spoiler"));
  return h("div", { class: "veiled" }, element, cover);
}

// An emoji of the application as a small picture; its name where the picture cannot be had, a letter stays a letter.
export function emojiElement(emoji, alone = true) {
  if (!emoji.id) return emoji.name || "";
  const name = `:${emoji.name}:`;
  const missing = (event) => event.currentTarget.replaceWith(name);
  return h("img", { class: "emoji", src: `/cdn/emojis/${emoji.id}.png`, alt: alone ? name : "", title: name, width: 22, height: 22, onerror: missing });
}
