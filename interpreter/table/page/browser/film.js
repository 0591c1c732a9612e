// A game as a film: its table and what has happened, step by step.

import { Frames } from "./frames.js";
import { Steps } from "./steps.js";
import { draw, still } from "./draw.js";
import { End } from "./end.js";
import { headline, log } from "./log.js";

export class Film {
  constructor(page) {
    this.words = page.words;
    this.frames = new Frames(page.frames);
    this.still = still((text) => this.steps.tell(text));
    this.play = this.still; // what cards are for at the last step
    this.shown = () => {};
    this.parts = Object.fromEntries(["table", "log", "phase"].map((id) => [id, document.getElementById(id)]));
    this.steps = new Steps(page.words, { last: () => this.frames.last, show: (now, announce) => this.draw(now, announce) });
    this.end = new End(page.words, (step) => this.steps.go(step));
    this.steps.row.append(this.end.button);
  }

  draw(now, announce) {
    const { steps, last } = this.frames;
    const { table, zones } = steps[now];
    draw(this.parts.table, table, this.words, zones, now === last ? this.play : this.still, steps[0].table);
    log(this.parts.log, steps, now, this.words, (one) => this.steps.go(one));
    this.parts.phase.textContent = table.phase.label;
    this.end.draw(steps, now);
    if (announce) this.steps.tell(headline(steps[now].log));
    this.shown();
  }
}
