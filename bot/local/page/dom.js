// Builds elements. Not for markup in strings: nothing on this page is ever parsed as HTML.

const HANDLERS = Symbol("handlers");

// What happens to an element is kept with it by name, so that another drawing of the same thing can take it over.
export function h(tag, props = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(props)) {
    if (value === undefined || value === null || value === false) continue;
    if (name.startsWith("on")) listen(element, name.slice(2), value);
    else if (name === "class") element.className = value;
    else if (name === "value") element.value = value;
    else if (value === true) element.setAttribute(name, "");
    else element.setAttribute(name, value);
  }
  element.append(...children.flat().filter((child) => child !== null && child !== undefined && child !== false));
  return element;
}

function listen(element, name, handler) {
  element[HANDLERS] ||= {};
  if (!element[HANDLERS][name]) element.addEventListener(name, dispatch);
  element[HANDLERS][name] = handler;
}

function dispatch(event) {
  return event.currentTarget[HANDLERS][event.type]?.(event);
}

// `old` does from now on what `fresh` would have done.
export function takeHandlers(old, fresh) {
  for (const name of Object.keys(old[HANDLERS] || {})) if (!fresh[HANDLERS]?.[name]) delete old[HANDLERS][name];
  for (const [name, handler] of Object.entries(fresh[HANDLERS] || {})) listen(old, name, handler);
}

export function byId(id) {
  return document.getElementById(id);
}

// Letters without accents and case, so that what is typed on any keyboard finds its word.
export function plain(text) {
  return text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
}
