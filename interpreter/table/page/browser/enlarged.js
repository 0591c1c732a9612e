// Shows a card large beside itself, with all that it says, while a mouse rests on it, it has the focus, or it was tapped.

import { element, placed } from "./element.js";

const WAIT = 350; // Milliseconds for which a mouse rests on a card before it is shown large.
const LINGER = 250; // Milliseconds in which a mouse gets from a card to what stands below it.
let shown = null;
let waiting = 0;
let leaving = 0;

// `would` is what a click on it does, if it does anything; `rules` is what leads to the rules of the card, where there are some.
export function enlarging(made, face, text, would, rules) {
  const larger = () => show(made, face, text, would, rules);
  made.addEventListener("pointerenter", (event) => {
    if (event.pointerType === "mouse") waiting = setTimeout(larger, WAIT);
  });
  made.addEventListener("focus", () => made.matches(":focus-visible") && larger());
  made.addEventListener("click", (event) => event.pointerType === "touch" && larger());
  for (const name of ["pointerdown", "blur"]) made.addEventListener(name, (event) => (event.pointerType === "touch" ? null : hide()));
  made.addEventListener("pointerleave", (event) => {
    clearTimeout(waiting);
    if (event.pointerType !== "touch" && shown) leaving = setTimeout(hide, LINGER);
  });
  return made;
}

export function hide() {
  clearTimeout(waiting);
  clearTimeout(leaving);
  shown?.remove();
  shown = null;
}

// Where there is more room beside it: at the right of the card or at its left.
function show(card, face, text, would, rules) {
  hide();
  if (!card.isConnected) return;
  shown = element("div", { class: "enlarged", "aria-hidden": "true" }, placed("face", face), element("p", {}, text), would && element("p", { class: "would" }, would), document.querySelector(".rules-button") ? toRules(card, rules) : null);
  document.body.append(shown);
  const { left, right, top } = card.getBoundingClientRect();
  const [wide, high] = [shown.offsetWidth, shown.offsetHeight];
  const x = innerWidth - right >= left ? right + 8 : left - wide - 8;
  shown.style.setProperty("left", `${Math.max(4, Math.min(innerWidth - wide - 4, x))}px`);
  shown.style.setProperty("top", `${Math.max(4, Math.min(innerHeight - high - 4, top - 20))}px`);
}

function toRules(card, label) {
  const go = () => {
    hide();
    document.dispatchEvent(new CustomEvent("rules", { detail: card.dataset.card }));
  };
  const stay = () => clearTimeout(leaving);
  return element("button", { type: "button", class: "rules-of", tabindex: "-1", onclick: go, onpointerenter: stay, onpointerleave: hide }, label, " ", element("kbd", {}, "?"));
}

addEventListener("keydown", (event) => event.key === "Escape" && hide());
addEventListener("scroll", hide, { passive: true });
addEventListener("pointerdown", (event) => event.pointerType === "touch" && !event.target.closest(".rules-of") && hide());
