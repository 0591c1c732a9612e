// Draws the table that `State.table` describes (docs/table.md), and knows nothing else: no rules, no game.

import { element, isNarrow, phrase } from "./element.js";
import { Cards } from "./cards.js";
import { hide } from "./enlarged.js";
import { fit } from "./fit.js";
import { colourPieces, even, piece, track } from "./tracks.js";

const MOST_NAMES = [2, 4]; // On a phone, and elsewhere. Of more players who stand together the pieces have to do.

// What cards are for where nobody plays: `tell` is told what a card says when it is clicked.
export function still(tell, faces = "face-") {
  const never = () => false;
  return { faces, open: new Set(), isTarget: never, isFirst: never, isChosen: never, owner: never, pick: (card, target, text) => tell(text) };
}

// One's own side at the bottom, the middle with its tracks in the middle, the others above. `first` is the table as it was
// at first. Of the `step` it is told which zones changed, and which values have changed so far: others, if they are not known to
// change, are folded. Cards have another size in the next `hand`;
// those that are `fresh` have newly come to where they lie, and of a heap the `latest` lies on top.
export function draw(root, table, words, { zones, told, hand, fresh, latest }, play, first = table) {
  const held = focusIn(root);
  const drawing = new Drawing(table, words, zones, play, told, fresh, latest);
  colourPieces(root, table, first);
  const own = drawing.sides.filter((side) => isOwn(side)).map((side) => drawing.side(side, "own"));
  const others = drawing.sides.filter((side) => !isOwn(side)).map((side) => drawing.side(side, "other"));
  const tracks = table.tracks.map((one) => track(one, words, play));
  hide();
  root.classList.add("laid");
  root.replaceChildren(
    // In the order in which one comes to them: from one's own cards the next step leads to the moves.
    element("div", { class: "others", style: { "--columns": `${others.length < 5 ? others.length : Math.ceil(others.length / 2)}` } }, others),
    drawing.rivals(),
    element("div", { class: "centre" }, tracks, drawing.middle()),
    ...own,
  );
  root.querySelectorAll(".spaces").forEach(even);
  fit(root, table.rooms?.zones ?? {}, hand);
  held?.()?.focus({ preventScroll: true });
}

// What finds again what had the focus, once all is drawn anew: itself, or what lies then where it lay in its zone.
function focusIn(root) {
  const { activeElement: held } = document;
  if (!root.contains(held) || !held.dataset.key) return null;
  const { key } = held.dataset;
  const zone = held.closest("[data-zone]")?.dataset.zone;
  const lying = () => [...(root.querySelector(`[data-zone="${CSS.escape(zone)}"]`)?.querySelectorAll(":scope > .cards [data-key]") ?? [])];
  const at = zone ? lying().indexOf(held) : -1;
  return () => [...root.querySelectorAll("[data-key]")].find((one) => one.dataset.key === key) ?? (at < 0 ? null : (lying()[at] ?? lying().at(-1)));
}

function isOwn(side) {
  return side.some((block) => block.you);
}

class Drawing {
  constructor(table, words, changed, play, unfolded, fresh, latest) {
    Object.assign(this, { words, changed, play, unfolded });
    this.marked = markedBy(table);
    this.cards = new Cards(table, words, play, (card, zone) => this.marked.find(({ cards, zones }) => cards.includes(card) && zones.includes(zone.id)), (card, zone) => fresh.get(zone.id)?.has(card), latest);
    const textOf = (one) => one.text ?? one.cards.map((card) => table.cards[card]?.label ?? card).join(", ");
    const told = ({ values }) => values.map((one) => ({ ...one, text: textOf(one) }));
    const blocks = table.blocks.map((block) => ({ ...block, values: told(block), zones: withRooms(block, table.rooms?.zones[kindOf(block)] ?? []) }));
    this.table = blocks.find((block) => block.id === "table");
    this.players = blocks.filter((block) => block !== this.table);
    this.sides = sidesOf(this.players);
    this.isPlayedThere = this.players.some((block) => block.zones.some((zone) => zone.centre));
    this.rooms = table.rooms?.values ?? {};
  }

  // A player, or a team with its players.
  side(blocks, place) {
    const { words } = this;
    const acts = blocks.some((block) => block.decides);
    const players = blocks.filter((block) => isPlayer(block));
    const alone = players.length < 2;
    const isBeside = !alone && !players.some((block) => block.you); // it stands beside the member's name
    const isHere = acts && (alone || blocks.some((block) => block.decides && block.you));
    const [first, own] = [blocks[0], blocks.length === 2 ? blocks[1] : players.find((block) => block.you)];
    const shown = own && own !== first ? `${this.name(own)} · ${first.label}` : this.name(first);
    const id = `block-${blocks[0].id}`;
    const owners = blocks.map((block) => this.owner(block)).filter(Boolean);
    const isWhole = place === "other" && owners.length === 1;
    const heading = element(
      "h2",
      { id },
      players.map((block) => piece(block.id)),
      element("span", { class: "name" }, shown),
      isWhole ? null : owners,
      isBeside ? null : this.state(blocks, isHere),
    );
    const inside = blocks.map((block) => {
      const mine = block.you || (place === "own" && !isPlayer(block));
      const zones = this.zones(block, mine);
      return alone || !isPlayer(block) || block.you ? zones : this.member(block, zones);
    });
    const told = blocks.filter((block) => alone || !isPlayer(block) || block.you).map((block) => this.values(block));
    const given = { class: `block ${place}${acts ? " acts" : ""}`, "aria-labelledby": id, "data-block": blocks.map((block) => block.id).join(" ") };
    return element("section", given, element("div", { class: "head" }, heading, told), element("div", { class: "zones" }, inside), isWhole ? owners : null);
  }

  // What the others hold and have, in a line, for a phone, on which their sides lie far below.
  rivals() {
    const rivals = this.sides.filter((side) => !isOwn(side)).map((side) => {
      const players = side.filter((block) => isPlayer(block));
      const who = (block) => (players.length > 1 && isPlayer(block) ? [piece(block.id), " "] : "");
      const all = side.flatMap((block) => [...block.zones.filter((zone) => zone.shows === "owner").map(({ label, count }) => ({ label: [who(block), label], text: `${count ?? "?"}`, room: "00" })), ...this.sorted(block).told.filter(({ always }) => always !== false)]);
      const told = all.map(({ label, text, room }, at) => element("span", {}, at ? "· " : "", label, " ", element("span", { "data-room": room }, text)));
      return element("span", { class: side.some((block) => block.decides) ? "acts" : null }, players.map((block) => piece(block.id)), " ", told);
    });
    const show = ({ target }) => document.querySelectorAll(".others > .block")[rivals.findIndex((one) => one.contains(target))]?.scrollIntoView({ block: "center", behavior: "smooth" });
    return rivals.length ? element("div", { class: "rivals", "aria-hidden": "true", onclick: show }, rivals) : "";
  }

  name(block) {
    return block.you ? `${block.label} (${this.words.you})` : block.label;
  }

  // Whether somebody is to move, or has chosen what is not told yet; its room is kept.
  state(blocks, is) {
    const { words } = this;
    const chosen = is ? null : blocks.find((block) => block.chosen)?.chosen;
    const told = chosen && phrase(words, "says", { what: words.chosen, value: chosen === "?" ? phrase(words, "secret") : chosen });
    const inside = [element("span", { "aria-hidden": "true", hint: told }, chosen ? "✓ " : "▶ ", chosen ? words.ready : words.decides), element("span", { class: "spoken" }, told ?? words.decides)];
    return element("span", { class: is || chosen ? "turn" : "turn away" }, inside);
  }

  member(block, zones) {
    const head = element("div", { class: "head" }, element("h3", { class: "name" }, this.name(block)), this.state([block], block.decides), this.values(block));
    return element("div", { class: "member" }, head, element("div", { class: "zones" }, zones));
  }

  // A player or team that can be chosen for a move is a button; of another's side, where it is the only one, all of the side.
  owner(block) {
    const offered = this.play.owner(block.id, phrase(this.words, "choose_player", { who: block.label }));
    if (!offered) return null;
    const { label, isChosen, act } = offered;
    const given = { class: `owner${isChosen ? " chosen" : ""}`, type: "button", "aria-pressed": isChosen === undefined ? null : `${isChosen}`, "data-key": `owner ${block.id}` };
    return element("button", { ...given, hint: label, onclick: act }, element("span", {}, label));
  }

  // The zones of the table, and those of the players that stand there together.
  middle() {
    const { table } = this;
    const centred = this.players.flatMap((block) => block.zones.filter((zone) => zone.centre).map((zone) => ({ block, zone })));
    const rows = [...Map.groupBy(centred, ({ zone }) => zone.name).values()].map((row) => {
      const called = (block) => element("span", { class: row.length > MOST_NAMES[Number(!isNarrow())] ? "spoken" : null }, ` ${this.name(block)}`);
      const zones = row.map(({ block, zone }) => this.zone(zone, block.you, [piece(block.id), called(block)], true));
      const { label, name } = row[0].zone;
      return element("div", { class: "together", role: "group", "aria-label": label }, element("h3", { id: `together-${name}` }, label), element("div", { class: "zones" }, zones));
    });
    const zones = table ? this.zones(table, true) : [];
    const values = table ? this.values(table).filter(Boolean) : [];
    if (!zones.length && !rows.length && !values.length) return null;
    const heading = element("h2", { id: "block-table", class: "spoken" }, table?.label ?? "");
    const given = { class: "block middle", "aria-labelledby": "block-table", "data-block": "table" };
    const isAside = (one) => one.matches(".aside");
    const asides = zones.some(isAside) ? element("div", { class: "asides" }, zones.filter(isAside)) : null;
    return element("section", given, heading, element("div", { class: "head" }, values), element("div", { class: "zones" }, rows, zones.filter((one) => !isAside(one)), asides));
  }

  // The zones of a block that stand there, those that stand together in their groups.
  zones(block, mine) {
    const inside = new Map(block.zones.filter((zone) => !zone.centre || block === this.table).map((zone) => [zone.id, this.zone(zone, mine, zone.label, block === this.table)]));
    const groups = block.groups.map((group) => {
      const zones = group.zones.map((zone) => {
        const found = inside.get(zone);
        inside.delete(zone);
        return found;
      });
      return element("div", { class: "group", role: "group", "aria-label": group.label }, element("h3", {}, group.label), element("div", { class: "zones" }, zones));
    });
    const grids = (block.grids ?? []).filter(({ zones }) => inside.has(zones[0][0])).map((grid) => this.grid(grid, inside));
    return [...groups, ...grids, ...inside.values()];
  }

  // Zones in rows and columns, which are taken out of those that are left.
  grid({ label, rows, columns, zones }, inside) {
    const name = (text) => element("span", { class: "line-name", "aria-hidden": "true" }, text);
    const cells = zones.flatMap((row, at) => [
      name(rows[at]),
      ...row.map((id) => {
        const cell = inside.get(id);
        inside.delete(id);
        return cell;
      }),
    ]);
    const table = element("div", { class: "cells", "data-columns": `${columns.length}`, style: { "--columns": `${columns.length}` } }, name(""), columns.map(name), cells);
    return element("div", { class: "grid", role: "group", "aria-label": label }, element("h3", {}, label), table);
  }

  zone(zone, mine, head = zone.label, isMiddle = false) {
    const count = zone.count === null ? "" : `${zone.count}`;
    const heading = element("h3", { id: `zone-${zone.id}`, hint: this.changed.has(zone.id) ? this.words.changed : null }, head, " ", element("span", { class: "number" }, count));
    const isAside = isMiddle && !zone.centre && this.isPlayedThere;
    const flags = { changed: this.changed.has(zone.id), bare: zone.count === 0, theirs: !mine, hand: mine && zone.shows === "owner", aside: isAside, absent: zone.absent };
    const kind = ["zone", ...Object.keys(flags).filter((flag) => flags[flag])].join(" ");
    const given = { class: kind, role: "group", "aria-labelledby": `zone-${zone.id}`, "data-zone": zone.id, "data-name": zone.name, "data-shows": zone.shows ?? "all", "aria-hidden": zone.absent && "true" };
    const leads = mine && !zone.cards?.some(({ card }) => card && this.play.isTarget(card, zone)) ? this.play.cell?.(zone.name) : null;
    const reached = leads && element("button", { type: "button", class: "reached", hint: leads.label, "aria-label": leads.label, "data-key": `cell ${zone.id}`, onclick: leads.act });
    return element("div", given, heading, this.cards.zone(zone, mine && !isMiddle, isAside), reached);
  }

  // The values of a block that are told, and those that are folded: what is told once stays where it is, and what is known to
  // change has its place from the beginning, also while there is none (its `text` is null then).
  sorted(block) {
    const key = (one) => `${block.id} ${one.label}`;
    const known = new Map((this.rooms[block.you ? "you" : kindOf(block)] ?? []).map(([label, room, always = true]) => [label, { room: room || "★", always }]));
    const [told, rest] = [[], []];
    for (const one of block.values) if (!known.has(one.label)) (this.unfolded.has(key(one)) ? told : rest).push(one);
    const places = [...known].map(([label, room]) => ({ ...(block.values.find((one) => one.label === label) ?? { label, text: null }), ...room }));
    const marks = (one) => ({ ...one, mark: this.marked.find(({ id, label }) => id === block.id && label === one.label) });
    return { told: [...places, ...told].map(marks), rest };
  }

  // What is told of a block; the rest is folded.
  values(block) {
    const { words } = this;
    const { told, rest } = this.sorted(block);
    const list = told.length ? element("dl", { class: "values" }, told.map(value)) : null;
    const folded = () => this.cards.folded(`values ${block.id}`, this.cards.inside(phrase(words, "more", { n: rest.length }), rest.map((one) => one.label).join(", ")), element("dl", { class: "values" }, rest.map(value)));
    return [rest.length ? folded() : null, list];
  }
}

// What stands around the table: each player, a team of several with its players if it has something in front of it. Of
// another team, what is told of it stands with the first of its players.
function sidesOf(blocks) {
  const teams = Map.groupBy(blocks, (block) => block.team ?? block.id);
  const isOne = ([team]) => team.zones.length > 0;
  const of = (block) => teams.get(block.team ?? block.id);
  const sides = blocks.filter((block) => isPlayer(block)).map((block) => {
    const [team, first] = of(block);
    if (team === block) return [block];
    if (isOne(of(block))) return first === block ? of(block) : null;
    return first === block ? [team, block] : [block];
  });
  return sides.filter(Boolean);
}

// What a block is: of the `table`, a player (`p`) or a team (`t`).
function kindOf(block) {
  return block.id.replace(/\d+$/, "");
}

// The zones of a block, and those of which nothing is known yet but that will be there: their place is kept.
function withRooms({ id: owner, zones }, known) {
  const found = new Map(zones.map((zone) => [zone.name, zone]));
  const missing = known.filter(([name, , , label]) => label && !found.has(name));
  if (!missing.length) return zones;
  for (const [name, , , label] of missing) found.set(name, { id: `${owner}.${name}`, name, label, order: "heap", shows: "none", count: 0, cards: null, absent: true });
  return [...known.map(([name]) => found.get(name)).filter(Boolean), ...zones.filter(({ name }) => !known.some(([one]) => one === name))];
}

function isPlayer(block) {
  return /^p\d+$/.test(block.id);
}

// The cards that a value names are marked where they lie: those of the table among what is played, those of a player in the
// hand. Each with its sign, which stands beside the label of the value, too.
function markedBy({ blocks }) {
  const played = blocks.flatMap(({ zones }) => zones.filter(({ centre }) => centre));
  return blocks.flatMap(({ id, zones, values }) => values.filter(({ cards }) => cards).flatMap(({ label, cards }) => {
    const [sign, places] = id === "table" ? ["★", played] : ["♛", zones.filter(({ shows }) => shows === "owner")];
    const found = places.filter((zone) => zone.cards?.some(({ card }) => cards.includes(card)));
    return found.length ? [{ id, label, cards, sign, zones: found.map((zone) => zone.id) }] : [];
  }));
}

function value({ label, text, colour, room, mark }) {
  const given = text === null ? { class: "absent", "aria-hidden": "true" } : {};
  return element("div", given, element("dt", {}, label), element("dd", { "data-colour": colour, "data-room": room }, mark ? [element("span", { "aria-hidden": "true" }, mark.sign), element("span", { class: "spoken" }, text)] : text));
}
