// Shows a card large beside itself, with all that it says, while a mouse rests on it, it has the focus, or it was tapped.

import { element, placed } from "./element.js";

const WAIT = 350; // Milliseconds for which a mouse rests on a card before it is shown large.
const LINGER = 250; // Milliseconds in which a mouse gets from a card to what stands below it.
const GAP = 6; // Pixels around it.
let shown = null;
let shownOf = null; // the card
let waiting = 0;
let leaving = 0;

// `would` is what a click on it does, if it does anything; `rules` is what leads to the rules of the card, where there are some.
export function enlarging(made, face, text, would, rules) {
  const larger = () => show(made, face, text, would, rules);
  made.addEventListener("pointermove", (event) => {
    if (event.pointerType !== "mouse" || shownOf === made || !(event.movementX || event.movementY)) return; // it was the table that moved
    clearTimeout(waiting);
    waiting = setTimeout(larger, WAIT);
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
  shown = shownOf = null;
}

// Above the card or below it, else beside it where there is more room; never on the moves at the foot of the page.
function show(card, face, text, would, rules) {
  hide();
  if (!card.isConnected) return;
  shown = element("div", { class: "enlarged", "aria-hidden": "true" }, placed("face", face), element("p", {}, text), would && element("p", { class: "would" }, would), document.querySelector(".rules-button") ? toRules(card, rules) : null);
  shownOf = card;
  document.body.append(shown);
  const { left, right, top, bottom } = card.getBoundingClientRect();
  const [wide, high] = [shown.offsetWidth, shown.offsetHeight];
  const foot = Math.min(innerHeight, document.querySelector("footer")?.getBoundingClientRect().top ?? innerHeight);
  const isAbove = top - high - GAP >= GAP;
  const isBelow = !isAbove && bottom + high + GAP <= foot;
  const x = isAbove || isBelow ? (left + right - wide) / 2 : innerWidth - right >= left ? right + GAP : left - wide - GAP;
  const y = isAbove ? top - high - GAP : isBelow ? bottom + GAP : Math.min(foot - high - GAP, top - 20);
  shown.style.setProperty("left", `${Math.max(GAP, Math.min(innerWidth - wide - GAP, x))}px`);
  shown.style.setProperty("top", `${Math.max(GAP, Math.min(innerHeight - high - GAP, y))}px`);
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
