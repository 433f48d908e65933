// The page: what is known, where one is, and what happens when somebody presses something.
// Not for how a single thing looks: the modules beside this one do that.

import { Composer } from "./composer.js";
import { modal } from "./dialogs.js";
import { byId, h } from "./dom.js";
import { Log } from "./log.js";
import { News, Refusal, complaint, look, people, wish } from "./server.js";
import { sidebar } from "./sidebar.js";
import { welcome } from "./welcome.js";
import { LOCALES, language, say, speak } from "./words.js";

const [TEXT, DIRECT] = [0, 1];
const [TYPED, OF_MESSAGE] = [1, 3]; // types of commands

class House {
  constructor() {
    this.me = null;
    this.bot = null;
    this.ready = false;
    this.people = [];
    this.channels = new Map();
    this.unread = {};
    this.turns = {};
    this.starts = [];
    this.ofMessages = []; // the commands in the menu of a message
    this.place = null;
    this.theme = localStorage.getItem("kontor-theme") || "system";
  }

  tint(person) {
    return Math.max(this.people.findIndex((one) => one.id === person), 0) % 6;
  }
}

const house = new House();
const waiting = new Map(); // by number of the interaction: who waits for its answer, or the answer that nobody has met
const names = {
  person: (id) => (id === house.bot ? "Kontor" : house.people.find((one) => one.id === id)?.name || "?"),
  command: (words) => mentioned(words),
  called: (words) => called(words),
  channel: (id) => h("button", { type: "button", class: "mention", onclick: () => go(id) }, `#${house.channels.get(id)?.name || "?"}`),
  message: (channel, id) => h("button", { type: "button", class: "mention", onclick: () => goTo(channel, id) }, `#${house.channels.get(channel)?.name || "?"} › ✉`),
  tint: (id) => house.tint(id),
};
const context = {
  names,
  get me() { return house.me; },
  get bot() { return house.bot; },
  press: (message, customId, chosen) => wished("component", { channel: message.channel_id, message: message.id, custom_id: customId, chosen }),
  menu: (message, name) => wished("menu", { channel: message.channel_id, message: message.id, words: [name] }),
  ofMessages: () => house.ofMessages,
  dismiss: (message) => wished("dismiss", { channel: message.channel_id, message: message.id }),
  follow: (channel) => go(channel),
  entities,
};

// ---- wishes

const QUIET = ["component", "menu", "dismiss", "start", "read"]; // what has no place of its own where a complaint could stand

function wished(what, fields) {
  const full = { person: house.me, channel: house.place, locale: LOCALES[language()], ...fields };
  return wish(what, full)
    .then((answer) => {
      if (what === "say") log.toNewest();
      return answer.interaction && what !== "complete" ? answered(answer.interaction, what, full) : answer;
    })
    .catch((error) => {
      if (!QUIET.includes(what)) throw error;
      if (what !== "read") toast(what === "component" && error instanceof Refusal ? say("pressedTooLate") : complaint(error));
    });
}

// Resolves when the bot has answered, or has let its time pass without an answer; leads the eye to the answer.
async function answered(number, what, { message, channel }) {
  latest = {};
  const early = waiting.get(number);
  waiting.delete(number);
  const found = early ?? (await new Promise((resolve) => waiting.set(number, resolve)));
  const from = what === "component" ? message : null;
  latest = { interaction: number, answer: found, from, place: channel, focus: what !== "command" };
  const own = [...log.messages.values()].filter((one) => one.interaction_metadata?.id === number);
  lead(own.at(-1)?.id || found);
}

// The answer to the latest press, which may come in several parts or be written later; until somebody does something
// else, the eye is led to whatever changes of it.
let latest = {};

function elsewhere(event) {
  if (event.isTrusted && !event.repeat) latest = {};
}

function isAnswer(message) {
  return message.id === latest.answer || (latest.interaction && message.interaction_metadata?.id === latest.interaction);
}

function lead(id) {
  const { place, from, focus } = latest;
  if (!id || place !== house.place) return;
  // Whoever has gone on to something else meanwhile keeps the focus there.
  const active = document.activeElement;
  const free = active === document.body || active === log.root || (from && log.element(from)?.contains(active));
  log.lead(id, { from, focus: focus && free && !document.querySelector("dialog") });
}

function settle(number, message = "") {
  const resolve = waiting.get(number);
  waiting.delete(number);
  if (typeof resolve === "function") resolve(message);
  else waiting.set(number, message); // the news was quicker than the reply
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

const log = new Log(context, { older, empty });

// ---- news

const HEARD = {
  state(news) {
    for (const [number, resolve] of waiting) if (typeof resolve === "function") settle(number); // those answers went astray
    const same = house.me === news.me && house.place;
    Object.assign(house, { me: news.me, bot: news.bot, ready: news.ready, people: news.people, unread: news.unread, turns: news.turns, starts: news.starts });
    house.channels = new Map(news.channels.map((one) => [one.id, one]));
    const first = news.channels.find((one) => one.type === 0)?.id;
    const kept = [house.place, localStorage.getItem("kontor-place")].find((id) => house.channels.has(id));
    go(kept || first, { again: same && kept === house.place });
  },
  ready(news) {
    house.ready = news.ready;
    status();
    redrawStart();
  },
  message(news) {
    const { message } = news;
    const channel = house.channels.get(message.channel_id);
    if (channel) channel.unread = news.unread;
    if (message.channel_id === house.place) {
      log.put(message);
      if (isAnswer(message)) lead(message.id);
      read();
    }
    drawSidebar();
  },
  gone(news) {
    if (news.channel === house.place) log.remove(news.message);
  },
  channel(news) {
    house.channels.set(news.channel.id, news.channel);
    if (news.channel.id === house.place) status();
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
  turns(news) {
    house.turns = news.turns;
    drawSidebar();
  },
  answered(news) {
    settle(news.interaction, news.message);
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

// `again`: after the line was lost, with nothing changed about where one is.
async function go(channel, { again = false } = {}) {
  if (!house.channels.has(channel)) return;
  const moved = house.place !== channel;
  house.place = channel;
  localStorage.setItem("kontor-place", channel);
  drawer(false);
  if (moved) composer.renew();
  if (!again) log.uncover();
  drawSidebar();
  status();
  const found = await asked("messages", { person: house.me, channel });
  if (!found || house.place !== channel) return;
  if (again) log.renew(found.messages, found.more);
  else log.show(found.messages, found.more);
  read();
  learn();
}

// To a message that a link names; older ones are fetched until it is there.
async function goTo(channel, message) {
  if (house.place !== channel) await go(channel);
  while (house.place === channel && !log.messages.has(message) && log.more) if (!(await older())) return;
  latest = { place: channel, focus: true };
  if (log.messages.has(message)) log.lead(message, { focus: true });
  else toast(say("messageGone"));
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
  const commands = await asked("commands", { person: house.me, channel: house.place });
  if (!commands) return;
  composer.know(commands.filter((one) => one.type === TYPED));
  house.ofMessages = commands.filter((one) => one.type === OF_MESSAGE);
  log.draw();
  for (const mention of document.querySelectorAll("[data-command]")) mention.textContent = called(mention.dataset.command);
  redrawStart();
}

// What the server says, or nothing and a word about it.
function asked(what, fields) {
  return look(what, fields).catch((error) => toast(complaint(error)));
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
  latest = {};
  news.open(person);
}

async function older() {
  const [first] = log.messages.keys();
  const found = await asked("messages", { person: house.me, channel: house.place, before: first });
  if (found) log.addOlder(found.messages, found.more);
  return found;
}

// ---- drawing

function drawSidebar() {
  sidebar(house, { go, become, colours, speak: change });
  document.title = `${house.turns[house.me] ? "● " : ""}${placeName(house.channels.get(house.place))} · Kontor`;
}

function empty() {
  const channel = house.channels.get(house.place);
  if (channel?.type === TEXT) return greeting();
  return h("p", { class: "empty" }, channel?.type === DIRECT ? say("emptyDirect") : "");
}

// The start page in front of what is said here, until one goes somewhere.
function toStart() {
  drawer(false);
  if (!log.messages.size && house.channels.get(house.place)?.type === TEXT) return;
  log.cover(greeting());
}

function redrawStart() {
  if (log.covered) log.cover(greeting());
  if (!log.messages.size && house.place) log.draw();
}

function greeting() {
  const levels = composer.named("game computer")?.options.find((option) => option.name === "policy")?.choices || [];
  return welcome({ starts: house.starts, ready: house.ready, levels, theme: house.theme }, async (wanted) => {
    const answer = await wished("start", wanted);
    if (answer?.channel) go(answer.channel);
  });
}

function placeName(channel) {
  return channel?.type === DIRECT ? "Kontor" : channel?.name || "";
}

function status(text) {
  const channel = house.channels.get(house.place);
  const parent = channel && house.channels.get(channel.parent);
  const name = placeName(channel);
  byId("place").textContent = parent ? `${parent.name} › ${name}` : channel?.type === TEXT ? `# ${name}` : name;
  byId("status").textContent = text || (house.ready ? "" : say("starting"));
}

function toast(text) {
  document.querySelector(".toast")?.remove();
  const note = h("p", { class: "toast", role: "alert" }, text);
  byId("main").append(note);
  setTimeout(() => note.remove(), 6000);
}

// ---- preferences

function colours(theme) {
  house.theme = theme;
  localStorage.setItem("kontor-theme", theme);
  redrawStart();
  if (theme === "system") delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
}

function change(code) {
  localStorage.setItem("kontor-language", code);
  speak(code);
  label();
  composer.renew();
  drawSidebar();
  log.draw();
  redrawStart();
  status();
  learn();
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
    toStart();
  });
  byId("skip").addEventListener("click", (event) => {
    event.preventDefault();
    byId("line")?.focus();
  });
  document.addEventListener("visibilitychange", read);
  for (const name of ["pointerdown", "keydown", "wheel"]) document.addEventListener(name, elsewhere, { capture: true, passive: true });
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
  composer.renew();
  listen();
  status();
  const known = await people();
  const kept = localStorage.getItem("kontor-person");
  news.open(known.some((one) => one.id === kept) ? kept : known[0].id);
}

begin();
