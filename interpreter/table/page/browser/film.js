// A game as a film: its table and what has happened, step by step.

import { Frames } from "./frames.js";
import { Steps } from "./steps.js";
import { still } from "./draw.js";
import { Scene } from "./scene.js";
import { Banner } from "./banner.js";
import { End, Rounds } from "./end.js";
import { headline, headlines, log } from "./log.js";
import { turn } from "./turn.js";
import { Rules } from "./rules.js";

export class Film {
  // `source` tells what happens, and has the rulebook; docs/table.md says what passes between the two.
  constructor(page, source) {
    this.words = page.words;
    this.frames = new Frames();
    source.onmessage = (message) => message.type === "frames" && this.add(message);
    this.still = still((text) => this.steps.tell(text));
    this.play = this.still; // what cards are for at the last step
    this.shown = () => {};
    this.isRound = false; // whether what a round has brought is looked at
    this.parts = Object.fromEntries(["table", "log", "phase"].map((id) => [id, document.getElementById(id)]));
    this.steps = new Steps(page.words, { last: () => this.frames.last, show: (now, announce, isOwn) => this.draw(now, announce, isOwn), waits: () => this.isRound });
    this.scene = new Scene(this.parts.table, page.words, (isAll) => this.drawn(isAll), new Rounds(page.words));
    this.banner = new Banner(this.parts.table);
    this.end = new End(page.words, (step) => this.steps.go(step));
    this.steps.row.append(this.end.button);
    this.rules = page.rules ? new Rules(page.words, () => source.rules(), () => this.frames.steps[this.steps.now]?.table) : null;
  }

  // Frames may come again after a break; those that are there already are left out.
  add({ from, frames }) {
    this.frames.add(frames.slice(this.frames.steps.length - from));
  }

  // The table was drawn; if `isAll` is as the step says, what the step has brought is told.
  drawn(isAll) {
    const { steps } = this.frames;
    if (isAll) this.end.draw(steps, this.steps.now);
    if (isAll) this.banner.show(steps, this.steps.now, this.isOwn);
    if (this.isRound === this.scene.isRound) return;
    this.isRound = this.scene.isRound; // what is to be done is told when somebody has seen what the round has brought
    this.tellTurn();
    this.shown();
  }

  tellTurn() {
    const { steps } = this.frames;
    const { table } = steps[this.steps.now];
    this.parts.phase.textContent = steps[Math.max(0, this.steps.now - Number(this.isRound))].table.phase.label;
    this.steps.turn.textContent = this.isRound ? "" : turn(table, this.words, this.steps.now === this.frames.last && table.moves.length > 0);
  }

  draw(now, announce, isOwn) {
    const { steps, last } = this.frames;
    this.isOwn = isOwn;
    this.scene.show(steps, now, now === last ? this.play : this.still, isOwn);
    log(this.parts.log, steps, now, this.words, (one) => this.steps.go(one));
    this.tellTurn();
    this.rules?.mark();
    if (announce) this.steps.tell(headline(steps[now].log), headlines([steps[now]]));
    this.shown();
  }
}
