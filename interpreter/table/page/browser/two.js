// Starts a page that shows one deal under two rules: two films side by side, moved by one slider. Where both seats decide
// otherwise for the first time is marked.

import { element, phrase } from "./element.js";
import { Frames } from "./frames.js";
import { Steps } from "./steps.js";
import { still } from "./draw.js";
import { Scene } from "./scene.js";
import { headline, log } from "./log.js";

// Two tables have things of the same names; on a page each name is there once.
function renamed(root, side) {
  for (const one of root.querySelectorAll("[id]")) one.id = `${side}-${one.id}`;
  for (const one of root.querySelectorAll("[aria-labelledby]")) one.setAttribute("aria-labelledby", `${side}-${one.getAttribute("aria-labelledby")}`);
}

class Two {
  constructor(page) {
    this.words = page.words;
    this.apart = page.apart;
    this.sides = page.films.map((film, side) => this.side(film, side, page.films[1 - side].rules));
    const choice = element("div", { class: "choice", role: "group", "aria-label": this.words.rules }, this.sides.map((side) => side.button));
    const columns = element("div", { class: "sides" }, this.sides.map((side) => side.column));
    document.body.classList.add("two");
    document.getElementById("table").replaceChildren(this.banner(), choice, columns);
    this.choose(0);
    const last = Math.max(...this.sides.map((side) => side.frames.last));
    this.steps = new Steps(page.words, { last: () => last, show: (now, announce, isOwn) => this.draw(now, announce, isOwn) });
    if (this.apart !== null) this.steps.mark(this.apart);
  }

  side(film, side, others) {
    const rules = film.rules === others ? `${film.rules} (${film.options})` : film.rules;
    const parts = Object.fromEntries(["phase", "latest", "table", "log"].map((name) => [name, element("div", { class: name })]));
    const heading = element("h2", { class: "rules" }, rules);
    const options = element("p", { class: "options" }, film.rules === others ? "" : film.options);
    const happened = element("section", { class: "happened" }, element("h3", {}, this.words.log), parts.log);
    const column = element("section", { class: "side", "aria-label": rules }, heading, options, parts.phase, parts.latest, parts.table, happened);
    const button = element("button", { type: "button", onclick: () => this.choose(side) }, rules);
    const scene = new Scene(parts.table, this.words, () => renamed(parts.table, `side${side}`));
    return { ...parts, column, button, scene, frames: new Frames(film.frames), still: still((text) => this.steps.tell(text), `face-side${side}-`) };
  }

  // Where there is no room for both, one is shown.
  choose(side) {
    this.sides.forEach((one, at) => {
      one.button.setAttribute("aria-pressed", `${at === side}`);
      one.column.classList.toggle("away", at !== side);
    });
  }

  banner() {
    const { apart, words } = this;
    if (apart === null) return element("p", { class: "apart" }, words.never_apart);
    const go = element("button", { type: "button", onclick: () => this.steps.go(apart) }, words.show_apart);
    return element("p", { class: "apart" }, phrase(words, "apart", { n: apart }), " ", go);
  }

  draw(now, announce, isOwn) {
    this.sides.forEach((side) => this.drawSide(side, now, isOwn));
    const told = this.sides.map((side) => side.latest.textContent);
    const alike = told[0] === told[1];
    if (announce) this.steps.tell(alike ? told[0] : told.map((text, side) => `${this.sides[side].button.textContent}: ${text}`).join(" "));
  }

  drawSide(side, now, isOwn) {
    const { steps, last } = side.frames;
    const over = now > last;
    const { table } = steps[Math.min(now, last)];
    side.scene.show(steps, Math.min(now, last), side.still, isOwn);
    log(side.log, steps, Math.min(now, last), this.words, (one) => this.steps.go(one));
    side.phase.textContent = table.phase.label;
    side.latest.textContent = over ? this.ended(steps[last].log, last) : headline(steps[now].log);
    side.column.classList.toggle("differs", this.apart !== null && now === this.apart);
  }

  // How a film has ended that is over before the other.
  ended(told, last) {
    const results = told.filter((one) => one.event === "result").map((one) => one.text);
    return [phrase(this.words, "over_at", { n: last }), ...results].join(" ");
  }
}

const two = new Two(JSON.parse(document.getElementById("page").textContent));
two.steps.follow(two.apart ?? 0);
