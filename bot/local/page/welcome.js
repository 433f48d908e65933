// What a newcomer sees first: the titles, whom to play against, and how. Not for the rules: the bot explains those.

import { h } from "./dom.js";
import { language, localised, say } from "./words.js";

// `known` has: starts, ready, levels (as the bot offers them) and theme; `start(wish)` opens the game.
export function welcome(known, start) {
  const steps = say("steps").map(([name, text]) => h("li", {}, h("strong", {}, name), h("span", {}, text)));
  return h(
    "section",
    { class: "welcome", "data-key": "welcome", "aria-labelledby": "welcome-title" },
    h("h2", { id: "welcome-title" }, h("img", { src: "/page/ship.svg", alt: "", width: 44, height: 44 }), say("welcome")),
    h("p", { class: "lead" }, say("lead")),
    h("div", { class: "starts" }, known.starts.map((one) => card(one, known, start))),
    h("ol", { class: "steps" }, steps),
  );
}

function card(one, known, start) {
  return h(
    "article",
    { class: "start", "data-key": one.key, "aria-label": one.name },
    one.pictured ? h("img", { class: "cover-picture", src: cover(one.key, known.theme), alt: "", loading: "lazy", width: 304, height: 264, onerror: (event) => event.currentTarget.remove() }) : null,
    h("div", { class: "of-title" }, h("h3", {}, one.name), facts(one), h("p", { class: "about" }, one.about[language()])),
    choosing(one, known, start),
  );
}

function cover(key, theme) {
  const dark = theme === "dark" || (theme === "system" && matchMedia("(prefers-color-scheme: dark)").matches);
  return `/cover/${key}.${language()}.${dark ? "night" : "day"}.png`;
}

function facts(one) {
  const lasts = one.minutes && say("minutes", { low: one.minutes[0], high: one.minutes[1] });
  const found = [lasts, say(one.weight)].filter(Boolean);
  return h("ul", { class: "facts" }, found.map((fact) => h("li", {}, fact)));
}

function choosing(one, known, start) {
  const kept = JSON.parse(localStorage.getItem(`kontor-start-${one.key}`) || "{}");
  const range = Array.from({ length: one.most - one.fewest + 1 }, (_, place) => one.fewest + place);
  const computers = range.includes(kept.computers) ? kept.computers : one.computers;
  const options = (values, chosen, text) => values.map((value) => h("option", { value, selected: value === chosen }, text(value)));
  const opponents = h("select", { name: "computers" }, options(range, computers, (count) => (count === 1 ? say("oneComputer") : say("computers", { count }))));
  // “Apprentice: overlooks things”: a narrow menu has room for the name alone, the rest stands below it.
  const told = (value) => localised(known.levels.find((level) => level.value === value), "name").split(/\s?:\s(.*)/s);
  const levels = known.levels.map((level) => level.value);
  // They are offered from the weakest to the strongest: the middle one is a fair start.
  const level = levels.includes(kept.level) ? kept.level : levels[Math.floor(levels.length / 2)];
  const about = h("p", { class: "of-level", "data-key": "of-level", "aria-live": "polite" }, levels.length ? told(level)[1] : null);
  const chosen = ({ target }) => {
    keep(one, target.form);
    target.form.querySelector(".of-level").replaceChildren(told(target.value)[1] || "");
  };
  return h(
    "form",
    { class: "choosing", onsubmit: (event) => begin(event, one, start) },
    h("label", {}, h("span", {}, say("opponents")), opponents),
    levels.length ? h("label", { "data-key": "level" }, h("span", {}, say("level")), h("select", { name: "level", onchange: chosen }, options(levels, level, (value) => told(value)[0]))) : null,
    h("button", { type: "submit", class: "button primary go", "data-start": one.key, "aria-label": say("startTitle", { name: one.name }), disabled: !known.ready || !levels.length }, say("startNow")),
    about,
  );
}

// What was chosen last is offered again.
function keep(one, form) {
  const wanted = { computers: Number(form.elements.computers.value), level: form.elements.level?.value || "" };
  localStorage.setItem(`kontor-start-${one.key}`, JSON.stringify(wanted));
  return wanted;
}

async function begin(event, one, start) {
  event.preventDefault();
  const form = event.currentTarget;
  const button = form.querySelector(".go");
  if (button.getAttribute("aria-busy") === "true") return;
  const wanted = keep(one, form);
  button.setAttribute("aria-busy", "true");
  button.textContent = say("startingGame");
  try {
    await start({ start: one.key, ...wanted });
  } finally {
    button.removeAttribute("aria-busy");
    button.textContent = say("startNow");
  }
}
