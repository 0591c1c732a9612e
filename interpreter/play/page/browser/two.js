// Starts a page that shows one deal under two rules: two films side by side, moved by one slider. Where both seats decide
// otherwise for the first time is marked.

import { element, phrase } from "./element.js";
import { Film } from "./film.js";
import { draw, still } from "./draw.js";
import { changed, headline, log } from "./log.js";

// The tables of another film; its frames are put together as those of any film.
function other(frames) {
  const made = Object.assign(Object.create(Film.prototype), { frames: [], tables: [], known: [], numbered: {} });
  made.add(frames);
  return made;
}

// Two tables have things of the same names; on a page each name is there once.
function renamed(root, side) {
  for (const one of root.querySelectorAll("[id]")) one.id = `${side}-${one.id}`;
  for (const one of root.querySelectorAll("[aria-labelledby]")) one.setAttribute("aria-labelledby", `${side}-${one.getAttribute("aria-labelledby")}`);
}

class Two extends Film {
  constructor(page) {
    super({ ...page, frames: page.films[0].frames });
    this.apart = page.apart;
    this.films = [this, other(page.films[1].frames)];
    this.sides = page.films.map((film, side) => this.side(film, side, page.films[1 - side].rules));
    const choice = element("div", { class: "choice", role: "group", "aria-label": this.words.rules }, this.sides.map((side) => side.button));
    const columns = element("div", { class: "sides" }, this.sides.map((side) => side.column));
    this.parts.table.replaceChildren(this.banner(), choice, columns);
    document.body.classList.add("two");
    this.choose(0);
    if (this.apart !== null) {
      const ticks = element("datalist", { id: "ticks" }, element("option", { value: `${this.apart}` }));
      this.slider.after(ticks);
      this.slider.setAttribute("list", "ticks");
    }
  }

  side(film, side, others) {
    const rules = film.rules === others ? `${film.rules} (${film.options})` : film.rules;
    const parts = Object.fromEntries(["phase", "latest", "table", "log"].map((name) => [name, element("div", { class: name })]));
    const heading = element("h2", { class: "rules" }, rules);
    const options = element("p", { class: "options" }, film.rules === others ? "" : film.options);
    const happened = element("section", { class: "happened" }, element("h3", {}, this.words.log), parts.log);
    const column = element("section", { class: "side", "aria-label": rules }, heading, options, parts.phase, parts.latest, parts.table, happened);
    const button = element("button", { type: "button", onclick: () => this.choose(side) }, rules);
    return { ...parts, column, button, still: still((text) => this.tell(text)) };
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
    const go = element("button", { type: "button", onclick: () => this.go(apart) }, words.show_apart);
    return element("p", { class: "apart" }, phrase(words, "apart", { n: apart }), " ", go);
  }

  // While the constructor of a film runs, there is only the first.
  get last() {
    return Math.max(...(this.films ?? [this]).map((film) => film.frames.length)) - 1;
  }

  show(at, announce = true) {
    const now = Math.min(Math.max(at, 0), this.last);
    this.now = now;
    this.sides.forEach((side, number) => this.shown_side(side, this.films[number], number, now));
    this.slider.max = `${this.last}`;
    this.slider.value = `${now}`;
    this.slider.setAttribute("aria-valuetext", phrase(this.words, "step", { now, last: this.last }));
    this.place.textContent = `${now} / ${this.last}`;
    this.back.disabled = now === 0;
    this.forward.disabled = now === this.last;
    const told = this.sides.map((side) => side.latest.textContent);
    const alike = told[0] === told[1];
    if (announce) this.tell(alike ? told[0] : told.map((text, side) => `${this.sides[side].button.textContent}: ${text}`).join(" "));
  }

  // How a film has ended that is over before the other.
  ended(film, last) {
    const told = film.frames[last].log.filter((one) => one.event === "result").map((one) => one.text);
    return [phrase(this.words, "over_at", { n: last }), ...told].join(" ");
  }

  shown_side(side, film, number, now) {
    const last = film.frames.length - 1;
    const here = Math.min(now, last);
    const table = film.tables[here];
    const over = now > last;
    draw(side.table, table, this.words, over ? new Set() : changed(film.frames[here]), side.still);
    renamed(side.table, `side${number}`);
    log(side.log, film.frames, here, this.words, (one) => this.go(one));
    side.phase.textContent = table.phase.label;
    side.latest.textContent = over ? this.ended(film, last) : headline(film.frames[here]);
    side.column.classList.toggle("differs", this.apart !== null && now === this.apart);
  }
}

const film = new Two(JSON.parse(document.getElementById("page").textContent));
const step = () => film.show(location.hash ? Number(location.hash.slice(1)) || 0 : film.apart ?? 0);
film.hashed = true;
window.addEventListener("hashchange", step);
step();
