// Goes through the steps of a game: a slider, buttons, the arrow keys, and a line that says what a step is about.

import { element, phrase } from "./element.js";

const PACE = 1200; // milliseconds from step to step
const LOOSE = 6; // pixels

export class Steps {
  // `last` tells the number of the last step, `show` draws one, and is told whether it is to be read out, and whether
  // somebody has gone there; `waits` says whether something is shown that somebody has to see first.
  constructor(words, { last, show, waits = () => false }) {
    Object.assign(this, { words, last, show, waits });
    this.now = -1;
    this.said = document.getElementById("said");
    this.controls(document.getElementById("steps"));
    this.keys();
  }

  to(at, announce = true, isOwn = false) {
    const last = this.last();
    const now = Math.min(Math.max(at, 0), last);
    if (now < 0) return;
    this.now = now;
    this.slider.max = `${last}`;
    this.slider.value = `${now}`;
    this.slider.setAttribute("aria-valuetext", phrase(this.words, "step", { now, last }));
    this.place.textContent = `${now} / ${last}`;
    this.place.style.setProperty("min-width", `${Math.max(`${last} / ${last}`.length, 9)}ch`); // or the slider would grow and shrink
    this.slider.disabled = false;
    this.runner.disabled = now === last && !this.timer; // at a table it would look like a move
    this.back.disabled = now === 0;
    this.forward.disabled = now === last;
    this.show(now, announce, isOwn);
  }

  // Where somebody wants to go; the address of a page from disk says where that is.
  go(at) {
    this.stop();
    this.to(at, true, true);
    if (this.hashed) history.replaceState(null, "", `#${this.now}`);
  }

  // Begins where the address says, or else at `first`, and follows it.
  follow(first) {
    const step = () => this.to(location.hash ? Number(location.hash.slice(1)) || 0 : first);
    this.hashed = true;
    window.addEventListener("hashchange", step);
    step();
  }

  // Shows a line, and has it read out; `shown` is what it looks like.
  tell(text, shown = [text]) {
    this.told.replaceChildren(...shown);
    this.told.classList.toggle("message", shown.length === 1 && shown[0] === text); // which is read to its end
    this.told.classList.toggle("long", this.told.offsetHeight > this.told.parentElement.offsetHeight + LOOSE); // it lies over the line above
    this.said.textContent = text;
  }

  // Has more read out after what was told.
  say(text) {
    this.said.textContent = [this.said.textContent, text].filter(Boolean).join(" ");
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
    const isClosed = !this.troubled && text && sessionStorage.getItem("closed") === text; // also by who loads the page again
    if (isClosed) this.warning.textContent = "";
    else if (this.warning.textContent !== text) this.warning.replaceChildren(text, ...(text && !this.troubled ? [this.closing] : []));
  }

  // Marks a step on the slider.
  mark(at) {
    this.slider.after(element("datalist", { id: "ticks" }, element("option", { value: `${at}` })));
    this.slider.setAttribute("list", "ticks");
  }

  run() {
    if (this.timer || this.now === this.last()) return this.stop();
    this.timer = setInterval(() => this.waits() || (this.now < this.last() ? this.to(this.now + 1) : this.stop()), PACE);
    this.runner.setAttribute("aria-pressed", "true");
    this.runner.textContent = "❚❚";
    return undefined;
  }

  stop() {
    clearInterval(this.timer);
    this.timer = null;
    this.runner.setAttribute("aria-pressed", "false");
    this.runner.textContent = "▶";
    this.runner.disabled = this.now === this.last();
  }

  controls(root) {
    const { words } = this;
    const button = (label, sign, act) => element("button", { type: "button", "aria-label": label, hint: label, onclick: act }, sign);
    this.back = button(words.back, "‹", () => this.go(this.now - 1));
    this.forward = button(words.forward, "›", () => this.go(this.now + 1));
    this.runner = button(words.run, "▶", () => this.run());
    this.slider = element("input", { type: "range", min: "0", max: "0", value: "0", "aria-label": words.slider });
    this.slider.addEventListener("input", () => this.go(Number(this.slider.value)));
    this.place = element("span", { class: "at" });
    this.turn = element("p", { class: "turn-line" });
    this.told = element("p", { class: "headline" });
    this.warning = element("p", { class: "notice", role: "status" });
    this.closing = element("button", { type: "button", class: "close", "aria-label": words.close, onclick: () => {
      sessionStorage.setItem("closed", this.noticed);
      this.notice("");
    } });
    this.row = element("div", { class: "row" }, this.back, this.runner, this.forward, this.slider, this.place);
    for (const one of [this.back, this.runner, this.forward, this.slider]) one.disabled = true; // until there is a step
    root.replaceChildren(this.warning, element("div", { class: "saying" }, this.turn, element("div", { class: "said-line" }, this.told)), this.row);
  }

  keys() {
    const moves = { ArrowLeft: () => this.now - 1, ArrowRight: () => this.now + 1, Home: () => 0, End: () => this.last() };
    document.addEventListener("keydown", (event) => {
      const to = moves[event.key];
      if (!to || event.ctrlKey || event.metaKey || event.altKey) return;
      if (event.target instanceof Element && event.target.closest("input[type=text], textarea")) return;
      event.preventDefault();
      this.go(to());
    });
  }
}
