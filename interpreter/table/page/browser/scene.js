// Shows the table of a step, and how it has come to it from the step before.

import { draw } from "./draw.js";
import { stagesOf, tableAt } from "./stages.js";
import { placesOf, travel } from "./travel.js";

const HELD = 1000; // milliseconds that cards lie, once they have come, before they go on
const ENDLESS = -1; // no timer: what a round has brought lies there until somebody has seen it
const LOOKED_AT = 2500; // the same where somebody goes through the steps

export class Scene {
  // `drawn` is called whenever the table was drawn, and told whether all is as the step says. `rounds` shows what a round has
  // brought, when it is over, before anything is dealt anew; without it nobody waits for that.
  constructor(root, words, drawn = () => {}, rounds = null) {
    Object.assign(this, { root, words, drawn, rounds });
    this.now = -1;
    this.stages = [];
    this.zones = null; // those that are not yet as the table says
    for (const what of ["click", "keydown"]) document.addEventListener(what, (event) => this.hear(event), true);
  }

  // Whether what a round has brought is looked at, or comes when what was laid has been seen.
  get isRound() {
    return this.isOver || this.stages.some(({ zones, isRound }) => zones && isRound);
  }

  // Who clicks or presses a key has seen what is held, once what they wanted has been done.
  hear(event) {
    const held = this.timer;
    if (held && !isStep(event)) setTimeout(() => held === this.timer && this.release());
  }

  // Shows a step; `isOwn` says whether somebody goes through the steps, else they follow by themselves.
  show(steps, now, play, isOwn) {
    const before = this.now;
    Object.assign(this, { steps, now, play });
    if (now === before) return this.draw();
    if (isOwn || now < before) this.forget();
    const follows = before >= 0 && (isOwn ? now === before + 1 : now > before);
    const stages = follows ? stagesOf(steps[now - 1].table, steps[now].table, steps[now].went, this.rounds && steps[now].round?.at) : [];
    if (!this.timer) {
      this.stages = stages;
      return this.next(isOwn ? LOOKED_AT : HELD);
    }
    // What is held is held to its end; then it goes on together with the newest.
    const waiting = this.stages.flatMap((stage) => stage.went);
    this.stages = stages.map((stage, at) => (at ? stage : { ...stage, went: [...waiting, ...stage.went] }));
    return this.draw();
  }

  next(wait = HELD) {
    const stage = this.stages.shift();
    this.zones = stage?.zones ?? null;
    this.isOver = Boolean(this.zones && stage.isRound);
    const places = stage ? placesOf(this.root) : null;
    this.draw();
    const takes = stage ? travel(this.root, places, stage.went) : 0;
    if (this.isOver) this.timer = ENDLESS;
    else if (this.zones) this.timer = setTimeout(() => this.release(), takes + wait);
  }

  // What was held goes on.
  release() {
    clearTimeout(this.timer);
    this.timer = null;
    if (document.body.classList.contains("dragging")) this.timer = setTimeout(() => this.release(), HELD / 5);
    else this.next();
  }

  forget() {
    clearTimeout(this.timer);
    this.timer = null;
    this.isOver = false;
    this.stages = [];
    this.zones = null;
  }

  draw() {
    const { table, ...step } = this.steps[this.now];
    const before = this.steps[Math.max(0, this.now - 1)];
    const over = this.isRound ? { moves: [], blocks: table.blocks.map((block) => ({ ...block, decides: false })) } : {};
    const hand = this.zones ? before.hand : step.hand; // while something is held, the one before
    const values = this.isOver ? (step.round.values ?? []) : []; // they are as the round has left them
    const told = (id, one) => values.find(([who, what]) => who === id && what === one.label)?.[2] ?? one.text;
    const blocks = before.table.blocks.map((block) => ({ ...block, values: block.values.map((one) => ({ ...one, text: `${told(block.id, one)}` })) }));
    draw(this.root, tableAt({ ...table, ...over }, this.zones, values.length ? { ...before.table, blocks } : before.table), this.words, { ...step, hand, fresh: freshOf(this.steps, this.now) }, this.play, this.steps[0].table);
    this.rounds?.show(this.isOver ? this.steps[this.now] : null);
    this.drawn(!this.zones);
  }
}

// The cards that came into one's hand since one's last move, by the zones in which they lie; not those of a deal.
function freshOf(steps, now) {
  const { table } = steps[now];
  const isOwn = ({ log, isUndone }) => !isUndone && log.some(({ event, seat }) => seat === table.seat && (event === "move" || event === "chosen"));
  const last = (is) => steps.findLastIndex((step, at) => at <= now && is(step, at));
  const from = Math.max(last(isOwn), last(({ hand }, at) => hand !== steps[at - 1]?.hand) + 1);
  const since = steps.slice(from, now + 1).filter(({ log, isUndone }) => !isUndone && !log.some(({ event }) => event === "undone"));
  const came = (zone) => new Set(since.flatMap(({ went }) => went.filter(({ target }) => target === zone.id).flatMap(({ cards }) => cards)));
  const hands = table.blocks.filter(({ you }) => you).flatMap(({ zones }) => zones.filter(({ shows, cards }) => shows === "owner" && cards));
  const fresh = hands.map((zone) => [zone.id, came(zone), zone.cards]);
  return new Map(last(isOwn) < 0 ? [] : fresh.filter(([, some, cards]) => !cards.every(({ card }) => some.has(card))));
}

// Keys that go through the steps, or to what can be pressed, let nothing go on.
function isStep({ type, key }) {
  return type === "keydown" && /^(Arrow|Home|End|Tab|Shift|Control|Alt|Meta)/.test(key);
}
