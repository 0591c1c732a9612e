// An editor of a text area with the numbers of its lines, for where the full one is not there.

import { element } from "./element.js";

/**
 * @typedef {import("./editor.js").Editor} Editor
 * @implements {Editor}
 */
export class PlainEditor {
  isFull = false;
  marks = /** @type {Map<number, string>} */ (new Map());
  inside = false;

  constructor(parent, around) {
    this.around = around;
    this.numbers = element("pre", { class: "numbers", "aria-hidden": "true" });
    const given = { spellcheck: "false", autocapitalize: "off", autocomplete: "off", wrap: "off", "aria-label": around.words.text_of_file };
    this.area = element("textarea", { ...given, oninput: () => this.changed(), onkeydown: (event) => this.pressed(event), onblur: () => (this.inside = false), onscroll: () => (this.numbers.scrollTop = this.area.scrollTop) });
    this.file = "";
    this.left = new Map(); // where the cursor was in each file; what was typed in one cannot be taken back in another
    parent.replaceChildren(element("div", { class: "plain" }, this.numbers, this.area));
  }

  // Tab leaves the text for whoever comes by keyboard, until they write.
  pressed(event) {
    const { key } = event;
    if (key === "Tab" && !event.shiftKey && !event.altKey && !event.ctrlKey && this.inside) {
      event.preventDefault();
      document.execCommand("insertText", false, "  ");
    }
    this.inside = key === "Escape" || key === "Tab" ? false : this.inside || key.length === 1;
  }

  changed() {
    this.count();
    this.around.changed();
  }

  count() {
    const many = this.area.value.split("\n").length;
    const { marks } = this;
    this.numbers.replaceChildren(...Array.from({ length: many }, (_, at) => element("span", { class: marks.get(at) }, `${at + 1}\n`)));
  }

  get text() {
    return this.area.value;
  }

  open(text, file) {
    const { area } = this;
    if (this.file) this.left.set(this.file, { at: area.selectionStart, top: area.scrollTop });
    const { at, top } = this.left.get(file) ?? { at: 0, top: 0 };
    this.file = file;
    this.marks = new Map();
    area.value = text;
    area.setSelectionRange(at, at);
    area.scrollTop = top;
    this.count();
  }

  // A file that is gone, or has another name now.
  forget(file, name = "") {
    const known = this.left.get(file);
    this.left.delete(file);
    if (name && known) this.left.set(name, known);
    if (this.file === file) this.file = name;
  }

  replace(text) {
    const { selectionStart: at, scrollTop } = this.area;
    this.area.value = text;
    this.area.setSelectionRange(at, at);
    this.area.scrollTop = scrollTop;
    this.count();
  }

  show(findings) {
    this.marks = new Map(findings.map((one) => [one.from[0], one.severity]));
    this.count();
  }

  /** @returns {import("./editor.js").Place} */
  get at() {
    const before = this.area.value.slice(0, this.area.selectionStart).split("\n");
    return [before.length - 1, before.at(-1).length];
  }

  offset([line, character]) {
    const lines = this.area.value.split("\n");
    return lines.slice(0, line).reduce((sum, one) => sum + one.length + 1, 0) + Math.min(character, lines[line]?.length ?? 0);
  }

  reveal(from, to = from) {
    const lines = this.area.value.split("\n").length;
    this.area.focus();
    this.area.setSelectionRange(this.offset(from), this.offset(to));
    this.area.scrollTop = (this.area.scrollHeight / lines) * Math.max(0, from[0] - 5);
  }

  edit(edits) {
    const placed = edits.map((one) => ({ start: this.offset(one.from), end: this.offset(one.to), text: one.text }));
    let text = this.area.value;
    for (const one of placed.sort((a, b) => b.start - a.start)) text = text.slice(0, one.start) + one.text + text.slice(one.end);
    this.replace(text);
    this.around.changed();
  }

  // Neither colours nor signs beside lines: it has no room for them.
  colour() {}

  mark() {}

  focus() {
    this.area.focus();
  }
}
