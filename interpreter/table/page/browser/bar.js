// The moves as buttons below the table, for keyboards and for what names nothing on the table. What moves differ in that
// is not on the table, such as number and face of a bid, is a row or a grid of small buttons.

import { element, phrase, placed } from "./element.js";
import { argumentsOf, cellsOf } from "./pointing.js";

const MOST_BUTTONS = 12; // Of more moves that need a card or a player the page asks for these first.
const MOST_TOLD = 3; // Of more moves a card tells the actions.
const FEWEST = 5; // So many moves that differ in one thing are told by it alone, or fewer where their labels end with it.
const FEWEST_AT_END = 3;

export class Bar {
  // `play` makes a move, `tell` shows a line; `barred` are moves with the card that is chosen, each with why not; `soFar` is why
  // what is chosen of several cards does not do yet.
  constructor({ table, words, pointing, barred, soFar, play, tell }) {
    Object.assign(this, { table, words, pointing, barred, soFar, play, tell });
  }

  // What names nothing comes first, and stays in sight whatever is chosen; then what needs nothing more from the table. What
  // any card will do for comes last, at a place of its own.
  inside() {
    const { pointing } = this;
    const ready = pointing.complete();
    const isPlain = (move) => !move.arguments && (!pointing.chosen.length || (!ready.includes(move) && !move.uses));
    const plain = this.table.moves.filter(isPlain).map((move) => this.button(move));
    const own = [...Map.groupBy(ready.filter((move) => !isPlain(move) && !move.spare), (move) => move.action ?? move.text).values()].flatMap((moves) => this.grouped(moves));
    const [least, asked] = [true, false].map((is) => pointing.asked().filter(({ moves: [{ action, spare = false }] }) => action && spare === is)); // a move of one card alone is plain already
    const many = [...asked, ...least].flatMap(({ moves }) => moves).length > MOST_BUTTONS;
    const wanted = (some) => some.flatMap((one) => (one.only ? this.grouped(one.moves) : many || one.most > 1 ? [this.asked(one), ...this.few(one)] : one.moves.map((move) => this.button(move))));
    const spare = [...ready.filter((move) => move.spare).map((move) => this.button(move)), ...wanted(least)];
    const last = spare.length ? element("div", { class: "spare" }, spare) : [];
    return [...(pointing.chosen.length ? [own, wanted(asked), this.refused(), plain, last] : [plain, own, wanted(asked), this.refused(), last])].flat();
  }

  button(move, inside = move.label) {
    const given = { type: "button", class: this.pointing.sole() === move ? "move now" : "move", "data-key": move.label, "aria-label": inside === move.label ? null : move.label };
    const show = (is) => ({ type, target }) => aimAt(move, is && (type !== "focus" || target.matches(":focus-visible")));
    return element("button", { ...given, onclick: () => this.play(move), onpointerenter: show(true), onpointerleave: show(false), onfocus: show(true), onblur: show(false) }, inside);
  }

  // What the card would be part of, but for what stands against it now.
  refused() {
    const button = (label, why) => {
      const told = phrase(this.words, "barred", { move: label, why });
      return element("button", { type: "button", class: "barred", "aria-disabled": "true", "data-key": told, onclick: () => this.tell(told) }, told);
    };
    return this.barred.map(({ label, why }) => button(label, why));
  }

  // What a click on a card would do.
  would(card) {
    const { pointing, words } = this;
    const certain = pointing.certain();
    if (!pointing.has(card) || pointing.next().has(card)) {
      const moves = pointing.with(card);
      const some = [...Map.groupBy(moves, (move) => (moves.length > MOST_TOLD && move.action) || move.label)];
      return phrase(words, "would", { moves: some.map(([label]) => label).join(" · ") });
    }
    return certain ? phrase(words, "again", { move: certain.label }) : words.would_drop;
  }

  // What an action asks for next; once something is chosen, in how many ways it can go on, and what is against it as it stands.
  asked({ moves, kind, done, least, most, isFree }) {
    const { words } = this;
    const many = most > 1 ? phrase(words, least === most ? "ask_all" : "ask_some", { n: most, k: done }) : "";
    const told = [many || words[`ask_${kind}`], ...(done && !isFree ? [phrase(words, "ways", { n: moves.length })] : [])].join(" · ");
    const inside = phrase(words, "ask", { action: moves[0].action, what: told });
    return element("p", { class: "many" }, inside, done && this.soFar ? element("small", {}, ` ${this.soFar}`) : null);
  }

  // The moves with what is chosen, where hardly any are left.
  few({ moves }) {
    return this.pointing.chosen.length && moves.length <= FEWEST_AT_END ? moves.map((move) => this.button(move)) : [];
  }

  // The moves of one action that differ only in what is not on the table.
  grouped(moves) {
    const rows = moves.map((move) => argumentsOf(move.text).map((values) => values.join(" ")));
    const of = (place) => [...new Set(rows.map((row) => row[place]))].sort((one, two) => this.order(one) - this.order(two));
    const places = rows[0].map((_, place) => place).filter((place) => of(place).length > 1);
    const begins = begunAlike(moves.map((move) => move.label.split(" ")));
    const isShort = places.length === 1 && moves.every((move, at) => move.label === `${begins} ${this.said(rows[at][places[0]])}`);
    if (moves.length < (isShort ? FEWEST_AT_END : FEWEST) || !places.length) return moves.map((move) => this.button(move));
    const across = places.reduce((one, two) => (of(two).length > of(one).length ? two : one));
    const down = places.filter((place) => place !== across);
    const lines = [...Map.groupBy(rows.map((row, at) => ({ row, move: moves[at] })), ({ row }) => down.map((place) => row[place]).join()).values()];
    lines.sort(([one], [two]) => down.map((place) => this.order(one.row[place]) - this.order(two.row[place])).find(Boolean) ?? 0);
    const cell = (line, value) => line.filter(({ row }) => row[across] === value).map(({ move }) => this.button(move, this.said(value)));
    const head = ({ row }) => element("th", { scope: "row" }, down.map((place) => this.sign(row[place])));
    const body = lines.map((line) => element("tr", {}, head(line[0]), of(across).map((value) => element("td", {}, cell(line, value)))));
    const inside = down.length ? element("table", {}, body) : moves.map((move, at) => this.button(move, this.said(rows[at][across])));
    const caption = begins ? `${begins} …` : moves[0].action;
    return element("div", { class: "choices", role: "group", "aria-label": caption }, element("span", {}, caption), inside);
  }

  // Numbers by their size, symbols as the rules have them.
  order(name) {
    return Number.isNaN(Number(name)) ? Object.keys(this.table.values).indexOf(name) : Number(name);
  }

  said(name) {
    const { values, cards, blocks } = this.table;
    return values[name]?.text ?? cards[name]?.label ?? blocks.find((block) => block.id === name)?.label ?? name;
  }

  // A value as it looks, and in words where there is room.
  sign(name) {
    const { sign, icon } = this.table.values[name] ?? {};
    const drawn = icon && document.getElementById(`icon-${icon}`) ? placed("icon", `icon-${icon}`) : sign && element("span", { "aria-hidden": "true" }, sign);
    return [drawn, " ", element("span", { class: drawn ? "word" : null }, this.said(name))];
  }
}

// Marks the space of a track, or the zone, to which a move leads.
function aimAt(move, is) {
  for (const name of cellsOf(move)) for (const one of document.querySelectorAll(`[data-name="${CSS.escape(name)}"] > .reached`)) one.classList.toggle("aimed", is);
  for (const [track, numbers] of Object.entries(move.spaces ?? {})) {
    const [at, across = 1] = numbers.map((number) => Number(argumentsOf(move.text)[number][0]));
    document.querySelector(`[data-space="${track} ${at} ${Math.max(across, 1)}"]`)?.classList.toggle("aimed", is);
  }
}

// The words with which all of these begin.
function begunAlike(labels) {
  const [first, ...rest] = labels;
  const end = first.findIndex((word, at) => rest.some((label) => label[at] !== word));
  return first.slice(0, end < 0 ? first.length : end).join(" ");
}
