// A table to play at: frames arrive as they happen, the last one shows what may be done.

import { element, isNarrow, phrase } from "./element.js";
import { Film } from "./film.js";
import { headline, headlines } from "./log.js";
import { Bar } from "./bar.js";
import { argumentsOf, cellsOf, Pointing } from "./pointing.js";
import { Dragging, strip } from "./dragging.js";
import { rove } from "./roving.js";
import { description, turn } from "./turn.js";

const UNAIMED = 350; // milliseconds in which nobody can have aimed at a button that has just come,
const RESTED = 600; // nor in these who has not moved the pointer,
const STILL = 6; // by so many pixels
const BESIDE_IT = 24; // pixels: so near is the same place
const AROUND = 8; // pixels

export class Table {
  // What is sent goes to the `connection`, the source of what arrives: docs/table.md lists both.
  constructor(page, connection) {
    const touched = Object.entries(page.words).filter(([name]) => name.endsWith("_touch")).map(([name, text]) => [name.slice(0, -"_touch".length), text]);
    this.words = { ...page.words, ...(matchMedia("(pointer: coarse)").matches ? Object.fromEntries(touched) : {}) };
    this.asks = page.asks ?? {};
    this.name = page.table;
    this.connection = connection;
    this.film = new Film({ ...page, words: this.words }, connection);
    this.steps = this.film.steps;
    this.moves = document.getElementById("moves");
    this.pressed = []; // where and when the last two times
    this.pointer = { x: NaN, y: NaN }; // where it is
    for (const type of ["pointermove", "pointerup"]) document.addEventListener(type, ({ clientX: x, clientY: y }) => (this.pointer = { x, y }), true);
    rove();
    const press = ({ clientX: x, clientY: y }) => (this.pressed = [...this.pressed, { x, y, at: performance.now() }].slice(-2));
    document.addEventListener("pointerdown", press, true);
    this.moves.addEventListener("click", (event) => this.isAimed(event) || event.stopPropagation(), true);
    this.asked = document.getElementById("asked");
    this.pointing = new Pointing([], () => false);
    this.keeps = false;
    this.drop = strip(this.words.drop_here);
    this.film.play = {
      faces: "face-",
      open: this.film.still.open,
      isTarget: (card, zone) => this.isTarget(card, zone),
      isChosen: (value) => this.pointing.has(value),
      isFirst: (card, zone) => this.isFirst(card, zone),
      isSpare: (card) => this.pointing.with(card).every(({ spare }) => spare),
      owner: (id, label) => this.owner(id, label),
      would: (card) => this.bar.would(card),
      pick: (card, target, text, clicks, zone) => (target || this.isFirst(card, zone) ? this.point(card, clicks) : this.ask(card, text, zone)),
      space: (track, at, across) => this.space(track, at, across),
      cell: (name) => this.leading(this.pointing.fitting().filter((move) => cellsOf(move).includes(name) || (this.pointing.chosen.length && wayOf(move).includes(name)))),
    };
    this.film.still = { ...this.film.still, pick: (card, target, text, clicks, zone) => this.steps.tell(this.isHeld(zone) ? this.words.is_past : text) };
    this.film.shown = () => this.offer();
    this.film.end.actions = () => this.ending();
    this.undo = this.undoing();
    this.steps.row.append(this.undo);
    addEventListener("resize", () => this.have && this.offer()); // other moves are in sight
    document.querySelector(".skip")?.addEventListener("click", (event) => {
      const first = this.moves.querySelector(".move, .now");
      if (first) event.preventDefault();
      first?.focus();
    });
    this.title = document.title;
    this.moves.before(this.drop);
    new Dragging(document.body, (card, key) => this.areas(card, key), () => this.redraw(), (areas, card) => this.missed(areas, card));
    document.addEventListener("keydown", (event) => event.key === "Escape" && (this.isNow ? this.pointing.chosen.length && this.cancel() : this.have && this.steps.go(this.have - 1)));
    this.steps.trouble(this.words.connecting);
    connection.onmessage = (message) => this.hear(message);
    connection.open();
  }

  // What arrives.

  hear(message) {
    if (message.type === "open") this.connection.send({ type: "hello", table: this.name, have: this.have });
    if (message.type === "lost") this.lost(message.for_good);
    if (message.type === "again") location.reload();
    if (message.type === "told") this.steps.tell(message.text);
    if (message.type === "asked") this.question(message);
    if (message.type === "notice") this.steps.notice(message.text);
    if (message.type === "frames") this.add(message);
    if (message.type === "barred") this.bars(message);
    if (message.type === "next") this.next(message.link);
  }

  add({ from, frames }) {
    const at = this.have; // what has happened since is told, each once; of a game that was just opened, the last step
    const { isRound } = this.film; // whoever looks at what it has brought follows later
    const following = this.isNow && !isRound;
    if (this.isNow && isRound) this.waited = at;
    this.film.add({ from, frames });
    if (this.have === at) return;
    this.barred = null;
    this.pointing = new Pointing(this.table.moves, (value, kind) => this.lies(value, kind));
    this.steps.trouble("");
    this.steps.to(following ? this.have - 1 : this.steps.now, false);
    document.title = this.table.moves.length ? `▶ ${this.title}` : this.title;
    if (following) this.tellSince(at);
    if (!isRound) this.tellTurn();
    if (following) this.reveal();
  }

  // On a phone what can be chosen comes into sight together with what is played, and no farther down than it must.
  reveal() {
    const boxes = [...document.querySelectorAll("#table :is(.target:not(.chosen), .lit, .reached, .owner)")].map((one) => one.getBoundingClientRect());
    if (!boxes.length || !isNarrow()) return;
    const [top, bottom] = [Math.min(...boxes.map((one) => one.top)), Math.max(...boxes.map((one) => one.bottom))].map((at) => at + scrollY);
    const foot = this.moves.closest("footer").offsetHeight;
    scrollTo(0, Math.max(0, Math.min(top - AROUND, bottom + AROUND + foot - innerHeight)));
  }

  // What has happened from a step on, in one line; shown is first of all what one does not know.
  tellSince(at) {
    const since = this.film.frames.steps.slice(at || -1).filter((step) => headline(step.log));
    const { seat } = this.table;
    const later = (one) => since.some(({ log }) => log.some((other) => other.event === "move" && other.seat === one.seat));
    const isNew = (one) => (one.event === "move" ? one.seat !== seat : one.event !== "chosen" || (one.seat !== seat && !later(one)));
    const news = since.map((step) => ({ ...step, log: step.log.filter(isNew) })).filter((step) => headline(step.log));
    this.steps.tell(since.map((step) => headline(step.log)).join(" · "), headlines(news.length ? news : since));
  }

  tellTurn() {
    if (!this.table.moves.length) return;
    this.steps.say(this.words.your_turn);
    if (!this.steps.told.textContent && this.pointing.first.size) this.steps.told.textContent = this.words.how_to;
  }

  lost(forGood) {
    this.steps.trouble(forGood ? this.words.refused : this.words.lost);
    this.offer();
  }

  // Another game: whoever wishes for it goes to its table at once, the others when they like.
  ending() {
    const { words } = this;
    const button = (label, act, kind) => element("button", { type: "button", class: kind, onclick: act }, label);
    const again = (turned) => () => {
      this.goes = true;
      this.connection.send({ type: "rematch", turned });
    };
    const tables = localStorage.getItem("tables"); // whoever has opened the page of the host in this browser
    const back = tables ? [button(words.to_tables, () => location.assign(tables), "")] : [];
    if (this.nextTable) return [button(words.to_next, () => location.assign(this.nextTable), "now"), ...back];
    return [button(words.rematch, again(false), "now"), button(words.rematch_turned, again(true), ""), ...back];
  }

  next(link) {
    this.nextTable = link;
    if (link && this.goes) location.assign(link);
    else if (this.have) this.redraw();
  }

  // Whoever is asked about an undo answers with buttons; whoever asked may withdraw.
  question({ undo, text, yours }) {
    const button = (label, agrees, kind) =>
      element("button", { type: "button", class: kind, onclick: () => this.answer(undo, agrees, yours) }, label);
    const answers = yours
      ? [button(this.words.withdraw, false, "")]
      : [button(this.words.agree, true, "now"), button(this.words.refuse, false, "")];
    this.asked.hidden = undo === 0;
    this.asked.replaceChildren(...(undo ? [element("p", {}, text), ...answers] : []));
  }

  answer(undo, agrees, yours) {
    this.connection.send({ type: "answer", undo, agrees });
    if (agrees && !yours) this.steps.tell(this.words.agreed);
  }

  // Pointing: each thing that is chosen leaves the moves that name it at this place.

  get table() {
    return this.film.frames.steps.at(-1).table;
  }

  // How many frames have come.
  get have() {
    return this.film.frames.steps.length;
  }

  // Whether the page shows the present.
  get isNow() {
    return this.steps.now === this.have - 1;
  }

  redraw() {
    this.steps.to(this.steps.now, false);
  }

  get zones() {
    return this.table.blocks.flatMap((block) => block.zones);
  }

  // Whether there is something on the table to point at: a player or team, or a card that can be seen.
  lies(value, kind) {
    if (kind === "value") return false;
    if (this.table.blocks.some((block) => block.id === value && block.id !== "table")) return true;
    return this.zones.some((zone) => zone.cards?.some((card) => card.card === value));
  }

  isTarget(card, zone) {
    return (this.pointing.next().has(card) || this.pointing.has(card)) && this.isMeant(card, zone.id);
  }

  // Whether this is a zone of one's own, that only its owner sees.
  isHeld(zone) {
    return this.table.blocks.some((block) => block.you && block.zones.some(({ id, shows }) => id === zone.id && shows === "owner"));
  }

  // Whether a move may begin with a card that lies there.
  isFirst(card, zone) {
    const from = this.pointing.first.get(card);
    return from !== undefined && (!from.length || from.includes(zone?.name));
  }

  // A card is meant where the move takes it from; of several such zones, in those before the player, if it lies there.
  isMeant(card, zone, more = []) {
    const from = this.pointing.from(card, more);
    const possible = (zones) => zones.filter((one) => (!from.length || from.includes(one.name)) && one.cards?.some((lying) => lying.card === card));
    const own = possible(this.table.blocks.filter((block) => block.you).flatMap((block) => block.zones));
    const there = own.length ? own : possible(this.zones);
    return !there.length || there.some((one) => one.id === zone);
  }

  // What is clicked is chosen. A second click plays only what nobody can mistake for something else; a double click out of
  // habit takes nothing back.
  point(value, clicks = 1) {
    const { pointing } = this;
    const certain = pointing.has(value) && pointing.certain();
    if (certain) return this.play(certain);
    if (pointing.next().has(value)) pointing.choose(value);
    else if (!pointing.has(value) && pointing.isFull(value)) return this.steps.tell(this.words.full);
    else if (!pointing.has(value)) pointing.begin(value); // another card instead
    else if (clicks < 2) pointing.drop(value);
    this.barred = null;
    this.redraw();
    if (pointing.chosen.length && !pointing.certain()) this.reveal(); // else the second tap would come to something else
    if (pointing.chosen.length === 1) this.whyNot(value);
    this.part = pointing.begun();
    if (this.part) this.connection.send({ type: "why", at: this.have, card: this.part });
    return this.steps.tell(this.advice());
  }

  // What a click on a space of a track does; on one to which no move leads it says so, where moves lead to others.
  space(track, at, across) {
    const isOn = (move) => move.spaces?.[track];
    const leads = this.leading(this.pointing.fitting().filter((move) => {
      const [place, beside] = isOn(move) ? placeOn(track, move) : [];
      return place === at && (across === null || Math.max(beside, 1) === across);
    }));
    const isElsewhere = !leads && this.connection.isOpen && this.pointing.fitting().some(isOn);
    return isElsewhere ? { act: () => this.steps.tell(this.words.no_space) } : leads;
  }

  // What a click on a player or team does that can be chosen: it plays the one move for which nothing else is left to choose,
  // or chooses, which `label` says.
  owner(id, label) {
    const { pointing } = this;
    const isChosen = pointing.has(id);
    const [moves, whole] = [pointing.fitting([id]), pointing.complete([id])];
    const last = moves.length === 1 && whole.length === 1 && this.leading(moves);
    return last || (isChosen || moves.length ? { label, isChosen, act: () => this.point(id) } : null);
  }

  // What a click does on a place to which these moves lead: the one that does, if there is one alone. Nobody can aim well
  // with a finger, so its first tap only says so.
  leading([move, other]) {
    if (!move || other || !this.connection.isOpen) return null;
    const act = ({ pointerType }) => {
      if (pointerType !== "touch" || this.aimed === move) return this.play(move);
      this.aimed = move;
      return this.steps.tell(phrase(this.words, "again", { move: move.label }));
    };
    return { label: move.label, act };
  }

  advice() {
    const certain = this.pointing.certain();
    if (!this.pointing.chosen.length) return this.words.cancelled;
    const isLit = document.querySelector("#table :is(.reached, .owner:not(.chosen), .lit)") !== null;
    const [list] = this.pointing.complete().length ? [] : this.pointing.asked().filter(({ least, most }) => least === most && most > 1);
    if (list) return phrase(this.words, "choose_more", { n: list.most - list.done });
    return certain ? phrase(this.words, "again", { move: certain.label }) : this.words[isLit ? "choose_lit" : "choose"];
  }

  // Moves with a card that cannot be made now stand among the others, each with its reason, while the card is what is
  // looked at.
  bars({ card, text, moves }) {
    const { chosen } = this.pointing;
    if (card === this.part) this.soFar = { card, text };
    if (card === this.part) this.offer();
    if (card !== this.looked) return;
    if (text && chosen[0] !== card) this.steps.tell([this.dropped, text].filter(Boolean).join(" "));
    if (!text && !chosen.length && this.isWanted) this.steps.tell(phrase(this.words, "not_asked", { what: turn(this.table, this.words, true) }));
    if (chosen.length && chosen.join() !== card) return;
    this.barred = moves;
    this.offer();
  }

  cancel() {
    this.barred = null;
    this.pointing.clear();
    this.redraw();
    this.steps.tell(this.words.cancelled);
  }

  // A card that cannot be chosen tells what it says, and why not; of a card in one's hand somebody wants something.
  ask(card, text, zone) {
    this.steps.tell(text);
    this.dropped = "";
    this.isWanted = this.isHeld(zone);
    if (this.table.moves.length) this.whyNot(card);
  }

  whyNot(card) {
    this.looked = card;
    this.connection.send({ type: "why", at: this.have, card });
  }

  get bar() {
    const { table, words, pointing } = this;
    return new Bar({ table, words, pointing, barred: this.barred ?? [], soFar: this.soFar?.card === pointing.begun() ? this.soFar?.text : "", play: (move) => this.play(move), tell: (text) => this.steps.tell(text) });
  }

  play(move) {
    this.pointing.clear();
    this.connection.send({ type: "move", at: this.have, move: move.text });
  }

  // Where a card may be dropped: on what can be pointed at next, or where a move brings it that needs nothing more.
  areas(card, key) {
    const from = document.querySelector(`[data-key="${CSS.escape(key)}"]`)?.closest("[data-zone]");
    if (!this.isTarget(card, { id: from?.dataset.zone }) && !this.pointing.isFull(card)) this.pointing.clear(); // another card instead
    for (const one of this.pointing.chosen.length ? [] : document.querySelectorAll("#table .chosen")) one.classList.remove("chosen");
    const own = this.pointing.chosen.at(-1) === card && !this.pointing.next().has(card);
    const more = own ? [] : [card];
    const complete = this.pointing.complete(more);
    this.drop.textContent = complete.length === 1 ? complete[0].label : this.words.drop_here; // so nobody drops into the unknown
    const finish = (moves) => () => (moves.length === 1 ? this.play(moves[0]) : more.forEach((one) => this.point(one)));
    const nodes = (selector) => [...document.querySelectorAll(`#table ${selector}`)];
    const places = (move) => [...cellsOf(move), ...wayOf(move)];
    const led = [...new Set(complete.flatMap(places))].flatMap((name) => {
      const there = nodes(`:is(.middle, .own) [data-name="${CSS.escape(name)}"]:not(.theirs)`).filter((node) => node !== from);
      const moves = complete.filter((move) => places(move).includes(name));
      return there.map((node) => ({ node, act: finish(moves) }));
    });
    const all = complete.every((move) => wayOf(move).length) && led.length ? [] : [...nodes(".middle"), ...nodes(".own")];
    const isNear = led.some(({ node }) => isWhole(node)); // else whoever lets go too low has played
    const found = complete.length ? [...all, ...(isNear ? [] : [this.drop])].map((node) => ({ node, act: finish(complete) })) : [];
    found.push(...led);
    const isPart = this.pointing.isPart(more);
    if (isPart && more.length) found.push({ node: document.getElementById("table"), act: () => this.point(card), quiet: true }, { node: this.drop, act: () => this.point(card) });
    if (isPart) this.drop.textContent = this.words.drop_chooses;
    for (const value of isPart ? [] : this.pointing.next(more).keys()) {
      const there = nodes(`[data-block~="${CSS.escape(value)}"]`).concat(this.lying(value, nodes, more));
      const moves = this.pointing.complete([...more, value]);
      const choose = () => [...more, value].forEach((one) => this.point(one));
      found.push(...there.map((node) => ({ node, act: moves.length === 1 ? finish(moves) : choose })));
    }
    return found.concat(from ? [{ node: from, act: () => this.offer(), quiet: true }] : []); // where it came from
  }

  // A card that was dropped where it cannot be says where it can.
  missed(areas, card) {
    const { blocks, cards } = this.table;
    const labels = areas.filter(({ quiet }) => !quiet).map(({ node: { dataset } }) =>
      cards[dataset.card]?.label ?? [...this.zones, ...blocks].find(({ id }) => id === (dataset.zone ?? dataset.block?.split(" ")[0]))?.label);
    const places = [...new Set(labels.filter(Boolean))].join(" · ");
    this.dropped = places && phrase(this.words, "drop_on", { places });
    if (places) this.steps.tell(this.dropped);
    else if (this.pointing.isFull(card)) this.steps.tell(this.words.full);
    this.isWanted = false;
    if (!this.pointing.chosen.length) this.whyNot(card);
  }

  // The cards of a kind that can be pointed at.
  lying(kind, nodes, more) {
    const meant = (node) => this.isMeant(kind, node.closest("[data-zone]")?.dataset.zone, more);
    return nodes(`[data-card="${CSS.escape(kind)}"]`).filter(meant);
  }

  // The moves as buttons.
  offer() {
    const { words, pointing } = this;
    const button = (label, act, kind) => element("button", { type: "button", class: kind, "data-key": label, onclick: act }, label);
    const held = document.activeElement?.closest("#moves") ? document.activeElement.dataset.key : null;
    this.keeps = this.keeps || held !== null; // Whoever chose with the keyboard finds the next moves under their hands.
    const { table } = this.have ? this : {};
    const { isRound } = this.film; // then its panel says how to go on
    if (this.waited && !isRound) return this.catchUp();
    const isAsked = this.isNow && !isRound && this.connection?.isOpen && table?.moves.length > 0;
    const about = isAsked && description(table, this.asks);
    this.steps.turn.querySelectorAll(".about").forEach((one) => one.remove());
    const told = about && element("span", { class: "about", hint: about, onclick: () => this.steps.tell(about) }, element("span", {}, about));
    if (about) this.steps.turn.append(told);
    if (about) told.classList.toggle("short", isNarrow() || told.scrollHeight > told.clientHeight + 1); // a sign leads to it, where it has no room
    if (!this.isNow && this.have && !isRound) this.steps.turn.prepend(element("span", { class: "about when" }, phrase(words, "step", { now: this.steps.now, last: this.have - 1 })));
    const inside = isRound ? [] : !this.isNow ? [button(words.to_now, () => this.steps.go(this.have - 1), "now")] : isAsked ? this.bar.inside() : [];
    const isWaiting = this.isNow && !isRound && this.connection?.isOpen && !isAsked && table?.status === "running";
    if (isWaiting) inside.push(element("p", {}, words.waiting));
    this.undo.hidden = !this.isNow || isRound || !this.connection?.isOpen || !this.hasMoved();
    document.body.classList.toggle("past", this.have > 0 && !this.isNow && !isRound);
    const before = this.moves.textContent;
    const clear = isAsked && pointing.chosen.length ? button(words.clear, () => this.cancel(), "clear") : null;
    const more = element("button", { type: "button", class: "below", tabindex: "-1", "aria-hidden": "true", onclick: () => list.scrollBy(0, list.clientHeight) });
    const list = element("div", { class: "list", onscroll: () => this.tellMore(list, more) }, inside);
    this.moves.replaceChildren(list, element("div", { class: "beside" }, clear));
    this.tellMore(list, more);
    if (this.moves.textContent !== before) Object.assign(this, { changedAt: performance.now(), rested: this.pointer });
    document.documentElement.style.setProperty("--foot", `${this.moves.closest("footer").offsetHeight}px`); // what has the focus is never under it
    const buttons = [...list.querySelectorAll("button.move, button.now")];
    if (this.keeps && buttons.length && document.activeElement === document.body) {
      (buttons.find((one) => one.dataset.key === held) ?? buttons[0]).focus({ preventScroll: true });
      this.keeps = false;
    }
  }

  // What has come while a round was looked at follows: at once if there is something to decide, else step by step.
  catchUp() {
    const at = this.waited;
    this.waited = null;
    if (!this.table.moves.length) return this.steps.run();
    this.steps.to(this.have - 1, false);
    this.tellSince(at);
    return this.tellTurn();
  }

  // Whether a button was meant: not by the second click of a double click, however slow, nor while it has just come under the
  // pointer; what came by a click elsewhere was waited for.
  isAimed({ detail: clicks, clientX: x, clientY: y }) {
    const [before] = this.pressed;
    const { changedAt, rested } = this;
    const isOwn = before && changedAt - before.at < UNAIMED && Math.hypot(x - before.x, y - before.y) > BESIDE_IT;
    const hasMoved = !(Math.hypot(x - rested.x, y - rested.y) <= STILL);
    const isLate = performance.now() - changedAt > UNAIMED && (hasMoved || this.pressed.at(-1).at - changedAt > RESTED);
    return clicks === 0 || (clicks === 1 && (isOwn || isLate));
  }

  // How many moves are farther down than can be seen.
  tellMore(list, more) {
    list.nextSibling.append(more); // beside it there is less room
    const end = list.getBoundingClientRect().bottom;
    const hidden = () => [...list.querySelectorAll("button")].filter((one) => one.getBoundingClientRect().bottom > end + 2).length;
    const tell = (n) => (more.textContent = `↓ ${phrase(this.words, "more", { n })}`);
    if (!hidden()) return more.remove();
    tell(hidden()); // beside this there is less room still
    return tell(hidden());
  }

  // The button that takes one's last move back; on a phone it has only a sign.
  undoing() {
    const { undo, undo_short: short } = this.words;
    const given = { class: "undo", type: "button", hint: undo, "aria-label": undo, hidden: true, onclick: () => this.connection.send({ type: "undo" }) };
    return element("button", given, element("span", { "aria-hidden": "true" }, "↶ "), element("span", { class: "said" }, short));
  }

  hasMoved() {
    const own = (one) => one.seat === this.table.seat && (one.event === "move" || one.event === "chosen");
    return this.film.frames.steps.some((step) => !step.isUndone && step.log.some(own));
  }
}

// Whether all of a thing can be seen without scrolling.
function isWhole(node) {
  const { top, bottom } = node.getBoundingClientRect();
  return top >= 0 && bottom <= (document.querySelector("footer")?.getBoundingClientRect().top ?? innerHeight);
}

// The zone to which a move brings its card; none where it depends on the card which one that is.
function wayOf({ to = [] }) {
  return to.length === 1 ? to : [];
}

// Where on a track a move leads: the number of the space, and of the place across; NaN where it says none.
function placeOn(track, move) {
  const values = argumentsOf(move.text);
  return [0, 1].map((at) => Number(values[move.spaces[track][at]]?.[0]));
}
