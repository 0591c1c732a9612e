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

// Whether the window is that of a phone, or as small.
export function isNarrow() {
  return !matchMedia("(min-width: 900px) and (min-height: 560px)").matches;
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

// A phrase with its parts filled in; of several forms, divided by |, the one for n things.
export function phrase(words, name, parts = {}) {
  const forms = words[name].split("|");
  const form = forms.length > 1 ? forms[pluralForm(words.plurals, parts.n)] : forms[0];
  return form.replace(/\{(\w+)\}/g, (_, key) => parts[key]);
}

// Which of the forms, by rules as CLDR writes them for whole numbers: "one: n = 1; few: n % 10 = 2..4 and n % 100 != 12..14".
function pluralForm(rules, n) {
  const isAmong = (value, range) => Number(range.split("..")[0]) <= value && value <= Number(range.split("..").at(-1));
  const holds = (condition) =>
    [...condition.matchAll(/n(?: % (\d+))? (!?=) ([\d.,]+)/g)].every(([, divisor, sign, ranges]) =>
      ranges.split(",").some((range) => isAmong(divisor ? n % divisor : n, range)) === (sign === "="));
  const ways = rules ? rules.split("; ").map((rule) => rule.split(": ")[1].split(" or ")) : [];
  const found = ways.findIndex((some) => some.some(holds));
  return found < 0 ? ways.length : found;
}
