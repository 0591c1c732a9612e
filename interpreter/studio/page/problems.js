// What is wrong with the text, as a list; each leads to its place, and has its quick fixes.

import { element, phrase } from "./element.js";

export class Problems {
  constructor(studio) {
    this.studio = studio;
    this.head = element("h2", { id: "problems-title" });
    this.rows = element("ul", { class: "problems" });
    this.uses = element("div", { class: "uses" });
    this.root = element("section", { class: "found", "aria-labelledby": "problems-title" }, this.uses, this.head, this.rows);
    this.show([]);
  }

  /** @param {import("./editor.js").Finding[]} findings */
  show(findings) {
    const { words } = this.studio;
    this.head.textContent = findings.length ? phrase(words, "problems", { n: findings.length }) : words.no_problems;
    this.root.classList.toggle("none", findings.length === 0);
    this.rows.replaceChildren(...findings.map((one) => this.row(one)));
  }

  // Where a name stands.
  list(places) {
    const { studio } = this;
    const close = element("button", { type: "button", onclick: () => this.uses.replaceChildren() }, studio.words.close);
    const rows = places.map(({ file, from }) => element("li", {}, element("button", { type: "button", class: "go", onclick: () => studio.jump(file, from) }, `${file}:${from[0] + 1}`)));
    this.uses.replaceChildren(element("h2", {}, phrase(studio.words, "uses", { n: places.length }), " ", close), element("ul", {}, rows));
    rows[0].firstChild.focus();
  }

  // The first quick fix for what is wrong in a line.
  fix([line]) {
    const { studio } = this;
    const [fix] = studio.findings.filter((one) => one.from[0] === line).flatMap((one) => one.fixes ?? []);
    if (fix) studio.apply(fix.edits);
    else studio.tell(studio.words.no_fix);
  }

  row(one) {
    const { studio } = this;
    const [first, ...more] = one.message.split("\n");
    const where = phrase(studio.words, "line", { n: one.from[0] + 1 });
    const go = element("button", { type: "button", class: "go", onclick: () => studio.jump(studio.file, one.from) },
      element("b", {}, where), ` ${first} `, element("span", { class: "code" }, one.code));
    const others = one.others.map((other) => element("button", { type: "button", class: "other", onclick: () => studio.jump(other.file, other.from) }, `${other.file}:${other.from[0] + 1} ${other.text}`));
    const fixes = (one.fixes ?? []).map((fix) => element("button", { type: "button", class: "fix", onclick: () => studio.apply(fix.edits) }, fix.title));
    return element("li", { class: one.severity }, go, more.map((text) => element("p", {}, text)), others, fixes);
  }
}
