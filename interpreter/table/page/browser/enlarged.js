// Shows a card large beside itself, with all that it says, while a mouse rests on it, it has the focus, or it was tapped.

import { element, placed } from "./element.js";

const WAIT = 350; // Milliseconds for which a mouse rests on a card before it is shown large.
const LINGER = 250; // Milliseconds in which a mouse gets from a card to what it says,
const A_PIXEL = 0.8; // and for each pixel of the way.
const AWAY = 10; // So many pixels that are covered are as bad as one pixel of the way.
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
    if (event.pointerType !== "touch" && shown) leaving = setTimeout(hide, LINGER + A_PIXEL * away(shown.getBoundingClientRect(), made));
  });
  return made;
}

export function hide() {
  clearTimeout(waiting);
  clearTimeout(leaving);
  shown?.remove();
  shown = shownOf = null;
}

// Where it covers least of what is played: above the card, below it, beside it, or over the log; never on the moves at the
// foot of the page.
function show(card, face, text, would, rules) {
  hide();
  if (!card.isConnected || document.body.classList.contains("dragging")) return;
  shown = element("div", { class: "enlarged", "aria-hidden": "true" }, placed("face", face), element("p", {}, text), would && element("p", { class: "would" }, would), document.querySelector(".rules-button") ? toRules(card, rules) : null);
  shownOf = card;
  document.body.append(shown);
  const { left, right, top, bottom } = card.getBoundingClientRect();
  const [wide, high] = [shown.offsetWidth, shown.offsetHeight];
  const foot = Math.min(innerHeight, document.querySelector("footer")?.getBoundingClientRect().top ?? innerHeight);
  const within = (at, most) => Math.max(GAP, Math.min(most - GAP, at));
  const box = ([x, y]) => new DOMRect(within(x, innerWidth - wide), within(y, foot - high), wide, high);
  const log = document.querySelector("aside")?.getBoundingClientRect();
  const isBeside = log && log.left >= document.getElementById("table").getBoundingClientRect().right - 1;
  const middle = (left + right - wide) / 2;
  const places = [[middle, top - high - GAP], [middle, bottom + GAP], [right + GAP, top - 20], [left - wide - GAP, top - 20], ...(isBeside ? [[log.left, top - 20]] : [])];
  const played = [...document.querySelectorAll("#table :is(.card, .line, .track)")].map((one) => one.getBoundingClientRect());
  const cost = (one) => played.reduce((sum, other) => sum + common(one, other), 0) + AWAY * away(one, card);
  const best = places.map(box).map((one) => ({ one, cost: cost(one) })).reduce((first, other) => (other.cost < first.cost ? other : first)).one;
  shown.style.setProperty("left", `${best.left}px`);
  shown.style.setProperty("top", `${best.top}px`);
}

// How many pixels two boxes have in common.
function common(one, other) {
  const [wide, high] = [Math.min(one.right, other.right) - Math.max(one.left, other.left), Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top)];
  return wide > 0 && high > 0 ? wide * high : 0;
}

// How far it is from a card to a box.
function away(box, card) {
  const { left, right, top, bottom } = card.getBoundingClientRect();
  return Math.hypot(Math.max(left - box.right, box.left - right, 0), Math.max(top - box.bottom, box.top - bottom, 0));
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
