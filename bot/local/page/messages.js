// Messages as elements: who, when, words, pictures, components. Not for fetching them: the app hands them over.

import { arranged, colour, componentElement } from "./components.js";
import { h } from "./dom.js";
import { inline, marked } from "./markup.js";
import { film, gallery, thumbnail } from "./pictures.js";
import { language, localised, say } from "./words.js";

const COMMAND = 2;
const EPHEMERAL = 64;
const LOADING = 128;
const V2 = 1 << 15;
const GALLERY = 12;
const GROUP_MS = 7 * 60 * 1000;

// One message. `context` has: me, bot, names, entities(type), press(message, customId, values), dismiss(message),
// follow(channel). Whatever is wrong with a message, the others stay to be seen, and of this one its text.
export function messageElement(message, before, context) {
  try {
    return wholeMessage(message, before, context);
  } catch (fault) {
    console.warn("A message could not be drawn.", message.id, fault);
    return h("article", { class: "message", "data-id": message.id, "data-key": message.id, tabindex: "-1" }, h("div", { class: "body" }, h("p", { class: "raw" }, rawText(message))));
  }
}

// All that is written in a message, wherever it is: in its content, its embeds, its components.
function rawText(part) {
  if (!part || typeof part !== "object") return "";
  const own = ["content", "title", "description", "value", "label"].map((name) => part[name]).filter((text) => typeof text === "string");
  const inside = [part.embeds, part.fields, part.components].filter(Array.isArray).flat().map(rawText);
  return [...own, ...inside].filter(Boolean).join("\n");
}

function wholeMessage(message, before, context) {
  const ephemeral = Boolean(message.flags & EPHEMERAL);
  const joined = joins(message, before);
  const tagged = calls(message, context.me);
  const element = h("article", { class: classes({ message: true, ephemeral, joined, tagged }), "data-id": message.id, "data-key": message.id, "aria-label": message.author.global_name, tabindex: "-1" });
  if (!joined) element.append(avatar(message.author, context), head(message, context));
  element.append(body(message, context));
  if (message.author.id === context.bot && pictured(message.components)) element.append(...[tools(message, context)].filter(Boolean));
  if (ephemeral) element.append(privately(message, context));
  return element;
}

// Whether there is a picture in what is laid out: only then a message may be a board.
function pictured(components) {
  return components.some((one) => one.type === GALLERY || pictured(one.components || []));
}

// What the bot offers in the menu of a message. It closes when one of it is chosen, or the focus goes elsewhere.
function tools(message, context) {
  const offered = context.ofMessages();
  if (!offered.length) return null;
  const close = (event) => event.currentTarget.closest("details").removeAttribute("open");
  const left = (event) => event.currentTarget.contains(event.relatedTarget) || event.currentTarget.removeAttribute("open");
  const choose = (name) => (event) => {
    close(event);
    event.currentTarget.closest("details").querySelector("summary").focus({ preventScroll: true });
    context.menu(message, name);
  };
  const escape = (event) => event.key === "Escape" && close(event);
  return h(
    "details",
    { class: "tools", "data-key": "tools", onfocusout: left, onkeydown: escape },
    h("summary", { "aria-label": say("ofMessage"), title: say("ofMessage") }, "⋯"),
    h("ul", {}, offered.map((one) => h("li", {}, h("button", { type: "button", class: "plain", onclick: choose(one.name) }, localised(one, "name"))))),
  );
}

// Whether the message calls somebody by name.
export function calls(message, person) {
  return message.mentions.some((one) => one.id === person) && message.author.id !== person;
}

function joins(message, before) {
  if (!before || before.author.id !== message.author.id || (before.flags ^ message.flags) & EPHEMERAL) return false;
  return new Date(message.timestamp) - new Date(before.timestamp) < GROUP_MS;
}

function classes(wanted) {
  return Object.keys(wanted).filter((name) => wanted[name]).join(" ");
}

export function avatar(author, context) {
  if (author.id === context.bot) return h("img", { class: "avatar", src: "/page/ship.svg", alt: "", width: 40, height: 40 });
  return h("span", { class: `avatar tint-${context.names.tint(author.id)}`, "aria-hidden": "true" }, author.global_name[0]);
}

function head(message, context) {
  const moment = new Date(message.timestamp);
  const used = message.interaction_metadata?.type === COMMAND && message.command;
  return h(
    "header",
    {},
    used ? h("span", { class: "used" }, say("used", { name: context.names.person(message.interaction_metadata.user.id), command: context.names.called(message.command) })) : null,
    h("span", { class: "author" }, message.author.global_name),
    h("time", { datetime: message.timestamp }, when(moment)),
  );
}

function when(moment) {
  const time = new Intl.DateTimeFormat(language(), { timeStyle: "short" }).format(moment);
  if (moment.toDateString() === new Date().toDateString()) return say("today", { time });
  return new Intl.DateTimeFormat(language(), { dateStyle: "medium", timeStyle: "short" }).format(moment);
}

function body(message, context) {
  if (message.flags & LOADING) return h("div", { class: "body" }, h("p", { class: "thinking" }, say("thinking")));
  const parts = [];
  if (message.content) parts.push(h("div", { class: "text" }, marked(message.content, context.names)));
  if (message.edited_timestamp && message.content && message.author.id === context.me) parts.push(h("span", { class: "edited" }, say("edited")));
  parts.push(...message.embeds.map((embed) => embedElement(embed, context)));
  if (!(message.flags & V2)) parts.push(...attached(message.attachments));
  parts.push(...message.components.map((component) => componentElement(component, message, context)));
  if (message.thread) parts.push(threadLink(message.thread, context));
  return h("div", { class: "body" }, arranged(h("div", { class: "content" }), parts));
}

function privately(message, context) {
  const dismiss = h("button", { type: "button", class: "plain dismiss", onclick: () => context.dismiss(message) }, say("dismiss"));
  return h("footer", {}, h("span", { class: "eye", "aria-hidden": "true" }, "◉"), say("only"), " · ", dismiss);
}

function threadLink(thread, context) {
  return h("button", { type: "button", class: "thread-link", onclick: () => context.follow(thread.id) }, `${thread.name} ›`);
}

// The files of a message that is not laid out: pictures together, then films, then what can only be kept.
function attached(attachments) {
  const of = (kind) => attachments.filter((one) => one.content_type?.startsWith(kind));
  const pictures = of("image/").map((one) => ({ media: one, description: one.description }));
  const files = attachments.filter((one) => !/^(image|video)\//.test(one.content_type || ""));
  return [
    pictures.length ? gallery(pictures) : null,
    ...of("video/").map(film),
    ...files.map((one) => h("a", { class: "file", href: one.url, download: one.filename }, `⇩ ${one.filename}`)),
  ];
}

function embedElement(embed, context) {
  const element = h("section", { class: "embed" });
  if (typeof embed.color === "number") element.style.setProperty("--accent", colour(embed.color));
  if (embed.thumbnail) element.append(thumbnail(embed.thumbnail, embed.thumbnail.description));
  if (embed.author) element.append(h("p", { class: "small" }, embed.author.name));
  if (embed.title) element.append(h("h3", {}, inline(embed.title, context.names)));
  if (embed.description) element.append(...marked(embed.description, context.names));
  if (embed.fields?.length) element.append(h("dl", {}, embed.fields.map((field) => embedField(field, context))));
  if (embed.image) element.append(gallery([{ media: embed.image, description: embed.image.description }]));
  if (embed.footer) element.append(h("p", { class: "small" }, embed.footer.text));
  return element;
}

function embedField(field, context) {
  return h("div", { class: field.inline ? "inline" : "" }, h("dt", {}, inline(field.name, context.names)), h("dd", {}, marked(field.value, context.names)));
}
