// A game as a film: its table and what has happened, step by step.

import { Frames } from "./frames.js";
import { Steps } from "./steps.js";
import { still } from "./draw.js";
import { Scene } from "./scene.js";
import { End } from "./end.js";
import { headline, log } from "./log.js";
import { Rules } from "./rules.js";

export class Film {
  constructor(page) {
    this.words = page.words;
    this.frames = new Frames(page.frames);
    this.still = still((text) => this.steps.tell(text));
    this.play = this.still; // what cards are for at the last step
    this.shown = () => {};
    this.parts = Object.fromEntries(["table", "log", "phase"].map((id) => [id, document.getElementById(id)]));
    this.steps = new Steps(page.words, { last: () => this.frames.last, show: (now, announce, isOwn) => this.draw(now, announce, isOwn) });
    this.scene = new Scene(this.parts.table, page.words, (isAll) => isAll && this.end.draw(this.frames.steps, this.steps.now));
    this.end = new End(page.words, (step) => this.steps.go(step));
    this.steps.row.append(this.end.button);
    this.rules = page.rules ? new Rules(page.words, rulebook, () => this.frames.steps[this.steps.now]?.table) : null;
  }

  draw(now, announce, isOwn) {
    const { steps, last } = this.frames;
    this.scene.show(steps, now, now === last ? this.play : this.still, isOwn);
    log(this.parts.log, steps, now, this.words, (one) => this.steps.go(one));
    this.parts.phase.textContent = steps[now].table.phase.label;
    this.rules?.mark();
    if (announce) this.steps.tell(headline(steps[now].log));
    this.shown();
  }
}

// The rulebook: it stands in a page from disk, and is asked of the server by one that is played at.
async function rulebook() {
  const inside = document.getElementById("book");
  if (inside) return inside.innerHTML;
  const answer = await fetch(`${location.pathname}/rules`);
  return answer.ok ? answer.text() : "";
}
