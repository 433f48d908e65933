// Messages as elements: author, text, pictures, components. Not for fetching them: the app hands them over.

import { h } from "./dom.js";
import { enlarge } from "./dialogs.js";
import { inline, marked } from "./markup.js";
import { language, say } from "./words.js";

const COMMAND = 2;
const EPHEMERAL = 64;
const LOADING = 128;
const V2 = 1 << 15;
const GROUP_MS = 7 * 60 * 1000;
const HIGHEST = "min(66vh, 46rem)";
const BUTTONS = { 1: "primary", 2: "quiet", 3: "good", 4: "danger", 5: "link" };

// One message. `context` has: me, bot, names, press(message, customId, values), dismiss(message), follow(channel).
// Whatever is wrong with a message, the others stay to be seen, and of this one its text.
export function messageElement(message, before, context) {
  try {
    return wholeMessage(message, before, context);
  } catch (fault) {
    console.warn("A message could not be drawn.", message.id, fault);
    return h("article", { class: "message", "data-id": message.id }, h("div", { class: "body" }, h("p", { class: "raw" }, rawText(message))));
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
  const tagged = message.mentions.some((one) => one.id === context.me) && message.author.id !== context.me;
  const element = h("article", { class: classes({ message: true, ephemeral, joined, tagged }), "data-id": message.id, "aria-label": message.author.global_name });
  if (!joined) element.append(avatar(message.author, context), head(message, context));
  element.append(h("div", { class: "body" }, body(message, context)));
  if (ephemeral) element.append(privately(message, context));
  return element;
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
    used ? h("span", { class: "used" }, say("used", { name: context.names.person(message.interaction_metadata.user.id), command: `/${message.command}` })) : null,
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
  if (message.flags & LOADING) return [h("p", { class: "thinking" }, say("thinking"))];
  const parts = [];
  if (message.content) parts.push(h("div", { class: "text" }, marked(message.content, context.names)));
  if (message.edited_timestamp && message.content && message.author.id === context.me) parts.push(h("span", { class: "edited" }, say("edited")));
  parts.push(...message.embeds.map((embed) => embedElement(embed, context)));
  if (!(message.flags & V2)) parts.push(...message.attachments.map(attachmentElement));
  parts.push(...message.components.map((component) => componentElement(component, message, context)));
  if (message.thread) parts.push(threadLink(message.thread, context));
  return parts;
}

function privately(message, context) {
  const dismiss = h("button", { type: "button", class: "plain", onclick: () => context.dismiss(message) }, say("dismiss"));
  return h("footer", {}, h("span", { class: "eye", "aria-hidden": "true" }, "◉"), say("only"), " · ", dismiss);
}

function threadLink(thread, context) {
  return h("button", { type: "button", class: "thread-link", onclick: () => context.follow(thread.id) }, `${thread.name} ›`);
}

// ---- pictures

function attachmentElement(attachment) {
  if (attachment.content_type?.startsWith("image/")) return picture(attachment, attachment.description);
  if (attachment.content_type?.startsWith("video/")) return film(attachment);
  return h("a", { class: "file", href: attachment.url, download: attachment.filename }, `⇩ ${attachment.filename}`);
}

function picture(media, description) {
  const what = description || say("picture");
  const image = h("img", { src: media.url, alt: what, width: media.width, height: media.height, decoding: "async" });
  keepPlace(image, media);
  return h("button", { type: "button", class: "picture", "aria-label": say("enlarge", { what }), onclick: () => enlarge(media.url, what) }, image);
}

function film(media) {
  const what = media.description || say("film");
  const video = h("video", { class: "film", src: media.url, title: what, "aria-label": what, controls: true, playsinline: true, preload: "metadata" });
  keepPlace(video, media);
  return video;
}

// The place is kept before the picture arrives: as wide as it is, but never higher than most of the screen.
function keepPlace(element, media) {
  if (!media.width) return;
  element.style.aspectRatio = `${media.width} / ${media.height}`;
  element.style.width = `min(${media.width}px, calc(${HIGHEST} * ${(media.width / media.height).toFixed(3)}))`;
}

function embedElement(embed, context) {
  const element = h("section", { class: "embed" });
  if (embed.color) element.style.borderInlineStartColor = `#${embed.color.toString(16).padStart(6, "0")}`;
  if (embed.author) element.append(h("p", { class: "small" }, embed.author.name));
  if (embed.title) element.append(h("h3", {}, inline(embed.title, context.names)));
  if (embed.description) element.append(...marked(embed.description, context.names));
  if (embed.fields?.length) element.append(h("dl", {}, embed.fields.map((field) => embedField(field, context))));
  if (embed.image) element.append(picture(embed.image, embed.image.description));
  if (embed.footer) element.append(h("p", { class: "small" }, embed.footer.text));
  return element;
}

function embedField(field, context) {
  return h("div", { class: field.inline ? "inline" : "" }, h("dt", {}, inline(field.name, context.names)), h("dd", {}, marked(field.value, context.names)));
}

// ---- components

function componentElement(component, message, context) {
  const inside = (parts) => (parts || []).map((part) => componentElement(part, message, context));
  switch (component.type) {
    case 1:
      return h("div", { class: "row" }, inside(component.components));
    case 2:
      return buttonElement(component, message, context);
    case 3:
    case 5:
    case 7:
    case 8:
      return selectElement(component, message, context);
    case 9:
      return h("div", { class: "section" }, h("div", {}, inside(component.components)), componentElement(component.accessory, message, context));
    case 10:
      return h("div", { class: "text" }, marked(component.content, context.names));
    case 11:
      return h("div", { class: "thumbnail" }, picture(component.media, component.description));
    case 12:
      return h("div", { class: "gallery" }, component.items.map((item) => picture(item.media, item.description)));
    case 13:
      return h("a", { class: "file", href: component.file.url, download: component.name }, `⇩ ${component.name}`);
    case 14:
      return component.divider === false ? h("div", { class: "gap" }) : h("hr");
    case 17: {
      const container = h("div", { class: "container" }, inside(component.components));
      if (component.accent_color) container.style.borderInlineStartColor = `#${component.accent_color.toString(16).padStart(6, "0")}`;
      return container;
    }
  }
  return null;
}

function buttonElement(component, message, context) {
  const label = [component.emoji?.name, component.label].filter(Boolean).join(" ");
  if (component.style === 5) return h("a", { class: "button link", href: component.url, target: "_blank", rel: "noreferrer" }, label);
  const press = () => busy(button, () => context.press(message, component.custom_id, []));
  const button = h("button", { type: "button", class: `button ${BUTTONS[component.style]}`, disabled: component.disabled, onclick: press }, label);
  return button;
}

// A pressed button waits for the bot's answer; the message is usually drawn anew by then.
async function busy(element, work) {
  element.setAttribute("aria-busy", "true");
  try {
    await work();
  } finally {
    element.removeAttribute("aria-busy");
  }
}

function selectElement(component, message, context) {
  const options = component.options || context.entities(component.type);
  if (component.max_values > 1) return manySelect(component, options, message, context);
  const label = component.placeholder || say("choose");
  const chosen = options.find((option) => option.default);
  const change = () => select.value && busy(select, () => context.press(message, component.custom_id, [select.value]));
  const select = h(
    "select",
    { "aria-label": label, disabled: component.disabled, onchange: change },
    h("option", { value: "", selected: !chosen, disabled: component.min_values > 0 }, label),
    options.map((option) => h("option", { value: option.value, selected: option === chosen }, optionText(option))),
  );
  return select;
}

function optionText(option) {
  return [option.emoji?.name, option.label, option.description ? `— ${option.description}` : ""].filter(Boolean).join(" ");
}

function manySelect(component, options, message, context) {
  const boxes = options.map((option) => h("input", { type: "checkbox", value: option.value, checked: option.default }));
  const chosen = () => boxes.filter((box) => box.checked).map((box) => box.value);
  const check = () => {
    confirm.disabled = chosen().length < component.min_values || chosen().length > component.max_values;
  };
  const confirm = h("button", { type: "button", class: "button primary", onclick: () => busy(confirm, () => context.press(message, component.custom_id, chosen())) }, say("confirm"));
  const group = h(
    "fieldset",
    { class: "many", disabled: component.disabled, onchange: check },
    h("legend", {}, component.placeholder || say("choose")),
    options.map((option, place) => h("label", {}, boxes[place], optionText(option))),
    confirm,
  );
  check();
  return group;
}
