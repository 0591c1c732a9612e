// Cards travel from where they lay to where they lie. What travels are copies over the page, which nothing can be done with
// and nobody hears: the table itself is drawn as it is, so that all that may be done can be done at once.

import { element } from "./element.js";

const TAKES = 250; // milliseconds
const APART = 25; // from one card to the next
const MOST_AT_ONCE = 24; // cards at a time
const MOST_HIDDEN = 3; // of cards that go the same way face down

let dropped = null; // the card that was let go last, and where

document.addEventListener("pointerup", () => {
  const [ghost, lifted] = [document.querySelector(".ghost"), document.querySelector(".lifted")];
  dropped = ghost && lifted ? { card: lifted.dataset.card, box: ghost.getBoundingClientRect() } : null;
}, true);

// Where each card lies, before the table is drawn anew.
export function placesOf(root) {
  const inside = (zone) => [...zone.querySelectorAll(".card")].map(placeOf);
  return new Map([...root.querySelectorAll("[data-zone]")].map((zone) => [zone.dataset.zone, { zone: placeOf(zone), cards: inside(zone) }]));
}

// Has cards travel that `went` from one zone to another, from their `places` before the table was drawn anew. Gives the
// milliseconds that it takes.
export function travel(root, places, went) {
  root.travelling?.remove(); // what is still under way
  if (!went.length || matchMedia("(prefers-reduced-motion: reduce)").matches || document.hidden) return 0;
  const now = placesOf(root);
  const flights = pathsOf(went).map((path) => flight(path, places, now)).filter(Boolean);
  const layer = element("div", { class: "travelling", "aria-hidden": "true", inert: true });
  flights.slice(0, MOST_AT_ONCE).forEach((one, number) => layer.append(...copies(one, Math.min(number * APART, TAKES))));
  root.travelling = layer;
  document.body.append(layer);
  dropped = null;
  setTimeout(() => layer.remove(), 2 * TAKES);
  return flights.length ? TAKES : 0;
}

// The way of each card that is known, from where it lay first to where it lies last, and of some that are not.
function pathsOf(went) {
  const known = new Map();
  const all = [];
  for (const { source, target, cards } of went.filter((one) => one.target)) {
    for (const card of cards.filter(Boolean)) {
      const path = known.get(`${source} ${card}`) ?? { card, source };
      if (!path.target) all.push(path);
      path.target = target;
      known.delete(`${source} ${card}`);
      known.set(`${target} ${card}`, path);
    }
    const hidden = cards.filter((card) => !card).slice(0, MOST_HIDDEN);
    all.push(...hidden.map(() => ({ card: null, source, target })));
  }
  return all;
}

// From where a card goes to where, if both can be seen; it `isNew` there if it lies by itself.
function flight({ card, source, target }, before, now) {
  const [from, to] = [before.get(source), now.get(target)];
  if (!from || !to || source === target) return null;
  const start = cardAt(from, card) ?? from.cards.at(-1) ?? from.zone;
  const end = cardAt(to, card);
  const box = card && dropped?.card === card ? dropped.box : start.box;
  return { from: { ...start, box }, to: end ?? to.cards.at(-1) ?? to.zone, isNew: Boolean(end) && !end.isPile };
}

function cardAt({ cards }, card) {
  return card ? cards.find((one) => one.card === card) : undefined;
}

// A place; `card` is the kind of the card there, an empty text if it is not known, and null if there is none.
function placeOf(node) {
  const card = node.matches(".card") ? (node.dataset.card ?? "") : null;
  return { node, card, isPile: node.matches(".pile"), box: (node.querySelector(":scope > .empty") ?? node).getBoundingClientRect() };
}

// A card as it travels. If it was known and is not known any more, or the other way round, it is turned over on its way.
function copies({ from, to, isNew }, delay) {
  const turns = from.card !== null && to.card !== null && Boolean(from.card) !== Boolean(to.card);
  const sides = turns ? [from, to] : [isNew || from.card === null ? to : from].filter((one) => one.card !== null);
  const width = (to.card === null ? from : to).box.width;
  const [small, start, end] = [from.card === null ? 1 : from.box.width / width, ...[from, to].map(({ box }) => [box.left + box.width / 2, box.top + box.height / 2])];
  const half = start.map((one, at) => (one + end[at]) / 2);
  const frame = ([x, y], wide, scale) => ({ translate: `${x}px ${y}px`, scale: `${wide * scale} ${scale}` });
  if (isNew) to.node.animate({ opacity: [0, 0] }, TAKES + delay);
  return sides.map(({ node }, side) => {
    const wide = turns ? [1 - side, 0, side] : [1, 1, 1];
    const copy = copyOf(node, width);
    const frames = [frame(start, wide[0], small), frame(half, wide[1], (small + 1) / 2), frame(end, wide[2], 1)];
    copy.animate(frames, { duration: TAKES, delay, easing: "ease-in-out", fill: "both" });
    return copy;
  });
}

// What a card looks like, its middle at the corner of the window.
function copyOf(node, width) {
  const copy = node.cloneNode(true);
  for (const name of ["data-key", "data-card", "id", "aria-pressed"]) copy.removeAttribute(name);
  copy.classList.remove("target", "chosen", "pile", "lifted");
  for (const one of copy.querySelectorAll(".count, .place")) one.remove();
  const styles = { "--card": `${width}px`, left: `${-width / 2}px`, top: `${(-width * 88) / 63 / 2}px` };
  Object.entries(styles).forEach(([key, value]) => copy.style.setProperty(key, value));
  return copy;
}
