// What is told of a game as a whole: its rulebook, many games of it, and what a variant changes.

import { element, phrase } from "./element.js";

const PATIENCE = 2000; // milliseconds that whoever stops the games waits for the last of them

class Document {
  constructor(studio, name) {
    this.studio = studio;
    this.status = element("p", { class: "status", role: "status" });
    this.root = element("section", {}, this.head(studio.words), this.status);
    this.title = studio.words[`tab_${name}`];
  }

  /**
   * @param {Record<string, string>} words
   * @returns {HTMLElement | HTMLElement[]} what stands above the document
   */
  head(words) {
    return [];
  }

  // What is done when the view is looked at.
  async shown() {}

  // A document in a frame; it has no scripts, and may run none. Its links lead to places in it.
  put(page) {
    const frame = element("iframe", { title: this.title, sandbox: "allow-same-origin", class: "document" });
    frame.srcdoc = page;
    frame.addEventListener("load", () => frame.contentDocument.addEventListener("click", (event) => {
      const link = event.target.closest("a[href]");
      if (!link) return;
      event.preventDefault();
      frame.contentDocument.getElementById(link.getAttribute("href").slice(1))?.scrollIntoView();
    }));
    this.root.querySelector("iframe")?.remove();
    this.root.append(frame);
  }

  async fresh() {
    await this.shown();
  }
}

export class Rules extends Document {
  constructor(studio) {
    super(studio, "rules");
  }

  async shown() {
    const answer = await this.studio.ask("rulebook", this.studio.play.asked);
    this.status.textContent = answer.error ?? "";
    if (!answer.page || answer.page === this.page) return;
    this.page = answer.page;
    this.put(answer.page);
  }
}

export class Games extends Document {
  constructor(studio) {
    super(studio, "games");
  }

  head(words) {
    this.many = element("input", { type: "number", min: 10, max: 100000, step: 10, value: 1000 });
    this.bots = element("select", {}, this.studio.known.bots.slice(1).map((one) => element("option", { value: one.name }, one.text)));
    this.starter = element("button", { type: "button", class: "main", onclick: () => (this.isRunning ? this.stop() : this.play()) }, words.play_games);
    this.against = element("input", { type: "checkbox" });
    this.bar = element("progress", { max: 1, value: 0, hidden: true, "aria-label": words.tab_games });
    return element("div", { class: "row" }, element("label", {}, words.how_many, " ", this.many), element("label", {}, words.played_by, " ", this.bots), element("label", { class: "check" }, this.against, " ", words.against), this.starter, this.bar);
  }

  // Only a variant has a game to be compared with.
  async shown() {
    this.against.closest("label").hidden = !this.isVariant;
  }

  get isVariant() {
    const { play, file, game } = this.studio;
    return play.setup.variants.length > 0 || (file === game && this.studio.kind === "variant") || this.studio.files.some((one) => one.name === game && one.kind === "variant");
  }

  // At the end of a game, with what the games so far tell; if that takes long, at once and without.
  stop() {
    if (!this.isRunning) return;
    this.isRunning = false;
    this.patience = setTimeout(() => this.studio.source.stop(), PATIENCE);
  }

  async play() {
    const { studio } = this;
    const { words } = studio;
    const games = Number(this.many.value);
    const asked = { ...studio.play.asked, seats: [this.bots.value], games, against: this.against.checked && this.isVariant };
    this.isRunning = true;
    this.starter.textContent = words.stop;
    this.bar.hidden = false;
    this.bar.value = 0;
    this.status.textContent = phrase(words, "games_played", { n: 0 });
    await studio.send();
    let next = 0;
    while (next !== null) {
      const answer = await studio.aside("simulate", { ...asked, next, ends: !this.isRunning });
      if (answer.error !== undefined) {
        this.status.textContent = answer.error || words.was_stopped;
        break;
      }
      next = answer.next;
      this.bar.value = answer.played / games;
      this.status.textContent = phrase(words, "games_played", { n: answer.played });
      if (answer.page) this.put(answer.page);
    }
    clearTimeout(this.patience);
    this.isRunning = false;
    this.isDone = next === null;
    studio.guide.look();
    this.bar.hidden = true;
    this.starter.textContent = words.play_games;
  }
}

export class Changes extends Document {
  constructor(studio) {
    super(studio, "changes");
    this.list = element("ul", { class: "changes" });
    this.root.append(this.list);
  }

  head(words) {
    return element("h2", {}, words.tab_changes);
  }

  async shown() {
    const { words } = this.studio;
    const answer = await this.studio.ask("compare", this.studio.play.asked);
    const sentences = answer.sentences ?? [];
    this.status.textContent = answer.error ?? (sentences.length ? phrase(words, "changes_of", { n: sentences.length }) : words.no_changes);
    this.list.replaceChildren(...sentences.map((one) => element("li", {}, one)));
  }
}
