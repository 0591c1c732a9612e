// Chooses the size of the cards: the largest for which the table has room in the window, down to a least one.

import { MOST_ASIDE } from "./cards.js";
import { isNarrow } from "./element.js";

const STEPS = 12;
const MOST_IN_ROWS = 9; // steps: rather than smaller cards in rows a phone has larger ones upon each other,
const MOST_ENTIRE = 10; // and larger ones of which some lie farther down
const LONG = ":is(.own .hand, .middle .zone)"; // zones whose cards a phone lays in rows
const SIZES = { own: [112, 64], mid: [96, 38], far: [76, 28] }; // pixels: how wide cards are, at most and at least
const SPREAD = { own: [1.07, 1.05], mid: [1.07, 1.02], far: [1.07, 0.5] }; // how far from card to card, in widths
const ASIDE = 0.72; // of the size of one's hand: one's other cards
const BETWEEN_CARDS = 3; // pixels, in two rows
const MOST_ROOM = 8; // cards side by side for which a zone keeps room, but for one's hand
const ASUNDER = 34; // pixels that zones in a row need besides their cards
const TOUCH = 24.5; // pixels that a finger needs
const NARROW = 0.75; // of all of it on a phone
const MOST_KEPT = 8; // sizes of a table of which a page remembers how it was laid
const MOST_IN_A_ROW = 8; // cards; of more a phone has two rows, so that nothing on them is covered, if it has room

// How the table is laid, the best way first: whether zones keep their room, and a phone has rows for many cards; with `entire`
// a phone has all in sight that lies open before one, and in `low` ways one's other cards are as small as those in the middle.
const WAYS = [
  { keeps: true, rows: true, cramped: false, low: true, entire: true },
  { keeps: true, rows: false, cramped: false, low: true, entire: true },
  { keeps: true, rows: true, cramped: false, low: false },
  { keeps: true, rows: false, cramped: false, low: false },
  { keeps: false, rows: true, cramped: false, low: false },
  { keeps: false, rows: false, cramped: false, low: false },
  { keeps: false, rows: false, cramped: true, low: false },
  { keeps: false, rows: false, cramped: true, low: true },
];

const between = ([most, least], part) => most + (least - most) * part;

// Cards get smaller while the game goes on only if they need more room than was known, and larger again only in the next
// `hand`; in a window of another size they begin anew, and where the window was so large before in this hand, be it that the
// page was loaded anew since, they are as they were. `rooms` has of zones how many cards lie there at most.
export function fit(root, rooms = root.known, hand = root.hand) {
  Object.assign(root, { known: rooms, hand });
  if (!root.watched) {
    root.watched = new ResizeObserver(() => fit(root));
    root.watched.observe(root);
    root.laid = remembered(root);
  }
  const narrow = isNarrow();
  const isFixed = narrow || getComputedStyle(root).overflowY === "auto"; // else the page grows with the table
  const sized = `${root.clientWidth} ${innerHeight}`;
  const known = root.laid.get(`${hand} ${sized}`) ?? { way: 0, step: isFixed ? 0 : STEPS / 2, rooms: root.sized === sized ? root.rooms : new Map() };
  Object.assign(root, known, { sized });
  keepRooms(root, new Map(Object.values(rooms ?? {}).flat().map(([name, own, others]) => [name, [own, others]])));
  const isLong = narrow && [...root.querySelectorAll(LONG)].some((zone) => Number(zone.dataset.most) > MOST_IN_A_ROW);
  // What had no room once is not tried again before something new begins.
  for (; root.way < WAYS.length; root.way += 1, root.step = 0) {
    const { entire = false, ...flags } = WAYS[root.way];
    if ((flags.rows && !isLong) || (entire && !narrow)) continue;
    for (const [name, is] of Object.entries({ ...flags, entire })) root.classList.toggle(name, is);
    const most = flags.rows ? MOST_IN_ROWS : entire ? MOST_ENTIRE : STEPS;
    if (!fits(root, most, narrow)) continue;
    for (; root.step <= most; root.step += 1) if (fits(root, root.step, narrow)) return settle(root);
  }
  Object.assign(root, { way: WAYS.length - 1, step: STEPS });
  return settle(root);
}

// How the table was laid before the page was loaded anew, by hands and sizes of the window; a page may have no storage.
function remembered(root) {
  const name = `laid ${location.pathname}`;
  addEventListener("pagehide", () => {
    const laid = [...root.laid].slice(-MOST_KEPT).map(([key, one]) => [key, { ...one, rooms: [...one.rooms] }]);
    if (root.id) sessionStorage.setItem(name, JSON.stringify(laid));
  });
  try {
    const laid = JSON.parse((root.id && sessionStorage.getItem(name)) || "[]");
    return new Map(laid.map(([key, one]) => [key, { ...one, rooms: new Map(one.rooms) }]));
  } catch {
    return new Map();
  }
}

// A zone keeps room for what is known to lie there at most, and what once lay there, so that everything stays in its place
// while cards come and go; until the window has another size, or the table has no room for that.
function keepRooms(root, known) {
  root.rooms ??= new Map();
  for (const zone of root.querySelectorAll("[data-zone]")) {
    const { zone: id, name } = zone.dataset;
    const [own, others] = known.get(name) ?? [0, 0];
    const isHand = zone.matches(".own .hand");
    const room = isHand ? own : zone.matches(".own .theirs, .others *") ? others : Math.max(own, others);
    const most = Math.max(zone.querySelectorAll(":scope > .cards > li").length, root.rooms.get(id) ?? (zone.matches(".aside") ? Math.min(room, MOST_ASIDE[Number(!isNarrow())]) : room));
    root.rooms.set(id, most);
    zone.classList.toggle("kept", most > 0);
    zone.dataset.most = `${most}`;
    for (const [name, many] of [["--all", most], ["--most", isHand ? most : Math.min(most, MOST_ROOM)]]) zone.style.setProperty(name, `${many}`);
  }
  for (const head of root.querySelectorAll("[data-block] > .head")) head.style.setProperty("--high", `${root.rooms.get(head.parentElement.dataset.block) ?? 0}px`);
}

// What is told of a player keeps its lines, too; what a back says is as long as the card at most.
function settle(root) {
  root.laid.set(`${root.hand} ${root.sized}`, { way: root.way, step: root.step, rooms: root.rooms });
  for (const said of root.querySelectorAll(".back .said")) said.style.setProperty("scale", `1 ${Math.min(1, said.parentElement.clientHeight / said.offsetHeight)}`);
  for (const head of root.querySelectorAll("[data-block] > .head")) {
    const { block } = head.parentElement.dataset;
    root.rooms.set(block, Math.max(root.rooms.get(block) ?? 0, head.offsetHeight));
  }
}

// Whether the table has room with cards of this size, which they then have.
function fits(root, step, narrow) {
  root.dataset.size = `${step}`;
  for (const [name, range] of Object.entries(SIZES)) {
    const width = between(range, step / STEPS) * (narrow ? NARROW : 1);
    const most = narrow && { own: touchable, mid: together }[name]?.(root);
    root.style.setProperty(`--${name}`, `${Math.max(Math.min(width, most || width), SIZES.far[1])}px`);
    root.style.setProperty(`--${name}-spread`, `${between(SPREAD[name], step / STEPS)}`);
  }
  const least = SIZES.own[1] * (narrow ? NARROW : 1);
  root.style.setProperty("--aside", root.matches(".low") ? "var(--mid)" : `max(${least}px, calc(var(--own) * ${ASIDE}))`);
  root.classList.toggle("tight", step > STEPS / 2);
  for (const zone of root.querySelectorAll(LONG)) keepRows(zone, root.classList.contains("rows"));
  return isInSight(root, narrow);
}

// How wide the cards of one's hand may be so that enough is left of each to be touched where they lie upon each other, or
// that two rows have them all.
function touchable(root) {
  const hand = root.querySelector(".own .hand");
  const most = Number(hand?.dataset.most);
  const wide = hand?.parentElement.clientWidth; // as if nothing stood beside it
  if (most > MOST_IN_A_ROW && root.classList.contains("rows")) return (wide - BETWEEN_CARDS) / Math.ceil(most / 2) - BETWEEN_CARDS;
  return hand ? wide - TOUCH * (most - 1) : Infinity;
}

// Rows keep their height while there are fewer cards in them; those of one's hand are as long as each other.
function keepRows(zone, isLaidSo) {
  const cards = zone.querySelector(":scope > :is(.cards, .empty)");
  if (!isLaidSo) return ["min-height", "max-width"].forEach((name) => cards.style.removeProperty(name));
  const most = Number(zone.dataset.most);
  const width = parseFloat(getComputedStyle(zone).getPropertyValue(zone.matches(".own *") ? "--own" : "--mid"));
  const wide = zone.parentElement.clientWidth;
  const rows = Math.ceil(most / Math.max(1, Math.floor((wide + BETWEEN_CARDS) / (width + BETWEEN_CARDS))));
  if (zone.matches(".hand")) cards.style.setProperty("max-width", `${Math.ceil(cards.children.length / rows) * (width + BETWEEN_CARDS)}px`);
  return cards.style.setProperty("min-height", `${rows * ((width * 88) / 63 + BETWEEN_CARDS)}px`);
}

// How wide cards may be so that those of the players that stand together in the middle stand in one row, or those of a grid.
function together(root) {
  const many = [...root.querySelectorAll(".together > .zones, .cells")].map((row) => Number(row.dataset.columns ?? row.children.length));
  return root.clientWidth / Math.max(1, ...many) - ASUNDER;
}

// Whether the table has room; where a page scrolls, at least the middle and one's hand.
function isInSight(root, narrow) {
  if (!narrow) return root.scrollHeight <= root.clientHeight + 1;
  const hand = root.querySelector(".own .hand") ?? root.querySelector(".own") ?? root.querySelector(".centre");
  const foot = document.querySelector("footer")?.offsetHeight ?? 0;
  if (getComputedStyle(hand.closest(".own") ?? hand).position === "sticky") return hand.offsetHeight <= (innerHeight - foot) / 3;
  const meant = [hand, ...(root.matches(".entire") ? root.querySelectorAll(".own [data-shows=all]:not(.theirs)") : [])];
  return meant.every((one) => one.getBoundingClientRect().bottom + scrollY <= innerHeight - foot);
}
