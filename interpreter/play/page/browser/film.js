// A game as a film: a slider over its frames, buttons, and the arrow keys.

import { element, phrase } from "./element.js";
import { lines, whole } from "./parts.js";
import { patched } from "./patch.js";
import { draw, NARROW, still } from "./draw.js";
import { changed, headline, log } from "./log.js";

const PACE = 1200; // milliseconds from frame to frame

export class Film {
  constructor(page) {
    this.words = page.words;
    this.frames = [];
    this.tables = [];
    this.known = []; // the parts that its frames have told
    this.numbered = {}; // the last table, with numbers in their places
    this.now = -1;
    this.still = still((text) => this.tell(text));
    this.play = this.still;
    this.timer = null;
    this.shown = () => {};
    this.parts = Object.fromEntries(["table", "log", "steps", "phase", "said"].map((id) => [id, document.getElementById(id)]));
    this.add(page.frames);
    this.controls();
  }

  // Frames follow one another, each a change of the one before.
  add(frames) {
    for (const frame of frames) {
      this.known.push(...(frame.parts ?? []));
      this.numbered = patched(this.numbered, frame.table);
      const table = whole(this.numbered, this.known);
      this.tables.push(table);
      this.frames.push({ zones: frame.zones, log: lines(frame.log, table, this.known) });
    }
  }

  get last() {
    return this.frames.length - 1;
  }

  show(at, announce = true) {
    const now = Math.min(Math.max(at, 0), this.last);
    if (now < 0) return;
    this.now = now;
    const table = this.tables[now];
    draw(this.parts.table, table, this.words, changed(this.frames[now]), now === this.last ? this.play : this.still);
    log(this.parts.log, this.frames, now, this.words, (one) => this.go(one));
    this.parts.phase.textContent = table.phase.label;
    this.slider.max = `${this.last}`;
    this.slider.value = `${now}`;
    this.slider.setAttribute("aria-valuetext", phrase(this.words, "step", { now, last: this.last }));
    this.place.textContent = `${now} / ${this.last}`;
    this.back.disabled = now === 0;
    this.forward.disabled = now === this.last;
    if (announce) this.tell(headline(this.frames[now]));
    this.shown();
  }

  // Shows a line above the steps, and has it read out.
  tell(text) {
    this.told.textContent = text;
    this.parts.said.textContent = text;
  }

  // Has more read out after what was told.
  say(text) {
    this.parts.said.textContent = [this.parts.said.textContent, text].filter(Boolean).join(" ");
  }

  // Shows what keeps the table from going on until it is over: of the table, or of the connection.
  notice(text) {
    this.noticed = text;
    this.warn();
  }

  trouble(text) {
    this.troubled = text;
    this.warn();
  }

  warn() {
    const text = [this.troubled, this.noticed].filter(Boolean).join(" ");
    if (this.warning.textContent !== text) this.warning.textContent = text;
  }

  go(at) {
    this.show(at);
    if (this.hashed) history.replaceState(null, "", `#${this.now}`);
  }

  run() {
    if (this.timer || this.now === this.last) return this.stop();
    this.timer = setInterval(() => (this.now < this.last ? this.show(this.now + 1) : this.stop()), PACE);
    this.runner.setAttribute("aria-pressed", "true");
    this.runner.textContent = "❚❚";
    return undefined;
  }

  stop() {
    clearInterval(this.timer);
    this.timer = null;
    this.runner.setAttribute("aria-pressed", "false");
    this.runner.textContent = "▶";
  }

  controls() {
    const button = (label, sign, act) => element("button", { type: "button", "aria-label": label, title: label, onclick: act }, sign);
    const step = (by) => () => {
      this.stop();
      this.go(this.now + by);
    };
    const { words } = this;
    this.back = button(words.back, "◀", step(-1));
    this.forward = button(words.forward, "▶", step(1));
    this.back.textContent = "‹";
    this.forward.textContent = "›";
    this.runner = button(words.run, "▶", () => this.run());
    this.slider = element("input", { type: "range", min: "0", max: "0", value: "0", "aria-label": words.slider });
    this.slider.addEventListener("input", () => {
      this.stop();
      this.go(Number(this.slider.value));
    });
    this.place = element("span", { class: "at" });
    this.told = element("p", { class: "headline" });
    const row = element("div", { class: "row" }, this.back, this.runner, this.forward, this.slider, this.place);
    this.warning = element("p", { class: "notice", role: "status" });
    this.parts.steps.replaceChildren(this.warning, this.told, row);
    this.keys();
    NARROW.addEventListener("change", () => this.show(this.now, false));
  }

  keys() {
    const moves = { ArrowLeft: () => this.now - 1, ArrowRight: () => this.now + 1, Home: () => 0, End: () => this.last };
    document.addEventListener("keydown", (event) => {
      const to = moves[event.key];
      if (!to || event.ctrlKey || event.metaKey || event.altKey) return;
      if (event.target instanceof Element && event.target.closest("input[type=text], textarea")) return;
      event.preventDefault();
      this.stop();
      this.go(to());
    });
  }
}
