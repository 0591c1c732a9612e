// Draws the table that `State.table` describes (docs/table.md), and knows nothing else: no rules, no game.

import { element, phrase } from "./element.js";
import { Cards } from "./cards.js";
import { hide } from "./enlarged.js";
import { fit, isNarrow } from "./fit.js";
import { colourPieces, piece, track } from "./tracks.js";

const MOST_NAMES = [3, 4]; // On a phone, and elsewhere. Of more players who stand together the pieces have to do.

// What cards are for where nobody plays: `tell` is told what a card says when it is clicked.
export function still(tell, faces = "face-") {
  const never = () => false;
  return { faces, open: new Set(), isTarget: never, isChosen: never, isOffered: never, pick: (card, target, text) => tell(text) };
}

// One's own side at the bottom, the middle with its tracks in the middle, the others above. `first` is the table as it was
// at first: values that have not changed since are folded.
export function draw(root, table, words, changed, play, first = table) {
  const held = document.activeElement?.dataset?.key;
  const drawing = new Drawing(table, words, changed, play, first, (root.unfolded ??= new Set()));
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
  fit(root);
  if (held) [...root.querySelectorAll("[data-key]")].find((one) => one.dataset.key === held)?.focus({ preventScroll: true });
}

function isOwn(side) {
  return side.some((block) => block.you);
}

class Drawing {
  constructor(table, words, changed, play, first, unfolded) {
    Object.assign(this, { words, changed, play, unfolded });
    this.cards = new Cards(table, words, play);
    this.table = table.blocks.find((block) => block.id === "table");
    this.players = table.blocks.filter((block) => block !== this.table);
    this.sides = sidesOf(this.players);
    this.isPlayedThere = this.players.some((block) => block.zones.some((zone) => zone.centre));
    this.first = new Map(first.blocks.flatMap((block) => block.values.map((one) => [`${block.id} ${one.label}`, one.text])));
  }

  // A player, or a team with its players.
  side(blocks, place) {
    const { words } = this;
    const acts = blocks.some((block) => block.decides);
    const players = blocks.filter((block) => isPlayer(block));
    const alone = players.length < 2;
    const isHere = acts && (alone || blocks.some((block) => block.decides && block.you)); // else it stands beside the member's name
    const [first, own] = [blocks[0], blocks.length === 2 ? blocks[1] : players.find((block) => block.you)];
    const shown = own && own !== first ? `${this.name(own)} · ${first.label}` : this.name(first);
    const id = `block-${blocks[0].id}`;
    const heading = element(
      "h2",
      { id },
      players.map((block) => piece(block.id)),
      element("span", { class: "name" }, shown),
      blocks.map((block) => this.owner(block)),
      isHere ? this.turn() : null,
    );
    const inside = blocks.map((block) => {
      const mine = block.you || (place === "own" && !isPlayer(block));
      const zones = this.zones(block, mine);
      return alone || !isPlayer(block) || block.you ? zones : this.member(block, zones);
    });
    const told = blocks.filter((block) => alone || !isPlayer(block) || block.you).map((block) => this.values(block));
    const given = { class: `block ${place}${acts ? " acts" : ""}`, "aria-labelledby": id, "data-block": blocks.map((block) => block.id).join(" ") };
    return element("section", given, element("div", { class: "head" }, heading, told), element("div", { class: "zones" }, inside));
  }

  // What the others hold and have, in a line, for a phone, on which their sides lie far below.
  rivals() {
    const rivals = this.sides.filter((side) => !isOwn(side)).map((side) => {
      const told = side.flatMap((block) => [...block.zones.filter((zone) => zone.shows === "owner").map((zone) => `${zone.label} ${zone.count ?? "?"}`), ...this.sorted(block).told.map(({ label, text }) => `${label} ${text}`)]);
      const players = side.filter((block) => isPlayer(block));
      return element("span", { class: side.some((block) => block.decides) ? "acts" : null }, players.map((block) => piece(block.id)), " ", told.join(" · "));
    });
    return rivals.length ? element("div", { class: "rivals", "aria-hidden": "true" }, rivals) : "";
  }

  name(block) {
    return block.you ? `${block.label} (${this.words.you})` : block.label;
  }

  turn(is = true) {
    return element("span", { class: is ? "turn" : "turn away" }, element("span", { "aria-hidden": "true" }, "▶ "), this.words.decides);
  }

  member(block, zones) {
    const head = element("div", { class: "head" }, element("h3", { class: "name" }, this.name(block)), this.turn(block.decides), this.values(block));
    return element("div", { class: "member" }, head, element("div", { class: "zones" }, zones));
  }

  // A player or team that can be chosen for a move is a button.
  owner(block) {
    const chosen = this.play.isChosen(block.id);
    if (!chosen && !this.play.isOffered(block.id)) return null;
    const given = { class: `owner${chosen ? " chosen" : ""}`, type: "button", "aria-pressed": `${chosen}`, "data-key": `owner ${block.id}` };
    return element("button", { ...given, onclick: () => this.play.pickOwner(block.id) }, phrase(this.words, "choose_player", { who: block.label }));
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
    return element("section", given, heading, element("div", { class: "head" }, values), element("div", { class: "zones" }, rows, zones));
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
    return [...groups, ...inside.values()];
  }

  zone(zone, mine, head = zone.label, isMiddle = false) {
    const count = zone.count === null ? "" : `${zone.count}`;
    const heading = element("h3", { id: `zone-${zone.id}` }, head, " ", element("span", { class: "number" }, count));
    const flags = { changed: this.changed.has(zone.id), bare: zone.count === 0, theirs: !mine, hand: mine && zone.shows === "owner" };
    const kind = ["zone", ...Object.keys(flags).filter((flag) => flags[flag])].join(" ");
    const given = { class: kind, role: "group", "aria-labelledby": `zone-${zone.id}`, "data-zone": zone.id, "data-name": zone.name };
    return element("div", given, heading, this.cards.zone(zone, mine && !isMiddle, isMiddle && !zone.centre && this.isPlayedThere));
  }

  // The values of a block that are told, and those that are folded: what is told once stays where it is.
  sorted(block) {
    const key = (one) => `${block.id} ${one.label}`;
    for (const one of block.values) if (one.colour || this.first.get(key(one)) !== one.text) this.unfolded.add(key(one));
    const isTold = (one) => this.unfolded.has(key(one));
    return { told: block.values.filter(isTold), rest: block.values.filter((one) => !isTold(one)) };
  }

  // What is told of a block. What has no colour and is what it was at first is folded.
  values(block) {
    const { words } = this;
    const { told, rest } = this.sorted(block);
    const chosen = block.chosen ? [{ label: words.chosen, text: block.chosen === "?" ? phrase(words, "secret") : block.chosen }] : [];
    const shown = [...told, ...chosen];
    const list = shown.length ? element("dl", { class: "values" }, shown.map(value)) : null;
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

function isPlayer(block) {
  return /^p\d+$/.test(block.id);
}

function value({ label, text, colour }) {
  return element("div", {}, element("dt", {}, label), element("dd", { "data-colour": colour }, text));
}
