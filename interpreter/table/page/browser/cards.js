// Draws cards: faces with what they say, backs, piles, and long rows of cards as short lines of text.

import { element, isNarrow, phrase, placed } from "./element.js";
import { enlarging } from "./enlarged.js";

const MOST_DRAWN = 16; // More different cards than these lie as a pile, so that what is out of play does not fill the screen.
export const MOST_ASIDE = [1, 3]; // The same of the table where what is played lies beside them, on a phone and elsewhere.
const [INSIDE, LEAST_OPEN] = [8, 90]; // pixels
const MOST_OWN = 40; // One's own hand lies as cards a little longer.

// What a card says in a list beside its label.
function besideLabel(face) {
  const line = beyond(face.label, face.short).replace(/^\(([^()]*)\)$/, "$1");
  return line.includes("(") ? line : line.replace(/\)$/, "");
}

// What a text says after the words of a label: `train 10 (red, stages 2)` after `train 10 (red)` says `stages 2)`.
function beyond(label, text) {
  if (text.startsWith(label)) return text.slice(label.length).replace(/^[\s,;:–-]+/, "").trim();
  const plain = (word) => word.replace(/^[(]|[),;:]+$/g, "");
  const [words, own] = [text.split(" "), label.split(" ")];
  const first = own.findIndex((word, at) => plain(words[at] ?? "") !== plain(word));
  return words.slice(first < 0 ? own.length : first).join(" ");
}

function equal(one, other) {
  return one.card === other.card && one.text === other.text;
}

// Cards that look alike, counted; in a row their places matter, so they stay apart.
function counted(cards, order) {
  const runs = [];
  for (const card of cards) {
    const found = order === "row" ? null : runs.find((run) => equal(run.card, card));
    if (found) found.n += 1;
    else runs.push({ card, n: 1 });
  }
  return runs;
}

function marks(card, face) {
  const plain = face && (card.text === face.short || card.text === face.label);
  if (!face || plain) return null;
  const found = card.text.match(/\(([^()]*)\)$/);
  return found && !face.short.endsWith(found[0]) ? element("span", { class: "mark" }, found[1]) : null;
}

// What a card is marked as: a sign, and a word to hear.
function badge(mark) {
  return mark ? element("span", { class: "badge", hint: mark.label }, element("span", { "aria-hidden": "true" }, mark.sign), element("span", { class: "spoken" }, mark.label)) : null;
}

export class Cards {
  // `marked` says what a card in a zone is marked as, `isFresh` whether it has newly come there; `play` says which cards are targets and which one is chosen, what happens when one is clicked, and which piles are
  // open; see `still` in draw.js.
  constructor(table, words, play, marked, isFresh, latest) {
    Object.assign(this, { marked, isFresh, latest, faces: table.cards, words, play });
  }

  zone(zone, large, isAside = false) {
    const { count, cards, order } = zone;
    if (count === 0 || (cards && cards.length === 0)) return element("p", { class: "empty" }, element("span", { class: "spoken" }, this.words.empty));
    if (!cards) return this.list([this.back(null, count, zone)]);
    if (order === "stack") return this.stack(zone);
    const runs = counted(cards, order);
    const isHeap = zone.shows === "none" ? runs.length > 1 : runs.length > (large ? MOST_OWN : isAside ? MOST_ASIDE[Number(!isNarrow())] : MOST_DRAWN);
    if (isHeap && !cards.some(({ card }) => card && this.play.isTarget(card, zone))) return this.heap(zone, runs);
    const list = this.list(runs.map((run, at) => this.card(run, zone, order === "row" ? at + 1 : null)));
    if (runs.some(({ n }) => n > 1)) list.classList.add("counted");
    return list;
  }

  list(items) {
    return element("ul", { class: "cards" }, items.map((item) => element("li", {}, item)));
  }

  stack(zone) {
    const [top, ...rest] = zone.cards;
    const pile = this.list([this.card({ card: top, n: 1 }, zone, null, zone.cards.length)]);
    if (!rest.length || rest.every((card) => !card.card)) return pile;
    const open = rest.some(({ card }) => card && this.play.isTarget(card, zone));
    return [pile, this.folded(zone.id, this.more("beneath", rest.length, zone.cards.length), this.lines(counted(rest, "stack"), zone), open)];
  }

  // Cards that lie in no order, and are too many to lie side by side, or lie face down though they are known.
  heap(zone, runs) {
    const { card } = runs.find((run) => run.card.card === this.latest.get(zone.id)) ?? runs.at(-1);
    const pile = this.list([zone.shows === "none" ? this.back(null, zone.cards.length, zone) : this.card({ card, n: 1 }, zone, null, zone.cards.length)]);
    return [pile, this.folded(zone.id, this.more("all_cards", zone.cards.length), this.lines(runs, zone))];
  }

  // How many cards can be looked through: the number of all of them to look at, a phrase to hear.
  more(name, n, all = n) {
    const told = phrase(this.words, name, { n });
    return [element("span", { "aria-hidden": "true", hint: told }, `${all}`), element("span", { class: "spoken" }, told)];
  }

  // What something folded has in it: as much of that as there is room for, and to hear all of it.
  inside(told, names) {
    return [element("span", { class: "spoken" }, `${told}: `), element("span", { class: "inside", hint: names }, names)];
  }

  // What can be opened, and stays open while the table is drawn anew, until somebody clicks elsewhere or presses Escape; it
  // lies over what stands around it.
  folded(id, head, inside, open = false) {
    const more = element("details", { class: "folded", open: open || this.play.open.has(id) }, element("summary", { "data-key": `folded ${id}` }, head), inside);
    more.addEventListener("toggle", () => {
      if (!more.open) return this.play.open.delete(id);
      keepInside(more.lastChild);
      return this.play.open.add(id);
    });
    return more;
  }

  lines(runs, zone) {
    const item = ({ card, n }) => {
      const face = this.faces[card.card];
      const text = `${card.card ? card.text : this.hidden(card)}${n > 1 ? ` ×${n}` : ""}`;
      const given = { class: "line", "data-colour": face?.colour };
      return element("li", {}, this.wrapped(card, zone, given, text));
    };
    return element("ul", { class: "lines" }, runs.map(item));
  }

  hidden(card) {
    return card.text === "?" || !card.text ? phrase(this.words, "hidden", { n: 1 }) : card.text;
  }

  back(card, n, zone) {
    const said = card && card.text !== "?" ? card.text.replace(/^\((.*)\)$/, "$1") : "";
    const told = said ? `${phrase(this.words, "hidden", { n })}: ${said}` : phrase(this.words, "hidden", { n });
    const given = { class: `card back${n > 1 ? " pile" : ""}`, role: "img", "aria-label": told, "data-colour": card?.colour ?? zone.back };
    const many = n > 1 ? element("span", { class: "count" }, `${n}`) : null;
    return element("div", given, said ? element("span", { class: "said" }, said) : null, many);
  }

  card({ card, n }, zone, place, depth = 1) {
    const face = card.card ? this.faces[card.card] : null;
    if (!face) return this.back(card, Math.max(n, depth), zone);
    const line = besideLabel(face);
    const fresh = this.isFresh(card.card, zone);
    const given = { class: `card${depth > 1 || n > 1 ? " pile" : ""}${fresh ? " fresh" : ""}` };
    const many = n > 1 || depth > 1 ? element("span", { class: "count" }, depth > 1 ? `${depth}` : `×${n}`) : null;
    const inside = [
      place ? element("span", { class: "place" }, `${place}`) : null,
      placed("face", `${this.play.faces}${card.card}`),
      element("span", { class: "label" }, [face.label, line, fresh && this.words.fresh].filter(Boolean).join(", ")),
      marks(card, face),
      badge(this.marked(card.card, zone)),
      many,
    ];
    return this.wrapped(card, zone, given, inside.filter(Boolean).flatMap((one) => [one, " "]));
  }

  // A known card is a button: to choose it where it is a target, else to be told what it says.
  wrapped(card, zone, given, inside) {
    if (!card.card) return element("div", given, inside);
    const target = this.play.isTarget(card.card, zone);
    const chosen = target && this.play.isChosen(card.card);
    const would = target ? this.play.would(card.card) : null;
    const named = { "aria-description": would, "data-key": `${zone.id} ${card.card}`, "data-card": card.card, "aria-pressed": target ? `${chosen}` : null };
    const isAble = target || this.play.isFirst(card.card, zone); // instead of what is chosen
    const kind = [given.class, target && "target", isAble && "able", target && this.play.isSpare(card.card) && "spare", chosen && "chosen"].filter(Boolean).join(" ");
    const pick = (event) => this.play.pick(card.card, target, this.faces[card.card].long, event.detail, zone);
    const made = element("button", { ...given, ...named, class: kind, type: "button", onclick: pick }, inside);
    return enlarging(made, `${this.play.faces}${card.card}`, this.faces[card.card].long, would, this.words.rules_of_card);
  }
}

// What lies open stays within the table, and above what stands at the foot of the page.
function keepInside(one) {
  const { left, right, top, bottom } = one.getBoundingClientRect();
  const table = document.getElementById("table").getBoundingClientRect();
  const foot = document.querySelector("footer")?.getBoundingClientRect().top ?? innerHeight;
  one.style.setProperty("margin-left", `${Math.max(table.left - left, Math.min(0, table.right - INSIDE - right))}px`);
  if (bottom > foot && foot - top > LEAST_OPEN) one.style.setProperty("max-height", `${foot - top - INSIDE}px`);
}

// Closes what lies open over the table, but for what was clicked; whether anything did.
function close(clicked) {
  const open = [...document.querySelectorAll("details.folded[open]")].filter((one) => !one.contains(clicked));
  for (const one of open) one.open = false;
  return open.length > 0;
}

// The click that closes something does nothing else.
let isClosing = false;
document.addEventListener("pointerdown", (event) => (isClosing = close(event.target)));
document.addEventListener("click", (event) => isClosing && event.detail && event.target.closest("#table button") && event.stopPropagation(), true);
document.addEventListener("keydown", (event) => event.key === "Escape" && close(null) && event.stopImmediatePropagation(), true);
