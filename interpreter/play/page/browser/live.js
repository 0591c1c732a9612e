// A table to play at: frames arrive as they happen, the last one shows what may be done.

import { element, phrase } from "./element.js";
import { Film } from "./film.js";

const SOONEST = 500;
const LATEST = 8000;

class Table {
  constructor(page) {
    this.words = page.words;
    this.id = page.table;
    this.film = new Film(page);
    this.moves = document.getElementById("moves");
    this.chosen = new Set();
    this.keeps = false;
    this.wait = SOONEST;
    this.film.play = {
      open: this.film.still.open,
      chosen: this.chosen,
      isTarget: (card, zone) => this.isTarget(card, zone),
      pick: (card, target, text) => (target ? this.choose(card) : this.ask(card, text)),
    };
    this.film.shown = () => this.offer();
    this.connect();
  }

  // Connecting: after a break only what is missing is asked for.

  connect() {
    const scheme = location.protocol === "https:" ? "wss:" : "ws:";
    this.socket = new WebSocket(`${scheme}//${location.host}${location.pathname}/play`);
    this.socket.onopen = () => {
      this.wait = SOONEST;
      this.send({ type: "hello", table: this.id, have: this.film.frames.length });
    };
    this.socket.onmessage = (event) => this.hear(JSON.parse(event.data));
    this.socket.onclose = (event) => this.lost(event);
  }

  send(message) {
    if (this.socket.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(message));
  }

  lost(event) {
    this.film.tell(event.code === 1008 ? this.words.refused : this.words.lost);
    this.offer();
    if (event.code === 1008) return;
    setTimeout(() => this.connect(), this.wait);
    this.wait = Math.min(this.wait * 2, LATEST);
  }

  hear(message) {
    if (message.type === "again") location.reload();
    if (message.type === "told") this.film.tell(message.text);
    if (message.type !== "frames") return;
    const at = this.film.frames.length;
    const following = this.film.now === this.film.last;
    this.film.add(message.frames.slice(at - message.from));
    if (this.film.frames.length > at) this.chosen.clear();
    if (following || at === 0) this.film.show(this.film.last);
    else this.film.show(this.film.now, false);
  }

  // Choosing: each card that is chosen leaves the moves that name it.

  get table() {
    return this.film.tables.at(-1);
  }

  get fitting() {
    return this.table.moves.filter((move) => [...this.chosen].every((card) => move.cards.includes(card)));
  }

  // A card that lies before the player is meant there, and not where others of its kind lie.
  isTarget(card, zone) {
    if (!this.fitting.some((move) => move.cards.includes(card))) return false;
    const own = this.table.blocks.filter((block) => block.you).flatMap((block) => block.zones);
    const there = own.filter((one) => one.cards?.some((lying) => lying.card === card));
    return !there.length || there.some((one) => one.id === zone.id);
  }

  choose(card) {
    const [only, ...others] = this.fitting;
    if (this.chosen.has(card) && this.chosen.size === 1 && !others.length) return this.play(only);
    if (this.chosen.has(card)) this.chosen.delete(card);
    else this.chosen.add(card);
    this.film.show(this.film.now, false);
    const left = this.fitting;
    return this.film.tell(left.length === 1 ? phrase(this.words, "again", { move: left[0].label }) : this.words.choose);
  }

  ask(card, text) {
    this.film.tell(text);
    if (this.table.moves.length) this.send({ type: "why", at: this.film.frames.length, card });
  }

  play(move) {
    this.chosen.clear();
    this.send({ type: "move", at: this.film.frames.length, move: move.text });
  }

  // The moves as buttons, for keyboards and for what names no card.
  offer() {
    const { words, film } = this;
    const button = (label, act, kind) => element("button", { type: "button", class: kind, "data-key": label, onclick: act }, label);
    const held = document.activeElement?.closest("#moves") ? document.activeElement.dataset.key : null;
    this.keeps = this.keeps || held !== null; // Whoever chose with the keyboard finds the next moves under their hands.
    let inside = [];
    if (film.now < film.last) inside = [button(words.to_now, () => film.go(film.last), "now")];
    else if (this.socket.readyState === WebSocket.CLOSED) inside = [];
    else if (film.now >= 0 && this.table.moves.length) {
      const all = button(words.all_moves, () => (this.chosen.clear(), film.show(film.now, false)), "all");
      inside = [...(this.chosen.size ? [all] : []), ...this.fitting.map((move) => button(move.label, () => this.play(move), "move"))];
    } else if (film.now >= 0 && this.table.status === "running") inside = [element("p", {}, words.waiting)];
    this.moves.replaceChildren(...inside);
    const buttons = [...this.moves.querySelectorAll("button")];
    if (this.keeps && buttons.length && document.activeElement === document.body) {
      (buttons.find((one) => one.dataset.key === held) ?? buttons[0]).focus();
      this.keeps = false;
    }
  }
}

new Table(JSON.parse(document.getElementById("page").textContent));
