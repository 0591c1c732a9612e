// The rulebook beside the table: it opens at the passage about the present phase, or about a card, and marks which cards
// are in sight. Where there is no room beside the table it covers it.

import { element } from "./element.js";
import { hide } from "./enlarged.js";

const BESIDE = matchMedia("(min-width: 1280px) and (min-height: 560px)");

export class Rules {
  // `load` gives the rulebook as HTML, in which all texts of the game are escaped; `table` the table that is shown.
  constructor(words, load, table) {
    Object.assign(this, { words, load, table });
    const close = element("button", { type: "button", class: "close", "aria-label": words.close, onclick: () => this.close() }, "✕");
    this.book = element("div", { class: "book", tabindex: "0" });
    this.book.addEventListener("scroll", () => (this.at = this.book.scrollTop), { passive: true });
    this.back = element("button", { type: "button", class: "back", hidden: true, onclick: () => this.goBack() }, words.was_there);
    this.panel = element("dialog", { class: "reading", "aria-labelledby": "reading-title" }, element("div", { class: "top" }, element("h2", { id: "reading-title", tabindex: "-1" }, words.rules), this.back, close), this.book);
    this.button = element("button", { type: "button", class: "rules-button", "aria-expanded": "false", "aria-keyshortcuts": "?", onclick: () => this.toggle() }, words.rules);
    document.querySelector("header").append(this.button);
    document.body.append(this.panel);
    this.panel.addEventListener("close", () => this.closed());
    this.panel.addEventListener("keydown", (event) => ["Home", "End"].includes(event.key) && event.stopPropagation()); // of the book, not of the game
    this.book.addEventListener("click", (event) => this.follow(event));
    document.addEventListener("rules", ({ detail }) => this.open(detail));
    document.addEventListener("keydown", (event) => this.key(event), true);
    BESIDE.addEventListener("change", () => this.close());
  }

  // `?` opens the rules of the card that has the focus or lies under the mouse.
  key(event) {
    if (event.key === "Escape" && this.panel.open) {
      event.stopImmediatePropagation(); // it closes one thing
      this.close();
      return;
    }
    if (event.key !== "?" || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    const card = document.querySelector("[data-card]:hover") ?? document.activeElement.closest("[data-card]");
    if (card) this.open(card.dataset.card);
    else this.toggle();
  }

  toggle() {
    if (this.panel.open) this.close();
    else this.open();
  }

  close() {
    if (this.panel.open) this.panel.close();
  }

  closed() {
    document.body.classList.remove("beside");
    this.button.setAttribute("aria-expanded", "false");
    const back = this.opener?.isConnected ? this.opener : document.querySelector(`[data-key="${CSS.escape(this.opener?.dataset.key ?? "")}"]`);
    (back ?? this.button).focus();
  }

  async open(card) {
    hide();
    const { at: before } = this; // nowhere, where nobody has read yet
    if (!this.panel.open) {
      this.opener = document.activeElement === document.body ? this.button : document.activeElement;
      document.body.classList.toggle("beside", BESIDE.matches);
      if (BESIDE.matches) this.panel.show();
      else this.panel.showModal();
      this.button.setAttribute("aria-expanded", "true");
      document.getElementById("reading-title").focus();
    }
    if (!this.isLoaded) {
      this.book.textContent = this.words.connecting;
      const found = await this.load().catch(() => "");
      this.isLoaded = found !== "";
      this.book.innerHTML = found;
      if (!found) this.book.textContent = this.words.no_rules;
    }
    this.mark();
    const there = card ? this.book.querySelector(`[data-cards~="${CSS.escape(card)}"]`) : this.passage(this.table()?.phase.id);
    this.was = before;
    this.book.scrollTop = before ?? 0;
    if (there) this.go(there);
    this.back.hidden = before === undefined || Math.abs(this.book.scrollTop - before) < this.book.clientHeight / 2;
  }

  // Where one was before it was opened at the present phase, or at a card.
  goBack() {
    this.book.scrollTop = this.was;
    this.back.hidden = true;
    this.book.focus();
  }

  passage(phase) {
    return this.book.querySelector(`#${CSS.escape(`rule-phases.${phase}`)}`);
  }

  go(there) {
    there.scrollIntoView({ block: "start" });
    there.focus({ preventScroll: true });
  }

  // Links lead within the panel: the address of a page from disk says at which step it is.
  follow(event) {
    const link = event.target.closest("a[href^='#']");
    if (!link) return;
    event.preventDefault();
    this.go(this.book.querySelector(`#${CSS.escape(link.hash.slice(1))}`));
  }

  // Which passage is about the present phase, and which cards can be seen.
  mark() {
    const table = this.isLoaded && this.panel.open && this.table();
    if (!table) return;
    const seen = new Set(table.blocks.flatMap((block) => block.zones).flatMap((zone) => zone.cards ?? []).map((card) => card.card));
    const now = this.passage(table.phase.id);
    for (const entry of this.book.querySelectorAll("[data-cards], [id^='rule-phases.']")) {
      const told = entry === now ? this.words.rules_now : entry.dataset.cards?.split(" ").some((card) => seen.has(card)) ? this.words.rules_seen : "";
      entry.classList.toggle("now", told !== "");
      entry.querySelector(".mark")?.remove();
      if (told) entry.querySelector(".says").prepend(element("span", { class: "mark" }, told), " ");
    }
  }
}
