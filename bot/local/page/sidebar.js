// The list beside the messages: channels, games, direct messages, people, colours, language. Not for messages.

import { byId, h } from "./dom.js";
import { LANGUAGES, language, say } from "./words.js";

const [TEXT, DIRECT] = [0, 1];
const THEMES = ["system", "light", "dark"];

// `house` is the app's state, `actions` has: go(channel), become(person), colours(theme), speak(language).
export function sidebar(house, actions) {
  byId("places").replaceChildren(...places(house, actions));
  byId("seats").replaceChildren(...seats(house, actions));
  byId("preferences").replaceChildren(...preferences(house, actions));
}

function places(house, actions) {
  const channels = [...house.channels.values()];
  const under = (parent) => channels.filter((one) => one.parent === parent.id && !one.archived);
  const text = channels.filter((one) => one.type === TEXT);
  const direct = channels.filter((one) => one.type === DIRECT);
  const rows = (list) => list.map((channel) => h("li", {}, entry(channel, house, actions), nested(under(channel), house, actions)));
  return [
    h("h2", {}, say("channels")),
    h("ul", {}, rows(text)),
    h("h2", {}, say("direct")),
    h("ul", {}, direct.map((channel) => h("li", {}, entry(channel, house, actions)))),
  ];
}

function nested(threads, house, actions) {
  return threads.length ? h("ul", { class: "nested" }, threads.map((thread) => h("li", {}, entry(thread, house, actions)))) : null;
}

function entry(channel, house, actions) {
  const here = channel.id === house.place;
  const sign = channel.type === DIRECT ? "✉" : channel.parent ? "⚓" : "#";
  return h(
    "button",
    { type: "button", class: channel.unread && !here ? "entry news" : "entry", "aria-current": here ? "page" : undefined, onclick: () => actions.go(channel.id) },
    h("span", { class: "sign", "aria-hidden": "true" }, sign),
    h("span", { class: "name" }, channel.type === DIRECT ? "Kontor" : channel.name),
    badge(here ? 0 : channel.unread),
  );
}

function badge(count) {
  return count ? h("span", { class: "badge", "aria-label": say("unread", { count }) }, String(Math.min(count, 99))) : null;
}

function seats(house, actions) {
  const person = (one) => {
    const mine = one.id === house.me;
    return h(
      "button",
      { type: "button", class: "person", "aria-pressed": String(mine), title: mine ? one.name : say("switchTo", { name: one.name }), onclick: () => actions.become(one.id) },
      h("span", { class: `avatar tint-${house.tint(one.id)}`, "aria-hidden": "true" }, one.name[0]),
      h("span", { class: "name" }, one.name),
      badge(mine ? 0 : house.unread[one.id]),
    );
  };
  return [h("h2", { id: "seats-title" }, say("you")), h("div", { class: "people", role: "group", "aria-labelledby": "seats-title" }, house.people.map(person))];
}

function preferences(house, actions) {
  const option = (value, text, chosen) => h("option", { value, selected: value === chosen }, text);
  const theme = h("select", { "aria-label": say("theme"), id: "theme", onchange: () => actions.colours(theme.value) }, THEMES.map((name) => option(name, say(name), house.theme)));
  const tongue = h("select", { "aria-label": say("language"), id: "language", onchange: () => actions.speak(tongue.value) }, Object.entries(LANGUAGES).map(([code, name]) => option(code, name, language())));
  return [theme, tongue];
}
