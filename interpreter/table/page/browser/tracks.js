// Draws tracks: every space if there are few, with what is printed on it, and to scale if there are many.

import { element, phrase } from "./element.js";

const MOST_SPACES = 64;
const MOST_BESIDE = 9;
const [NARROWEST, WIDEST, BETWEEN] = [1.6, 3, 0.2]; // rem: how wide a space is, and how far from the next
const PHONE = [600, 1.25]; // so narrow a table, in pixels, has spaces of so many rem

// The piece of a player; what it means stands beside it, or is told of the track as a whole.
export function piece(owner, hint) {
  const number = owner ? owner.slice(1) : "●";
  return element("span", { class: "piece", "data-who": owner ? number : null, "aria-hidden": "true", hint }, number);
}

// Pieces have the colours that the game gives to players: those of cards that have lain before each of them since the
// beginning, one in a zone of the same name for each, open, and all of different colours. Else they have colours of their own.
export function colourPieces(root, table, first) {
  const players = table.blocks.filter((block) => /^p\d+$/.test(block.id));
  const before = new Map(first.blocks.flatMap((block) => block.zones.map((zone) => [zone.id, cardOf(zone)])));
  const names = (players[0]?.zones ?? []).filter((zone) => !zone.centre && (zone.shows ?? "all") === "all").map((zone) => zone.name);
  const found = names.map((name) => players.map((block) => block.zones.find((zone) => zone.name === name)).map((zone) => (zone && cardOf(zone) === before.get(zone.id) ? table.cards[cardOf(zone)]?.colour : null)));
  const colours = found.find((some) => some.length > 1 && some.every((one) => one && one !== "white") && new Set(some).size === some.length) ?? [];
  const { style } = root.closest(".side") ?? document.documentElement;
  players.forEach((block, at) => style.setProperty(`--who-${block.id.slice(1)}`, colours[at] ? `var(--piece-${colours[at]})` : ""));
}

// The one card that lies in a zone.
function cardOf({ cards }) {
  return cards?.length === 1 ? cards[0].card : null;
}

// `play.space` tells what a click on a space does, if it does anything. Buttons do the same, so these are for a pointer alone.
export function track(one, words, play) {
  const runners = one.at.filter((runner) => Number.isInteger(runner.place));
  if (!Number.isInteger(one.length) || one.length < 1) return null;
  const drawn = one.length <= MOST_SPACES ? spaces(one, runners, play) : scaled(one, runners);
  const heading = element("h2", { id: `track-${one.id}` }, one.label, " ", element("small", {}, one.length > MOST_SPACES ? `${one.length}` : ""));
  const says = (what, value) => phrase(words, "says", { what, value });
  const printed = one.rows.map((row) => says(row.label, row.spaces.map((space, at) => `${at + 1} ${space.text}`).join(", ")));
  const told = [...runners.map((runner) => says(runner.label, runner.told ?? runner.place)), ...printed].join(" ");
  const spoken = element("p", { class: "spoken" }, told);
  return element("section", { class: "track", "aria-labelledby": `track-${one.id}` }, heading, spoken, drawn, legend(one));
}

function spaces(one, runners, play) {
  const rows = one.rows;
  const space = (at) => {
    const here = runners.filter((runner) => Math.min(Math.max(runner.place, 0), one.length) === at);
    const printed = rows.map((row) => {
      const sign = at ? row.spaces[at - 1] : null;
      return element("span", { class: "sign", "data-colour": sign?.colour, hint: sign ? sign.text : null }, sign ? sign.sign : "");
    });
    const lanes = beside(one, here);
    const pieces = lanes.map((some, lane) => {
      const number = lanes.length > 1 ? `${lane + 1}` : null;
      const leads = play.space?.(one.id, at, number && lane + 1);
      const given = { class: leads?.label ? "pieces lit" : "pieces", hint: leads?.label, onclick: leads?.act };
      return element("span", { ...given, "data-lane": number && (at ? number : `${one.across.label} ${number}`), "data-space": `${one.id} ${at} ${lane + 1}` }, some.map((runner) => piece(runner.owner, runner.label)));
    });
    return element("div", { class: `space${here.length ? " held" : ""}` }, pieces, printed, element("span", { class: "number" }, `${at}`));
  };
  const lanes = beside(one, []).length;
  const start = Math.max(2, Math.ceil(one.at.length / lanes) + Number(lanes > 1)); // the lanes are named there
  const grid = element("div", { class: "spaces", "aria-hidden": "true", "data-start": `${start}`, style: { "--start": `${start}` } }, Array.from({ length: one.length + 1 }, (_, at) => space(at)));
  new ResizeObserver(() => even(grid)).observe(grid);
  return grid;
}

// Who stands on each of the spaces side by side; those who stand on none of them, as at the start, are spread over all.
function beside(one, here) {
  const number = one.across?.number;
  if (!Number.isInteger(number) || number < 1 || number > MOST_BESIDE) return [here];
  const on = (runner) => (runner.across >= 1 && runner.across <= number ? runner.across : (one.at.indexOf(runner) % number) + 1);
  return Array.from({ length: number }, (_, at) => here.filter((runner) => on(runner) === at + 1));
}

// Rows of one length, as few as have room, so that no space is left alone in the last. The start is so wide that all who begin
// there have room at their sizes of later.
export function even(grid) {
  const start = Number(grid.dataset.start);
  const count = grid.children.length + start - 1;
  const rem = parseFloat(getComputedStyle(document.documentElement).fontSize);
  const most = Math.max(1, Math.floor((grid.clientWidth / rem + BETWEEN) / ((grid.clientWidth < PHONE[0] ? PHONE[1] : NARROWEST) + BETWEEN)));
  const columns = Math.ceil(count / Math.ceil(count / most));
  grid.style.setProperty("grid-template-columns", `repeat(${columns}, minmax(0, ${WIDEST}rem))`);
  [...grid.children].forEach((space, at) => space.classList.toggle("first", at === 0 || (at + start - 1) % columns === 0)); // it has the numbers of lanes
}

function scaled(one, runners) {
  const lane = (runner) => {
    const part = Math.min(Math.max(runner.place / one.length, 0), 1);
    const line = element("span", { class: "lane", style: { "--part": `${part}` } }, piece(runner.owner, runner.label));
    return [element("span", { class: "runner" }, runner.label), line, element("span", { class: "at", style: { "min-width": `${`${one.length}`.length}ch` } }, `${runner.place}`)];
  };
  return element("div", { class: "lanes", "aria-hidden": "true" }, runners.map(lane));
}

function legend(one) {
  if (one.length > MOST_SPACES) return null;
  const found = new Map();
  for (const row of one.rows) for (const space of row.spaces) if (space.sign !== space.text) found.set(space.sign + space.colour, space);
  if (!found.size) return null;
  const item = (space) => element("li", {}, element("span", { class: "sign", "data-colour": space.colour }, space.sign), " ", space.text);
  return element("ul", { class: "legend", "aria-hidden": "true" }, [...found.values()].map(item));
}
