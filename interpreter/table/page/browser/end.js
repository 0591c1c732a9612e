// The end of a game: who has won and why, the places, and the score sheet, in a panel over the table. Before it, the scores
// of the rounds so far, for whoever asks.

import { element, isNarrow, phrase } from "./element.js";
import { lineOf } from "./log.js";
import { piece } from "./tracks.js";

const MOST_NAMED = [2, 4]; // On a phone, and elsewhere: of more players a round's sheet has the pieces alone.
const MOST_ROWS = 40; // A score that changes more often than this changes move by move: that is the slider's to show.

export class End {
  // `go` goes to a step; `actions` gives the buttons for what can be done next.
  constructor(words, go) {
    Object.assign(this, { words, go, actions: () => [] });
    this.shown = null;
    this.dialog = element("dialog", { class: "end", "aria-labelledby": "end-title" });
    this.button = element("button", { type: "button", class: "ended", hidden: true, onclick: () => this.toggle() }, words.result);
    document.body.append(this.dialog);
    document.addEventListener("keydown", (event) => event.key === "Escape" && this.dialog.close());
  }

  // Opens by itself when the end is come to, and closes when one goes back.
  draw(steps, now) {
    const { end } = steps[now];
    const { round } = steps.slice(0, now + 1).findLast((step) => step.round) ?? {};
    this.button.textContent = end ? this.words.result : this.words.scores;
    this.button.hidden = !end && !round && !steps.at(-1).end;
    this.button.style.setProperty("visibility", end || round ? "visible" : "hidden"); // its room is kept, or the slider would move
    if (this.shown !== (end ?? null) || !(end || round)) this.dialog.close();
    this.fill = () => this.dialog.replaceChildren(...(end ? this.result(steps, now) : this.scores(steps.slice(0, now + 1), round)));
    if (end || this.dialog.open) this.fill();
    if (end && this.shown !== end) this.dialog.show();
    this.dialog.style.setProperty("--under", `${document.querySelector("footer").offsetHeight}px`);
    this.shown = end ?? null;
  }

  toggle() {
    if (this.dialog.open) return this.dialog.close();
    this.fill();
    return this.dialog.show();
  }

  panel(inside, actions) {
    const close = element("button", { type: "button", onclick: () => this.dialog.close() }, this.words.look);
    return [element("div", { class: "inside", tabindex: "0" }, inside), element("div", { class: "actions" }, actions, close)];
  }

  scores(steps, round) {
    const heading = element("h2", { id: "end-title", tabindex: "-1", autofocus: true }, this.words.scores);
    return this.panel([heading, broughtBy(round, steps.at(-1).table, this.words, this.words.last_brought), this.sheet(steps, round)], []);
  }

  result(steps, now) {
    const { words } = this;
    const { table, log, end } = steps[now];
    const verdict = log.filter((one) => one.event === "result").at(-1)?.text;
    const hasWon = end.seats.some(({ who, won }) => won && who === table.seat);
    const told = [
      element("h2", { id: "end-title", tabindex: "-1", autofocus: true }, hasWon ? words.you_win : (verdict ?? words.result)),
      hasWon && verdict ? element("p", {}, verdict) : null,
      this.places(table, end),
      end.how ? element("p", { class: "how" }, end.how) : null,
      end.round?.parts.length ? broughtBy(end.round, table, words, words.last_brought) : null,
      this.sheet(steps.slice(0, now + 1), end),
    ];
    return this.panel(told, this.actions());
  }

  places(table, { score, seats }) {
    const row = ({ who, place, points }) => [
      element("td", { class: "place" }, `${place}.`),
      element("th", { scope: "row" }, piece(who), " ", labelOf(table, who), table.blocks.some((block) => block.id === who && block.you) ? ` (${this.words.you})` : ""),
      score === undefined ? null : element("td", {}, minus(points)),
    ];
    const head = ["", this.words.players, score].filter((one) => one !== undefined);
    return sheetOf(this.words.places, head, seats.toSorted((one, other) => one.place - other.place).map(row));
  }

  // What each round brought, as far as the score is a value that lay open on the table; its number leads to its step.
  sheet(steps, { score }) {
    const valuesAt = ({ table }) => table.blocks.flatMap((block) => block.values.filter((one) => one.label === score).map((one) => [block.id, Number(one.text)]));
    const owners = valuesAt(steps.at(-1)).map(([owner]) => owner);
    const rows = [];
    let before = new Map(valuesAt(steps[0]));
    steps.forEach((step, at) => {
      const values = new Map(valuesAt(step));
      const brought = owners.map((owner) => values.get(owner) - (before.get(owner) ?? 0));
      if (brought.some((one) => one !== 0)) rows.push({ at, brought, values });
      before = values;
    });
    if (!owners.length || rows.length < 2 || rows.length > MOST_ROWS || rows.some(({ brought }) => brought.some(Number.isNaN))) return null;
    const jump = (at, number) => element("button", { type: "button", class: "jump", "aria-label": `${number} · ${this.words.go_to} ${at}`, onclick: () => this.go(at) }, `${number}`);
    const lines = rows.map(({ at, brought, values }, number) => [
      element("th", { scope: "row" }, jump(at, number + 1)),
      owners.map((owner, place) => element("td", {}, `${minus(values.get(owner))} `, element("small", {}, signed(brought[place])))),
    ]);
    const { table } = steps.at(-1);
    return sheetOf(phrase(this.words, "sheet", { what: score }), ["", ...owners.map((owner) => labelOf(table, owner))], lines);
  }
}

// What a round has brought, in a panel over the table as it was then, until somebody clicks or presses a key.
export class Rounds {
  constructor(words) {
    this.words = words;
    this.dialog = element("dialog", { class: "round", "aria-labelledby": "round-title" });
    document.body.append(this.dialog);
  }

  // Shows what the round of a step has brought; nothing without one.
  show(step) {
    const isHeld = this.dialog.contains(document.activeElement);
    if (!step) this.dialog.close();
    if (!step && isHeld) document.getElementById("moves")?.focus({ preventScroll: true }); // what is to be done now is next
    if (!step) return undefined;
    if (this.dialog.open) return undefined;
    const { words } = this;
    const { table, log, round } = step;
    const told = log.filter(({ event }) => ["move", "reacted", "said", "taken"].includes(event)).map((one) => element("p", {}, lineOf(one, table)));
    const go = element("button", { type: "button", class: "now" }, words.go_on);
    const inside = [element("h2", { id: "round-title" }, words.round_over), told, broughtBy(round, table, words)];
    this.dialog.replaceChildren(element("div", { class: "inside" }, inside), element("div", { class: "actions" }, go));
    this.dialog.show();
    const [{ left, right }, foot] = [document.getElementById("table").getBoundingClientRect(), document.querySelector("footer")];
    for (const [side, at] of Object.entries({ left, right: innerWidth - right, bottom: foot.offsetHeight })) this.dialog.style.setProperty(side, `calc(${at}px + .5rem)`);
    return go.focus({ preventScroll: true });
  }
}

// What brought how much of a round to whom, and what they have now.
function broughtBy(round, table, words, caption = words.round_brought) {
  const owners = round.sheet.map(([who]) => who);
  const row = (label, cells) => [element("th", { scope: "row" }, label), cells.map((cell) => element("td", {}, cell))];
  const parts = round.parts.map(([label, points]) => row(label, owners.map((who) => signed(points[who] ?? 0) || "0")));
  const totals = row(round.score, round.sheet.map(([, value, gain]) => [`${minus(value)} `, parts.length === 1 ? "" : element("small", {}, signed(gain))]));
  const isShort = owners.length > MOST_NAMED[Number(!isNarrow())];
  const head = owners.map((who) => [piece(who), element("span", { class: isShort ? "spoken" : null }, ` ${labelOf(table, who)}`)]);
  return sheetOf(caption, ["", ...head], [...parts, totals]);
}

// A team of one is called as its player is.
function labelOf({ blocks }, owner) {
  const [only, ...others] = blocks.filter(({ team }) => team === owner);
  return (only && !others.length ? only : blocks.find(({ id }) => id === owner))?.label ?? owner;
}

function signed(number) {
  return number > 0 ? `+${number}` : number < 0 ? minus(number) : "";
}

function minus(number) {
  return `${number}`.replace("-", "−");
}

function sheetOf(caption, head, rows) {
  const line = element("tr", {}, head.map((one) => (one ? element("th", { scope: "col" }, one) : element("td"))));
  const body = element("tbody", {}, rows.map((row) => element("tr", {}, row)));
  return element("div", { class: "sheet", tabindex: "0" }, element("table", {}, element("caption", {}, caption), element("thead", {}, line), body));
}
