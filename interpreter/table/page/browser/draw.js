// Draws the table that `State.table` describes (docs/table.md), and knows nothing else: no rules, no game.

import { element, phrase } from "./element.js";
import { Cards } from "./cards.js";
import { piece, track } from "./tracks.js";

// What cards are for where nobody plays: `tell` is told what a card says when it is clicked.
export function still(tell, faces = "face-") {
  const never = () => false;
  return { faces, open: new Set(), isTarget: never, isChosen: never, isOffered: never, pick: (card, target, text) => tell(text) };
}

export function draw(root, table, words, changed, play) {
  const held = document.activeElement?.dataset?.key;
  const cards = new Cards(table, words, play);
  const panels = sides(table.blocks).map((blocks) => panel(blocks, cards, words, changed)).filter(Boolean);
  const own = panels.filter((one) => one.matches(".own"));
  const others = panels.filter((one) => !one.matches(".own"));
  root.replaceChildren(...own, ...table.tracks.map((one) => track(one, words)).filter(Boolean), element("div", { class: "others" }, others));
  if (held) [...root.querySelectorAll("[data-key]")].find((one) => one.dataset.key === held)?.focus({ preventScroll: true });
}

// The blocks that are drawn as one: the middle, each player, or each team with its players.
function sides(blocks) {
  const found = new Map();
  for (const block of blocks) {
    const side = block.team ?? block.id;
    found.set(side, [...(found.get(side) ?? []), block]);
  }
  return [...found.values()];
}

function panel(blocks, cards, words, changed) {
  const own = blocks.some((block) => block.you);
  const acts = blocks.some((block) => block.decides);
  const several = blocks.length > 2;
  const name = (block) => (block.you ? `${block.label} (${words.you})` : block.label);
  const shown = blocks.length === 2 ? [name(blocks[1]), blocks[0].label].join(" · ") : name(blocks[0]);
  const players = blocks.filter((block) => /^p\d+$/.test(block.id));
  const id = `block-${blocks[0].id}`;
  const heading = element(
    "h2",
    { id },
    players.map((block) => piece(block.id)),
    element("span", { class: "name" }, shown),
    blocks.map((block) => owner(block, cards.play, words)),
    acts ? element("span", { class: "turn" }, element("span", { "aria-hidden": "true" }, "▶ "), words.decides) : null,
  );
  const bodies = blocks.map((block) => body(block, several && players.includes(block) ? name(block) : "", cards, words, changed));
  const kind = blocks[0].id === "table" ? "block middle" : `block${own ? " own" : ""}${acts ? " acts" : ""}`;
  if (!bodies.some(Boolean)) return null;
  return element("section", { class: kind, "aria-labelledby": id, "data-block": blocks.map((block) => block.id).join(" ") }, heading, bodies);
}

// A player or team that can be chosen for a move is a button.
function owner(block, play, words) {
  const chosen = play.isChosen(block.id);
  if (!chosen && !play.isOffered(block.id)) return null;
  const given = { class: `owner${chosen ? " chosen" : ""}`, type: "button", "aria-pressed": `${chosen}`, "data-key": `owner ${block.id}` };
  return element("button", { ...given, onclick: () => play.pickOwner(block.id) }, phrase(words, "choose_player", { who: block.label }));
}

function body(block, head, cards, words, changed) {
  const inside = new Map(block.zones.map((zone) => [zone.id, drawn(zone, block, cards, changed)]));
  const groups = block.groups.map((group) => {
    const zones = group.zones.map((zone) => {
      const found = inside.get(zone);
      inside.delete(zone);
      return found;
    });
    return element("div", { class: "group", role: "group", "aria-label": group.label }, element("h3", {}, group.label), element("div", { class: "zones" }, zones));
  });
  const chosen = block.chosen ? [[words.chosen, block.chosen === "?" ? phrase(words, "secret", {}) : block.chosen, null]] : [];
  const told = [...block.values.map((one) => [one.label, one.text, one.colour]), ...chosen];
  const values = told.length ? element("dl", { class: "values" }, told.map(value)) : null;
  const zones = inside.size ? element("div", { class: "zones" }, [...inside.values()]) : null;
  if (!values && !zones && !groups.length) return null;
  return [head ? element("h3", { class: "member" }, head) : null, values, groups, zones];
}

function value([label, text, colour]) {
  return element("div", {}, element("dt", {}, label), element("dd", { "data-colour": colour }, text));
}

function drawn(zone, block, cards, changed) {
  const count = zone.count === null ? "" : `${zone.count}`;
  const heading = element("h3", { id: `zone-${zone.id}` }, zone.label, " ", element("span", { class: "number" }, count));
  const kind = `zone${changed.has(zone.id) ? " changed" : ""}${zone.count ? "" : " bare"}`;
  const given = { class: kind, role: "group", "aria-labelledby": `zone-${zone.id}`, "data-zone": zone.id, "data-name": zone.name };
  return element("div", given, heading, cards.zone(zone, block.you));
}
