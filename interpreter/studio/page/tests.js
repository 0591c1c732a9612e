// Scenarios: which pass and which fail, while somebody types.

import { element, phrase } from "./element.js";

export class Tests {
  places = /** @type {{ file: string, from: [number, number], text: string }[]} */ ([]); // to which no scenario comes

  constructor(studio) {
    const { words } = studio;
    this.studio = studio;
    this.summary = element("p", { class: "summary", role: "status" });
    this.failed = element("ul", { class: "scenarios" });
    this.passed = element("ul", { class: "scenarios" });
    this.folded = element("details", {}, element("summary", {}, words.passing), this.passed);
    this.bare = element("ul", { class: "scenarios" });
    this.covered = element("summary", {});
    this.uncovered = element("details", { hidden: true }, this.covered, this.bare);
    this.root = element("section", {}, element("h2", {}, words.tab_tests), this.summary, this.failed, this.folded, this.uncovered);
  }

  async run(isNow) {
    const { studio } = this;
    const file = studio.kind === "scenarios" ? studio.file : studio.game;
    const results = [];
    let next = 0;
    while (next !== null) {
      const answer = await studio.ask("scenarios", { file, next });
      if (!isNow() || answer.error !== undefined) return;
      results.push(...answer.results);
      next = answer.next;
      this.show(results, answer.total, answer.unread);
      if (answer.bare) this.cover(answer);
    }
    this.margin(results);
  }

  // How much of the game the scenarios come to.
  cover({ percent, bare }) {
    const { words } = this.studio;
    this.places = bare;
    this.uncovered.hidden = false;
    this.covered.textContent = phrase(words, "covered", { n: percent });
    const lines = new Map(); // of what stands in one line, such as all cards of a suit, the first is told
    for (const one of bare) {
      const line = `${one.file}:${one.from[0] + 1}`;
      lines.set(line, [...(lines.get(line) ?? []), one]);
    }
    this.bare.replaceChildren(...[...lines].map(([line, [{ file, from, text }, ...more]]) => element("li", {}, this.go(file, from, `${line} ${text}${more.length ? ` (+ ${more.length})` : ""}`))));
  }

  // Beside the text: which scenarios pass, and where none comes to.
  margin(results) {
    const { studio } = this;
    const { words } = studio;
    const here = (one) => one.file === studio.file;
    const lines = new Map();
    for (const { from, text } of this.places.filter(here)) lines.set(from[0], { line: from[0], kind: "bare", text: "·", label: text });
    for (const { from, passed, found } of results.filter(here)) lines.set(from[0], { line: from[0], kind: passed ? "right" : "wrong", text: passed ? "✓" : "✗", label: passed ? words.passes : found.join(" ") });
    studio.editor.mark([...lines.values()].sort((a, b) => a.line - b.line));
  }

  show(results, total, unread) {
    const { words } = this.studio;
    const wrong = results.filter((one) => !one.passed);
    const done = results.length === total;
    this.summary.textContent = total === 0 && !unread.length ? words.no_scenarios : phrase(words, wrong.length ? "some_fail" : done ? "all_pass" : "so_far", { n: total, failed: wrong.length, done: results.length });
    this.summary.className = `summary ${wrong.length || unread.length ? "wrong" : total && done ? "right" : ""}`;
    const rows = (some) => some.map((one) => this.row(one));
    this.failed.replaceChildren(...unread.map(({ file, found }) => element("li", { class: "fail" }, this.go(file, [0, 0], file), element("p", {}, found))), ...rows(wrong));
    this.passed.replaceChildren(...rows(results.filter((one) => one.passed)));
    this.folded.hidden = results.length === wrong.length;
    this.studio.badge("tests", wrong.length || unread.length ? String(wrong.length + unread.length) : done && total ? "✓" : "", wrong.length || unread.length ? "wrong" : "right");
  }

  row({ file, name, passed, from, found }) {
    const { words } = this.studio;
    const sign = element("span", { class: "sign", role: "img", "aria-label": passed ? words.passes : words.fails }, passed ? "✓" : "✗");
    const from_here = element("button", { type: "button", class: "from", "aria-label": `${words.play_from}: ${name}`, title: words.play_from, onclick: () => this.studio.play.from(file, name) }, "▶");
    return element("li", { class: passed ? "pass" : "fail" }, sign, this.go(file, from, name), " ", from_here, found.map((text) => element("p", {}, text)));
  }

  go(file, from, text) {
    return element("button", { type: "button", class: "go", onclick: () => this.studio.jump(file, from) }, text);
  }
}
