// Discord's way of marking up text, as elements. Not for HTML: whatever is not markup stays text.

import { h } from "./dom.js";
import { emojiElement } from "./pictures.js";
import { language } from "./words.js";

const INLINE =
  /(?<code>`+)(?<coded>.+?)\k<code>|\|\|(?<spoiler>.+?)\|\||\*\*(?<bold>.+?)\*\*|__(?<under>.+?)__|~~(?<struck>.+?)~~|\*(?<italic>[^*\s](?:[^*]*[^*\s])?)\*|\b_(?<italic2>[^_\s](?:[^_]*[^_\s])?)_\b|<@!?(?<person>\d+)>|<#(?<channel>\d+)>|<a?:(?<emoji>\w{2,32}):(?<emojiId>\d{1,20})>|<\/(?<command>[^:>]+):\d+>|<t:(?<time>\d+)(?::(?<style>[tTdDfFR]))?>|https:\/\/discord\.com\/channels\/(?:\d+|@me)\/(?<place>\d+)\/(?<message>\d+)|\[(?<label>[^\]]+)\]\((?<link>https?:\/\/[^\s)]+)\)|(?<url>https?:\/\/[^\s<>)]+)|\\(?<escaped>[*_`~|\\<>#-])/su;

export function inline(text, names) {
  const parts = [];
  for (let rest = text; rest; ) {
    const found = INLINE.exec(rest);
    if (!found) {
      parts.push(rest);
      break;
    }
    if (found.index) parts.push(rest.slice(0, found.index));
    parts.push(one(found.groups, names, found[0]));
    rest = rest.slice(found.index + found[0].length);
  }
  return parts;
}

function one(found, names, written) {
  if (found.coded !== undefined) return h("code", {}, found.coded);
  if (found.spoiler !== undefined) return spoiler(found.spoiler, names);
  if (found.bold !== undefined) return h("strong", {}, inline(found.bold, names));
  if (found.under !== undefined) return h("u", {}, inline(found.under, names));
  if (found.struck !== undefined) return h("s", {}, inline(found.struck, names));
  if (found.italic ?? found.italic2) return h("em", {}, inline(found.italic ?? found.italic2, names));
  if (found.person) return h("span", { class: "mention" }, `@${names.person(found.person)}`);
  if (found.channel) return names.channel(found.channel);
  if (found.message) return names.message(found.place, found.message);
  if (found.emoji) return emojiElement({ id: found.emojiId, name: found.emoji });
  if (found.command) return names.command(found.command);
  if (found.time) return time(Number(found.time) * 1000, found.style || "f") ?? written;
  if (found.escaped) return found.escaped;
  return h("a", { href: found.link ?? found.url, target: "_blank", rel: "noreferrer" }, found.label ?? found.url);
}

function spoiler(text, names) {
  return h("button", { type: "button", class: "spoiler", onclick: (event) => event.currentTarget.setAttribute("data-own-shown", "") }, inline(text, names));
}

const STYLES = {
  t: { timeStyle: "short" },
  T: { timeStyle: "medium" },
  d: { dateStyle: "short" },
  D: { dateStyle: "long" },
  f: { dateStyle: "long", timeStyle: "short" },
  F: { dateStyle: "full", timeStyle: "short" },
};
const STEPS = [["day", 86400], ["hour", 3600], ["minute", 60], ["second", 1]];

const LAST = 8.64e15; // the last moment that a Date can hold, in milliseconds

// Nothing for a moment that no calendar reaches.
function time(moment, style) {
  if (moment > LAST) return null;
  const attributes = { datetime: new Date(moment).toISOString(), class: "moment" };
  if (style !== "R") return h("time", attributes, new Intl.DateTimeFormat(language(), STYLES[style]).format(moment));
  const seconds = Math.round((moment - Date.now()) / 1000);
  const [unit, size] = STEPS.find(([, length]) => Math.abs(seconds) >= length) || STEPS.at(-1);
  return h("time", attributes, new Intl.RelativeTimeFormat(language(), { numeric: "auto" }).format(Math.round(seconds / size), unit));
}

// A whole text: paragraphs, headings, lists, quotes, code.
export function marked(text, names) {
  const blocks = [];
  const lines = text.split("\n");
  while (lines.length) {
    const line = lines.shift();
    if (line.startsWith("```")) blocks.push(fenced(line, lines));
    else if (/^#{1,3} /.test(line)) blocks.push(heading(line, names));
    else if (line.startsWith("-# ")) blocks.push(h("p", { class: "small" }, inline(line.slice(3), names)));
    else if (/^>>? /.test(line)) blocks.push(h("blockquote", {}, gather(line, lines, /^>>? ?/, names)));
    else if (/^\s*[-*] /.test(line)) blocks.push(list("ul", line, lines, /^\s*[-*] /, names));
    else if (/^\s*\d+\. /.test(line)) blocks.push(list("ol", line, lines, /^\s*\d+\. /, names));
    else if (line.trim()) blocks.push(paragraph(line, lines, names));
  }
  return blocks;
}

const BLOCK = /^(```|#{1,3} |-# |>>? |\s*[-*] |\s*\d+\. |\s*$)/;

function paragraph(first, lines, names) {
  const found = h("p", {}, inline(first, names));
  while (lines.length && !BLOCK.test(lines[0])) found.append(h("br"), ...inline(lines.shift(), names));
  return found;
}

function heading(line, names) {
  const level = line.indexOf(" ");
  return h(`h${level + 2}`, { class: `heading-${level}` }, inline(line.slice(level + 1), names));
}

function gather(first, lines, mark, names) {
  const rows = [inline(first.replace(mark, ""), names)];
  while (lines.length && mark.test(lines[0])) rows.push([h("br"), ...inline(lines.shift().replace(mark, ""), names)]);
  return rows.flat();
}

function list(tag, first, lines, mark, names) {
  const found = h(tag, {}, h("li", {}, inline(first.replace(mark, ""), names)));
  while (lines.length && mark.test(lines[0])) found.append(h("li", {}, inline(lines.shift().replace(mark, ""), names)));
  return found;
}

function fenced(first, lines) {
  const inside = [first.slice(3).replace(/^\w*$/, "")].filter(Boolean);
  while (lines.length && !lines[0].includes("```")) inside.push(lines.shift());
  const last = lines.shift()?.replace("```", "");
  if (last) inside.push(last);
  return h("pre", {}, h("code", {}, inside.join("\n")));
}
