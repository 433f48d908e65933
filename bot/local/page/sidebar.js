// The list beside the messages: channels, games, direct messages, people, colours, language. Not for messages.

import { byId, h } from "./dom.js";
import { patchChildren } from "./patch.js";
import { LANGUAGES, language, say } from "./words.js";

const [TEXT, DIRECT] = [0, 1];
const THEMES = { system: "system", light: "day", dark: "dark" }; // what each is called
const OVER = ["finished", "aborted"];

// `house` is the app's state, `actions` has: go(channel), become(person), colours(theme), speak(language).
export function sidebar(house, actions) {
  patchChildren(byId("places"), places(house, actions));
  patchChildren(byId("seats"), seats(house, actions));
  patchChildren(byId("preferences"), preferences(house, actions));
}

function places(house, actions) {
  const channels = [...house.channels.values()];
  const direct = channels.filter((one) => one.type === DIRECT);
  const item = (channel, inner) => h("li", { "data-key": channel.id }, entry(channel, house, actions), inner);
  const text = channels.filter((one) => one.type === TEXT).map((channel) => item(channel, threads(channel, channels, house, item)));
  return [
    h("h2", {}, say("channels")),
    h("ul", {}, text),
    h("h2", {}, say("direct")),
    h("ul", {}, direct.map((channel) => item(channel))),
  ];
}

// The games of a channel: those that go on, and folded away those that are over.
function threads(parent, channels, house, item) {
  const under = channels.filter((one) => one.parent === parent.id && (!one.archived || one.id === house.place));
  const over = under.filter((one) => OVER.includes(one.game?.status));
  const going = under.filter((one) => !over.includes(one));
  if (!under.length) return null;
  const here = over.some((one) => one.id === house.place);
  const folded = h("details", { "data-key": "over", open: here }, h("summary", {}, say("finishedGames", { count: over.length })), h("ul", { class: "nested" }, over.map((one) => item(one))));
  return h("div", { class: "threads" }, going.length ? h("ul", { class: "nested" }, going.map((one) => item(one))) : null, over.length ? folded : null);
}

const SIGNS = { open: "◌", running: "⚓", finished: "⚑", aborted: "×" };

function entry(channel, house, actions) {
  const here = channel.id === house.place;
  const { game } = channel;
  const sign = channel.type === DIRECT ? "✉" : game ? SIGNS[game.status] : channel.parent ? "⚓" : "#";
  const marks = ["entry", channel.unread && !here ? "news" : "", game?.turn ? "turn" : "", OVER.includes(game?.status) && channel.parent ? "over" : "", game && !game.seated ? "others" : ""];
  return h(
    "button",
    { type: "button", class: marks.filter(Boolean).join(" "), title: about(game), "aria-current": here ? "page" : undefined, onclick: () => actions.go(channel.id) },
    h("span", { class: "sign", "aria-hidden": "true" }, sign),
    h("span", { class: "label" }, h("span", { class: "name" }, channel.type === DIRECT ? "Kontor" : channel.name), game?.turn ? h("span", { class: "your-turn" }, say("yourTurn")) : null),
    badge(here ? 0 : channel.unread),
  );
}

function about(game) {
  if (!game) return undefined;
  if (game.turn) return say("yourTurnHere");
  return say({ open: "gameOpen", running: game.seated ? "gameRuns" : "gameOfOthers", finished: "gameOver", aborted: "gameOff" }[game.status]);
}

function badge(count) {
  return count ? h("span", { class: "badge", role: "img", "aria-label": say("unread", { count }) }, String(Math.min(count, 99))) : null;
}

function seats(house, actions) {
  const person = (one) => {
    const mine = one.id === house.me;
    const turns = house.turns[one.id];
    return h(
      "button",
      { type: "button", class: "person", "data-key": one.id, "aria-pressed": String(mine), title: mine ? one.name : say("switchTo", { name: one.name }), onclick: () => actions.become(one.id) },
      h("span", { class: `avatar tint-${house.tint(one.id)}`, "aria-hidden": "true" }, one.name[0]),
      h("span", { class: "name" }, one.name),
      turns ? h("span", { class: "waits", role: "img", "aria-label": say("turns", { count: turns }), title: say("turns", { count: turns }) }, "●") : null,
      badge(mine ? 0 : house.unread[one.id]),
    );
  };
  return [h("h2", { id: "seats-title" }, say("you")), h("div", { class: "people", role: "group", "aria-labelledby": "seats-title" }, house.people.map(person))];
}

function preferences(house, actions) {
  const option = (value, text, chosen) => h("option", { value, selected: value === chosen }, text);
  const choose = (id, label, options, work) => h("select", { "data-key": id, "aria-label": label, id, onchange: (event) => work(event.currentTarget.value) }, options);
  return [
    choose("theme", say("theme"), Object.keys(THEMES).map((name) => option(name, say(THEMES[name]), house.theme)), actions.colours),
    choose("language", say("language"), Object.entries(LANGUAGES).map(([code, name]) => option(code, name, language())), actions.speak),
  ];
}
