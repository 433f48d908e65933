// What a newcomer sees first: one click to a game, and how to play it. Not for the rules: the bot explains those.

import { h } from "./dom.js";
import { say } from "./words.js";

export function welcome(starts, ready, start) {
  const cards = starts.map((one) => card(one, ready, start));
  const steps = say("steps").map(([name, text]) => h("li", {}, h("strong", {}, name), h("span", {}, text)));
  return h(
    "section",
    { class: "welcome", "aria-labelledby": "welcome-title" },
    h("img", { src: "/page/ship.svg", alt: "", width: 72, height: 72 }),
    h("h2", { id: "welcome-title" }, say("welcome")),
    h("p", { class: "lead" }, say("lead")),
    h("div", { class: "starts" }, cards),
    h("ol", { class: "steps" }, steps),
  );
}

function card(one, ready, start) {
  const against = one.computers === 1 ? say("againstOne") : say("against", { count: one.computers });
  const button = h(
    "button",
    {
      type: "button",
      class: "start",
      "data-start": one.key,
      disabled: !ready,
      onclick: async () => {
        button.setAttribute("aria-busy", "true");
        button.querySelector(".go").textContent = say("startingGame");
        try {
          await start(one.key);
        } finally {
          button.removeAttribute("aria-busy");
          button.querySelector(".go").textContent = say("startNow");
        }
      },
    },
    h("span", { class: "title" }, one.name),
    h("span", { class: "against" }, against),
    h("span", { class: "go" }, say("startNow")),
  );
  return button;
}
