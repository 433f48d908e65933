// The bot's forms, which open above the page. Not for messages, and not for pictures: zoom.js.

import { h } from "./dom.js";
import { complaint } from "./server.js";
import { say } from "./words.js";

function open(dialog) {
  document.body.append(dialog);
  dialog.addEventListener("close", () => dialog.remove());
  dialog.showModal();
  return dialog;
}

// A form of the bot. `submit` gets the values by custom id, and throws with a sentence if they are refused.
export function modal(form, entities, submit) {
  const fields = [];
  const rows = form.components.map((part) => row(part, fields, entities));
  const problem = h("p", { class: "problem", role: "alert" });
  const send = async (event) => {
    event.preventDefault();
    try {
      await submit(Object.fromEntries(fields.map((field) => [field.id, field.read()])));
      dialog.close();
    } catch (error) {
      problem.textContent = complaint(error);
    }
  };
  const dialog = h(
    "dialog",
    { class: "form", "aria-labelledby": "form-title" },
    h(
      "form",
      { onsubmit: send },
      h("h2", { id: "form-title" }, form.title),
      rows,
      problem,
      h(
        "div",
        { class: "row end" },
        h("button", { type: "button", class: "button quiet", onclick: () => dialog.close() }, say("cancel")),
        h("button", { type: "submit", class: "button primary" }, say("submit")),
      ),
    ),
  );
  open(dialog);
  dialog.querySelector("input, textarea, select")?.focus();
}

function row(part, fields, entities) {
  if (part.type === 10) return h("p", {}, part.content);
  const inner = part.component || part.components[0];
  const input = field(inner, fields, entities);
  const caption = part.label || inner.label || "";
  const hint = inner.required === false ? ` (${say("optional")})` : "";
  return h("label", { class: "field" }, h("span", {}, caption + hint), part.description ? h("small", {}, part.description) : null, input);
}

function field(part, fields, entities) {
  const required = part.required !== false;
  const common = { required, placeholder: part.placeholder, maxlength: part.max_length, minlength: part.min_length };
  if (part.type === 4) {
    const input = part.style === 2 ? h("textarea", { ...common, rows: 5 }) : h("input", common);
    input.value = part.value || "";
    fields.push({ id: part.custom_id, read: () => input.value });
    return input;
  }
  if (part.type === 23) {
    const box = h("input", { type: "checkbox", checked: part.default });
    fields.push({ id: part.custom_id, read: () => box.checked });
    return box;
  }
  const options = part.options || entities(part.type);
  const many = part.type === 22 || (part.max_values || 1) > 1;
  const select = h(
    "select",
    { multiple: many, required, size: many ? Math.min(options.length, 6) : undefined },
    many ? null : h("option", { value: "" }, part.placeholder || say("choose")),
    options.map((option) => h("option", { value: option.value, selected: option.default }, option.label)),
  );
  const chosen = () => [...select.selectedOptions].map((option) => option.value).filter(Boolean);
  fields.push({ id: part.custom_id, read: () => (part.type === 21 ? chosen()[0] : chosen()) });
  return select;
}
