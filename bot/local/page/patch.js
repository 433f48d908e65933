// Makes what is shown look like a fresh drawing of it and leaves alone whatever is the same: an open menu, the focus, a
// tick, a film that plays. Not for drawing, and not for what happens on a press: dom.js hands that over.

import { takeHandlers } from "./dom.js";

// What the reader or the browser has changed, and the drawing does not say.
const OWN = /^(data-own-|aria-busy$|aria-expanded$|open$|tabindex$)/;

// The node that stands there afterwards: the old one if both are drawings of the same thing.
export function patch(old, fresh) {
  if (!same(old, fresh)) {
    old.replaceWith(fresh);
    return fresh;
  }
  if (old.nodeType !== Node.ELEMENT_NODE) {
    if (old.data !== fresh.data) old.data = fresh.data;
    return old;
  }
  takeHandlers(old, fresh);
  if (old.isEqualNode(fresh)) return old;
  attributes(old, fresh);
  patchChildren(old, [...fresh.childNodes]);
  return old;
}

// The children of an element as they should be; those with the same `data-key` are the same thing wherever they stand.
export function patchChildren(parent, wanted) {
  const left = [...parent.childNodes];
  const pairs = wanted.map((fresh) => {
    const place = left.findIndex((old) => old && same(old, fresh));
    const old = place < 0 ? null : left[place];
    if (old) left[place] = null;
    return [old, fresh];
  });
  for (const old of left) old?.remove();
  let next = parent.firstChild;
  for (const [old, fresh] of pairs) {
    if (!old) parent.insertBefore(fresh, next);
    else if (old === next) next = patch(old, fresh).nextSibling;
    else parent.insertBefore(patch(old, fresh), next);
  }
}

function same(old, fresh) {
  if (old.nodeType !== fresh.nodeType || old.nodeName !== fresh.nodeName) return false;
  if (old.nodeType !== Node.ELEMENT_NODE) return true;
  if (old.dataset.key !== undefined || fresh.dataset.key !== undefined) return old.dataset.key === fresh.dataset.key;
  return old.classList[0] === fresh.classList[0];
}

function attributes(old, fresh) {
  for (const { name } of [...old.attributes]) if (!fresh.hasAttribute(name) && !OWN.test(name)) remove(old, name);
  for (const { name, value } of fresh.attributes) {
    if (old.getAttribute(name) === value || (OWN.test(name) && old.hasAttribute(name))) continue;
    if (name === "style") old.style.cssText = fresh.style.cssText; // the attribute itself is forbidden by our policy
    else old.setAttribute(name, value);
    if (name === "checked") old.checked = true;
    if (name === "selected") old.selected = true;
  }
}

function remove(old, name) {
  if (name === "style") old.style.cssText = "";
  old.removeAttribute(name);
  if (name === "checked") old.checked = false;
}
