// The page: what is known, what is shown, and what happens when somebody presses something.
// Not for how a single thing looks: the modules beside this one do that.

import { Composer } from "./composer.js";
import { modal } from "./dialogs.js";
import { byId, h } from "./dom.js";
import { messageElement } from "./messages.js";
import { News, Refusal, look, people, wish } from "./server.js";
import { sidebar } from "./sidebar.js";
import { welcome } from "./welcome.js";
import { LOCALES, language, say, speak } from "./words.js";

const NEAR = 120; // pixels from the end within which the log follows what is new

class House {
  constructor() {
    this.me = null;
    this.bot = null;
    this.ready = false;
    this.people = [];
    this.channels = new Map();
    this.unread = {};
    this.starts = [];
    this.place = null;
    this.messages = new Map();
    this.more = false;
    this.theme = localStorage.getItem("kontor-theme") || "system";
  }

  tint(person) {
    return Math.max(this.people.findIndex((one) => one.id === person), 0) % 6;
  }
}

const house = new House();
const waiting = new Map(); // interactions that the bot has not answered yet, by number
const names = {
  person: (id) => (id === house.bot ? "Kontor" : house.people.find((one) => one.id === id)?.name || "?"),
  command: (words) => mentioned(words),
  channel: (id) => h("button", { type: "button", class: "mention", onclick: () => go(id) }, `#${house.channels.get(id)?.name || "?"}`),
  message: (channel, id) => h("button", { type: "button", class: "mention", onclick: () => goTo(channel, id) }, `#${house.channels.get(channel)?.name || "?"} › ✉`),
  tint: (id) => house.tint(id),
};
const context = {
  names,
  get me() { return house.me; },
  get bot() { return house.bot; },
  press: (message, customId, chosen) => wished("component", { channel: message.channel_id, message: message.id, custom_id: customId, chosen }),
  dismiss: (message) => wished("dismiss", { channel: message.channel_id, message: message.id }),
  follow: (channel) => go(channel),
  entities,
};

// ---- wishes

function wished(what, fields) {
  const full = { person: house.me, channel: house.place, locale: LOCALES[language()], ...fields };
  return wish(what, full)
    .then((answer) => (answer.interaction && what !== "complete" ? answered(answer.interaction) : answer))
    .catch((error) => {
      if (["component", "dismiss", "start", "read"].includes(what)) toast(error instanceof Refusal ? error.message : say("away"));
      else throw error;
    });
}

// Resolves when the bot has answered, or three seconds have passed without an answer.
function answered(number) {
  return new Promise((resolve) => {
    const early = waiting.get(number);
    if (early === "done") {
      waiting.delete(number);
      resolve();
    } else waiting.set(number, resolve);
  });
}

function settle(number) {
  const resolve = waiting.get(number);
  if (typeof resolve === "function") {
    waiting.delete(number);
    resolve();
  } else waiting.set(number, "done"); // the news was quicker than the reply
}

function entities(type) {
  if (type === 8) return [...house.channels.values()].filter((one) => one.type !== 1).map((one) => ({ label: `#${one.name}`, value: one.id }));
  return house.people.map((one) => ({ label: one.name, value: one.id }));
}

const composer = new Composer(byId("composer"), {
  command: (words, values) => wished("command", { words, values }),
  complete: (words, values, focused) => wished("complete", { words, values, focused }),
  say: (content) => wished("say", { content }),
  entities,
});

// ---- news

const HEARD = {
  state(news) {
    Object.assign(house, { me: news.me, bot: news.bot, ready: news.ready, people: news.people, unread: news.unread, starts: news.starts });
    house.channels = new Map(news.channels.map((one) => [one.id, one]));
    const first = news.channels.find((one) => one.type === 0)?.id;
    const kept = [house.place, localStorage.getItem("kontor-place")].find((id) => house.channels.has(id));
    go(kept || first);
  },
  ready(news) {
    house.ready = news.ready;
    status();
    if (!house.messages.size) drawLog();
  },
  message(news) {
    const { message } = news;
    const channel = house.channels.get(message.channel_id);
    if (channel) channel.unread = news.unread;
    if (message.channel_id === house.place) put(message);
    drawSidebar();
  },
  gone(news) {
    if (news.channel === house.place && house.messages.delete(news.message)) drawLog();
  },
  channel(news) {
    house.channels.set(news.channel.id, news.channel);
    drawSidebar();
  },
  channel_gone(news) {
    house.channels.delete(news.channel);
    if (house.place === news.channel) go([...house.channels.keys()][0]);
    drawSidebar();
  },
  commands: () => learn(),
  unread(news) {
    house.unread = news.unread;
    drawSidebar();
  },
  answered(news) {
    settle(news.interaction);
    if (news.modal) modal(news.modal, entities, (values) => wished("modal", { interaction: news.interaction, values }));
  },
  unanswered(news) {
    settle(news.interaction);
    toast(say("silent"));
  },
};

const news = new News(
  (event) => HEARD[event.event](event),
  () => status(say("away")),
);

// ---- going somewhere

async function go(channel) {
  if (!house.channels.has(channel)) return;
  house.place = channel;
  localStorage.setItem("kontor-place", channel);
  drawer(false);
  composer.reset();
  drawSidebar();
  status();
  const found = await look("messages", { person: house.me, channel });
  if (house.place !== channel) return;
  house.messages = new Map(found.messages.map((one) => [one.id, one]));
  house.more = found.more;
  drawLog();
  if (house.messages.size) toEnd();
  else byId("log").scrollTop = 0;
  read();
  learn();
}

// To a message that a link names; one that is not among the latest is not looked for.
async function goTo(channel, message) {
  if (house.place !== channel) await go(channel);
  document.querySelector(`[data-id="${message}"]`)?.scrollIntoView({ block: "center" });
}

// A command that a text names, in the reader's language; pressing it begins the command.
function mentioned(words) {
  const begin = () => composer.named(words) && composer.begin(composer.named(words));
  return h("button", { type: "button", class: "mention", "data-command": words, onclick: begin }, called(words));
}

function called(words) {
  return `/${composer.named(words)?.shown ?? words}`;
}

async function learn() {
  composer.know(await look("commands", { person: house.me, channel: house.place }));
  for (const mention of document.querySelectorAll("[data-command]")) mention.textContent = called(mention.dataset.command);
}

function read() {
  const channel = house.channels.get(house.place);
  if (!channel?.unread || document.hidden) return;
  channel.unread = 0;
  wished("read", {});
  drawSidebar();
}

function become(person) {
  localStorage.setItem("kontor-person", person);
  house.messages = new Map();
  news.open(person);
}

// ---- drawing

function drawSidebar() {
  sidebar(house, { go, become, colours, speak: change });
}

function put(message) {
  const known = house.messages.has(message.id);
  house.messages.set(message.id, message);
  if (known && redraw(message)) return;
  drawLog();
  read();
}

// Draws one message anew in its place; the focus stays on the same control of it.
function redraw(message) {
  const old = byId("log").querySelector(`[data-id="${message.id}"]`);
  if (!old) return false;
  const list = [...house.messages.values()];
  const before = list[list.findIndex((one) => one.id === message.id) - 1];
  const controls = (element) => [...element.querySelectorAll("button, select, a")];
  const focused = controls(old).indexOf(document.activeElement);
  const fresh = messageElement(message, before, context);
  old.replaceWith(fresh);
  if (focused >= 0) controls(fresh)[Math.min(focused, controls(fresh).length - 1)]?.focus();
  return true;
}

function drawLog() {
  const list = [...house.messages.values()].sort((a, b) => (BigInt(a.id) < BigInt(b.id) ? -1 : 1));
  house.messages = new Map(list.map((one) => [one.id, one]));
  const rows = list.map((message, place) => messageElement(message, list[place - 1], context));
  if (house.more) rows.unshift(h("button", { type: "button", class: "older", onclick: older }, say("older")));
  const channel = house.channels.get(house.place);
  if (!list.length && channel) rows.push(channel.type === 0 ? greeting() : h("p", { class: "empty" }, channel.type === 1 ? say("emptyDirect") : ""));
  byId("list").replaceChildren(...rows);
}

function greeting() {
  return welcome(house.starts, house.ready, async (key) => {
    const answer = await wished("start", { start: key });
    if (answer?.channel) go(answer.channel);
  });
}

async function older() {
  const [first] = house.messages.keys();
  const found = await look("messages", { person: house.me, channel: house.place, before: first });
  for (const message of found.messages) house.messages.set(message.id, message);
  house.more = found.more;
  drawLog();
}

function status(text) {
  const channel = house.channels.get(house.place);
  const parent = channel && house.channels.get(channel.parent);
  const name = channel?.type === 1 ? "Kontor" : channel?.name || "";
  byId("place").textContent = parent ? `${parent.name} › ${name}` : channel?.type === 0 ? `# ${name}` : name;
  document.title = `${name} · Kontor`;
  byId("status").textContent = text || (house.ready ? "" : say("starting"));
}

function toast(text) {
  document.querySelector(".toast")?.remove();
  const note = h("p", { class: "toast", role: "alert" }, text);
  byId("main").append(note);
  setTimeout(() => note.remove(), 6000);
}

// The log stays at its end while it grows, unless somebody has scrolled up to read.
let following = true;

function toEnd() {
  const log = byId("log");
  following = true;
  log.scrollTop = log.scrollHeight;
}

function follow() {
  const log = byId("log");
  log.addEventListener("scroll", () => {
    following = log.scrollHeight - log.scrollTop - log.clientHeight < NEAR;
  });
  const observer = new ResizeObserver(() => following && house.messages.size && toEnd());
  observer.observe(byId("list"));
  observer.observe(log);
}

// ---- preferences

function colours(theme) {
  house.theme = theme;
  localStorage.setItem("kontor-theme", theme);
  if (theme === "system") delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
}

function change(code) {
  localStorage.setItem("kontor-language", code);
  speak(code);
  label();
  composer.reset();
  drawSidebar();
  drawLog();
  status();
  learn();
  byId("language").focus();
}

function label() {
  byId("skip").textContent = say("skip");
  byId("menu").setAttribute("aria-label", say("menu"));
  byId("menu").textContent = "☰";
}

function drawer(open) {
  document.body.classList.toggle("drawer", open);
  byId("menu").setAttribute("aria-expanded", String(open));
}

function listen() {
  byId("menu").addEventListener("click", () => drawer(!document.body.classList.contains("drawer")));
  byId("veil").addEventListener("click", () => drawer(false));
  byId("brand").addEventListener("click", () => {
    drawer(false);
    byId("list").replaceChildren(greeting());
  });
  byId("skip").addEventListener("click", (event) => {
    event.preventDefault();
    byId("line")?.focus();
  });
  document.addEventListener("visibilitychange", read);
  document.addEventListener("keydown", (event) => {
    const typing = event.target.closest("input, textarea, select, dialog");
    if (event.key === "Escape") drawer(false);
    if (event.key === "/" && !typing) {
      event.preventDefault();
      composer.reset("/", true);
      composer.offer();
    }
  });
}

async function begin() {
  colours(house.theme);
  speak(localStorage.getItem("kontor-language") || (navigator.language.startsWith("fr") ? "fr" : "en"));
  label();
  composer.reset();
  listen();
  follow();
  status();
  const known = await people();
  const kept = localStorage.getItem("kontor-person");
  news.open(known.some((one) => one.id === kept) ? kept : known[0].id);
}

begin();
