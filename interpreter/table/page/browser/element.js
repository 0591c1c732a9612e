// Makes elements of the page. All texts come from a game, so they are only ever put in as text.

export function element(tag, given = {}, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(given)) {
    if (value === null || value === undefined || value === false) continue;
    if (name === "hint") hint(made, value);
    else if (name.startsWith("on")) made.addEventListener(name.slice(2), value);
    else if (name === "style") Object.entries(value).forEach(([key, one]) => made.style.setProperty(key, one));
    else made.setAttribute(name, value === true ? "" : value);
  }
  made.append(...children.flat(Infinity).filter((child) => child !== null && child !== undefined && child !== "" && child !== false));
  return made;
}

// A drawing that the page holds as a symbol, placed.
export function placed(kind, name) {
  const { namespaceURI } = document.querySelector(".symbols");
  const [whole, use] = ["svg", "use"].map((tag) => document.createElementNS(namespaceURI, tag));
  use.setAttribute("href", `#${name}`);
  whole.setAttribute("class", kind);
  whole.setAttribute("aria-hidden", "true");
  whole.append(use);
  return whole;
}

// What a mouse that rests on it is told. It is there only then: whoever hears the page would be told twice.
function hint(made, text) {
  made.addEventListener("pointerenter", () => made.setAttribute("title", text));
  made.addEventListener("pointerleave", () => made.removeAttribute("title"));
}

// A phrase with its parts filled in; of two forms, divided by |, the first is for one thing.
export function phrase(words, name, parts = {}) {
  const forms = words[name].split("|");
  const single = parts.n === 1 || (parts.n === 0 && document.documentElement.lang === "fr");
  const form = forms.length > 1 && !single ? forms[1] : forms[0];
  return form.replace(/\{(\w+)\}/g, (_, key) => parts[key]);
}
