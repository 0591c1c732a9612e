// The full editor of the studio: CodeMirror, and what the studio's session knows of the language.
//
// It stands in a shadow root, where CodeMirror needs no inline style sheets, so the policy of the page can forbid them.

import { acceptCompletion, autocompletion, closeBrackets, closeBracketsKeymap, completionKeymap } from "@codemirror/autocomplete";
import { defaultKeymap, history, historyKeymap, indentWithTab } from "@codemirror/commands";
import { yaml } from "@codemirror/lang-yaml";
import { bracketMatching, foldGutter, foldKeymap, HighlightStyle, indentOnInput, indentUnit, syntaxHighlighting } from "@codemirror/language";
import { forceLinting, linter, lintGutter, nextDiagnostic, previousDiagnostic, setDiagnostics } from "@codemirror/lint";
import { highlightSelectionMatches, openSearchPanel, search, searchKeymap } from "@codemirror/search";
import { Annotation, Compartment, EditorSelection, EditorState, RangeSet, StateEffect, StateField } from "@codemirror/state";
import { crosshairCursor, Decoration, drawSelection, dropCursor, EditorView, gutter, GutterMarker, highlightActiveLine, highlightActiveLineGutter, highlightSpecialChars, hoverTooltip, keymap, lineNumbers, rectangularSelection, showPanel, showTooltip } from "@codemirror/view";
import { tags } from "@lezer/highlight";
import { markdown } from "./markdown.js";

const KINDS = { keyword: "keyword", function: "function", method: "method", property: "property", enummember: "constant", variable: "variable", reference: "variable", class: "class", struct: "class", value: "enum", typeparameter: "type", file: "text", field: "property" };

const colours = /** @type {import("@codemirror/state").StateEffectType<import("@codemirror/view").DecorationSet>} */ (StateEffect.define());
const marks = /** @type {import("@codemirror/state").StateEffectType<RangeSet<any>>} */ (StateEffect.define());
const told = /** @type {import("@codemirror/state").StateEffectType<import("@codemirror/view").Tooltip | null>} */ (StateEffect.define());
const asked = /** @type {import("@codemirror/state").StateEffectType<import("@codemirror/view").PanelConstructor | null>} */ (StateEffect.define());
const own = Annotation.define(); // what nobody has typed

// The colours of words, moved along with what is typed until new ones come.
const colouring = StateField.define({
  create: () => Decoration.none,
  update(value, { changes, effects }) {
    for (const one of effects) if (one.is(colours)) return one.value;
    return value.map(changes);
  },
  provide: (field) => EditorView.decorations.from(field),
});

class Mark extends GutterMarker {
  /** @param {string} kind @param {string} text @param {string} label */
  constructor(kind, text, label) {
    super();
    this.kind = kind;
    this.text = text;
    this.label = label;
  }

  /** @param {Mark} other */
  eq(other) {
    return other.kind === this.kind && other.label === this.label;
  }

  toDOM() {
    const made = document.createElement("span");
    made.className = `mark ${this.kind}`;
    made.textContent = this.text;
    made.title = this.label;
    return made;
  }
}

const marking = StateField.define({
  create: () => RangeSet.empty,
  update(value, { changes, effects }) {
    for (const one of effects) if (one.is(marks)) return one.value;
    return value.map(changes);
  },
});

// How the function around the cursor is called.
const calling = StateField.define({
  create: () => null,
  update(value, transaction) {
    for (const one of transaction.effects) if (one.is(told)) return one.value;
    return transaction.selection && !transaction.docChanged ? null : value;
  },
  provide: (field) => showTooltip.from(field),
});

// A question at the foot of the editor: a new name.
const asking = StateField.define({
  create: () => null,
  update(value, { effects }) {
    for (const one of effects) if (one.is(asked)) return one.value;
    return value;
  },
  provide: (field) => showPanel.from(field, (made) => made),
});

const looks = HighlightStyle.define([
  { tag: [tags.propertyName, tags.definition(tags.propertyName)], color: "var(--word)" },
  { tag: [tags.comment, tags.lineComment], color: "var(--soft)", fontStyle: "italic" },
  { tag: [tags.string, tags.attributeValue], color: "var(--text-word)" },
  { tag: [tags.punctuation, tags.separator, tags.squareBracket, tags.brace], color: "var(--soft)" },
]);

const theme = EditorView.theme({
  "&": { height: "100%", color: "var(--ink)", backgroundColor: "transparent", fontSize: ".86rem" },
  "&.cm-focused": { outline: "2px solid var(--accent)", outlineOffset: "-2px" },
  ".cm-scroller": { fontFamily: 'ui-monospace, "DejaVu Sans Mono", monospace', lineHeight: "1.5" },
  ".cm-content": { caretColor: "var(--ink)" },
  ".cm-cursor, .cm-dropCursor": { borderLeftColor: "var(--ink)" },
  ".cm-gutters": { backgroundColor: "transparent", color: "var(--soft)", border: "0" },
  ".cm-activeLine, .cm-activeLineGutter": { backgroundColor: "var(--line-now)" },
  "&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground": { background: "var(--chosen)" },
  ".cm-selectionMatch, .cm-searchMatch": { backgroundColor: "var(--chosen)" },
  "&.cm-focused .cm-matchingBracket": { backgroundColor: "var(--chosen)", color: "inherit" },
  ".cm-tooltip": { backgroundColor: "var(--felt)", color: "var(--ink)", border: "1px solid var(--edge)", borderRadius: ".4rem", boxShadow: "var(--shadow)", maxWidth: "min(32rem, 90vw)", font: '.88rem/1.4 system-ui, "Noto Sans", sans-serif' },
  ".cm-tooltip p, .cm-tooltip ul": { margin: ".25rem .6rem" },
  ".cm-tooltip pre": { background: "var(--ground)", borderRadius: ".3rem", margin: ".3rem .6rem", overflow: "auto", padding: ".2rem .4rem" },
  ".cm-tooltip code": { fontFamily: 'ui-monospace, "DejaVu Sans Mono", monospace', fontSize: ".95em" },
  ".cm-tooltip-autocomplete ul li": { padding: ".15rem .4rem" },
  ".cm-tooltip-autocomplete ul li[aria-selected]": { backgroundColor: "var(--accent)", color: "var(--felt)" },
  ".cm-completionDetail": { color: "var(--soft)", fontStyle: "normal" },
  "li[aria-selected] .cm-completionDetail": { color: "inherit" },
  ".cm-panels": { backgroundColor: "var(--felt)", color: "var(--ink)", borderTop: "1px solid var(--line)" },
  ".cm-panel": { padding: ".35rem .5rem" },
  ".cm-panel input, .cm-panel button, .cm-diagnosticAction": { background: "var(--ground)", border: "1px solid var(--edge)", borderRadius: ".4rem", color: "var(--ink)", font: "inherit", padding: ".15rem .5rem" },
  ".cm-diagnosticAction": { background: "none", borderColor: "var(--accent)", cursor: "pointer", margin: ".2rem .3rem 0 0" },
  ".cm-diagnostic": { borderLeft: "4px solid var(--piece-red)", padding: ".25rem .5rem", whiteSpace: "pre-wrap" },
  ".cm-diagnostic-warning": { borderLeftColor: "var(--yellow)" },
  ".cm-lintRange-error": { backgroundImage: "none", textDecoration: "underline wavy var(--piece-red) 1.5px", textDecorationSkipInk: "none" },
  ".cm-lintRange-warning": { backgroundImage: "none", textDecoration: "underline wavy var(--yellow) 1.5px", textDecorationSkipInk: "none" },
  ".cm-foldPlaceholder": { backgroundColor: "var(--glow)", border: "0", color: "inherit" },
  ".mark": { fontWeight: "700" },
  ".mark.right": { color: "var(--accent)" },
  ".mark.wrong": { color: "var(--piece-red)" },
  ".mark.bare": { color: "var(--yellow)" },
  ".marks": { width: "1rem", textAlign: "center" },
  ".w-keyword, .w-operator": { color: "var(--key)" },
  ".w-function, .w-method, .w-event": { color: "var(--does)" },
  ".w-variable, .w-parameter": { color: "var(--ink)" },
  ".w-property": { color: "var(--word)" },
  ".w-enumMember, .w-number": { color: "var(--text-word)" },
  ".w-struct, .w-class, .w-enum, .w-namespace": { color: "var(--thing)" },
  ".w-comment": { color: "var(--soft)", fontStyle: "italic" },
});

export class FullEditor {
  isFull = true;

  constructor(parent, around) {
    this.around = around;
    this.holder = document.createElement("div");
    this.holder.className = "full";
    this.root = this.holder.attachShadow({ mode: "open" });
    parent.replaceChildren(this.holder);
    this.ends = new Compartment();
    this.file = "";
    this.left = new Map(); // each file as it was left: its text with its history and cursor, and what was seen of it
    this.view = new EditorView({ root: this.root, parent: this.root, state: this.state("") });
  }

  state(text) {
    const { around } = this;
    const go = (what) => () => (what(), true);
    const keys = [
      { key: "Mod-s", run: go(() => around.save()) },
      { key: "F12", run: go(() => this.define(this.view.state.selection.main.head)) },
      { key: "Shift-F12", run: go(() => this.uses()) },
      { key: "F2", run: go(() => this.rename()) },
      { key: "F8", run: nextDiagnostic },
      { key: "Shift-F8", run: previousDiagnostic },
      { key: "Mod-.", run: go(() => this.fix()) },
      { key: "Shift-Alt-f", run: go(() => this.lay()) },
      { key: "Mod-Shift-o", run: openSearchPanel },
      { key: "Tab", run: acceptCompletion },
      // Escape, then Tab leaves the editor, as CodeMirror has it.
    ];
    const typed = EditorView.updateListener.of(({ docChanged, state, transactions }) => {
      if (docChanged && !transactions.some((one) => one.annotation(own))) around.changed();
      if (docChanged && transactions.some((one) => one.isUserEvent("input"))) this.call(state);
    });
    const pressed = EditorView.domEventHandlers({
      mousedown: (event, view) => {
        const at = event.ctrlKey || event.metaKey ? view.posAtCoords(event) : null;
        if (at === null) return false;
        event.preventDefault();
        this.define(at);
        return true;
      },
    });
    const isNarrow = matchMedia("(max-width: 899px)").matches; // there lines are wrapped, and signs beside them would need the room
    return EditorState.create({
      doc: text,
      extensions: [
        this.ends.of(text.includes("\r\n") ? EditorState.lineSeparator.of("\r\n") : []),
        EditorState.phrases.of(phrases(around.words)),
        keymap.of(keys),
        [colouring, marking, calling, asking],
        gutter({ class: "marks", markers: (view) => view.state.field(marking) }),
        isNarrow ? [lineNumbers(), EditorView.lineWrapping] : [lintGutter(), lineNumbers(), foldGutter(), highlightActiveLineGutter()],
        [highlightSpecialChars(), history(), drawSelection(), dropCursor(), rectangularSelection(), crosshairCursor()],
        [EditorState.allowMultipleSelections.of(true), indentOnInput(), indentUnit.of("  "), bracketMatching(), closeBrackets()],
        [highlightActiveLine(), highlightSelectionMatches(), search({ top: false })],
        [yaml(), syntaxHighlighting(looks), theme, linter(null)],
        autocompletion({ override: [(context) => this.complete(context)], icons: false }),
        hoverTooltip((view, at) => this.hover(at)),
        keymap.of([...closeBracketsKeymap, ...completionKeymap, ...searchKeymap, ...historyKeymap, ...foldKeymap, ...defaultKeymap, indentWithTab]),
        EditorView.contentAttributes.of({ "aria-label": around.words.text_of_file, spellcheck: "false", tabindex: "0" }),
        [typed, pressed],
      ],
    });
  }

  get text() {
    return this.view.state.sliceDoc();
  }

  open(text, file) {
    if (this.file) this.left.set(this.file, { state: this.view.state, seen: this.view.scrollSnapshot() });
    const known = this.left.get(file);
    this.file = file;
    this.view.setState(known?.state ?? this.state(text));
    if (known) this.view.dispatch({ effects: known.seen });
    if (this.text !== text) this.replace(text);
  }

  // A file that is gone, or has another name now.
  forget(file, name = "") {
    const known = this.left.get(file);
    this.left.delete(file);
    if (name && known) this.left.set(name, known);
    if (this.file === file) this.file = name;
  }

  // Another text of the same file; the cursor and what is seen stay.
  replace(text) {
    const { doc } = this.view.state;
    const now = doc.toString();
    const then = text.replaceAll("\r\n", "\n");
    let start = 0;
    while (start < Math.min(now.length, then.length) && now[start] === then[start]) start += 1;
    let end = 0;
    while (end < Math.min(now.length, then.length) - start && now.at(-1 - end) === then.at(-1 - end)) end += 1;
    this.view.dispatch({ changes: { from: start, to: now.length - end, insert: then.slice(start, then.length - end) }, annotations: own.of(true) });
  }

  show(findings) {
    const { state } = this.view;
    const found = findings.map((one) => {
      const [from, to] = [this.offset(one.from), this.offset(one.to)];
      const actions = (one.fixes ?? []).map(({ title, edits }) => ({ name: title, apply: () => this.around.apply(edits) }));
      return { from, to: Math.max(from, to), severity: one.severity, source: one.code, message: one.message, actions };
    });
    this.view.dispatch(setDiagnostics(state, found));
  }

  colour({ kinds, words }) {
    const { doc } = this.view.state;
    const made = [];
    for (let at = 0; at < words.length; at += 4) {
      const [line, character, length, kind] = words.slice(at, at + 4);
      if (line >= doc.lines) continue;
      const from = doc.line(line + 1).from + character;
      if (from + length <= doc.length && length) made.push(Decoration.mark({ class: `w-${kinds[kind]}` }).range(from, from + length));
    }
    this.view.dispatch({ effects: colours.of(Decoration.set(made, true)) });
  }

  // Signs beside lines: { line, kind, text, label }.
  mark(lines) {
    const { doc } = this.view.state;
    const made = lines.filter(({ line }) => line < doc.lines).map(({ line, kind, text, label }) => new Mark(kind, text, label).range(doc.line(line + 1).from));
    this.view.dispatch({ effects: marks.of(RangeSet.of(made, true)) });
  }

  /** @returns {[number, number]} */
  get at() {
    return this.place(this.view.state.selection.main.head);
  }

  /** @param {number} offset @returns {[number, number]} */
  place(offset) {
    const line = this.view.state.doc.lineAt(offset);
    return [line.number - 1, offset - line.from];
  }

  offset([line, character]) {
    const { doc } = this.view.state;
    if (line >= doc.lines) return doc.length;
    const found = doc.line(line + 1);
    return Math.min(found.from + character, found.to);
  }

  reveal(from, to = from) {
    const range = EditorSelection.range(this.offset(from), this.offset(to));
    this.view.dispatch({ selection: range, effects: EditorView.scrollIntoView(range, { y: "center" }) });
    this.view.focus();
  }

  focus() {
    this.view.focus();
  }

  edit(edits) {
    const changes = edits.map((one) => ({ from: this.offset(one.from), to: this.offset(one.to), insert: one.text }));
    this.view.dispatch({ changes });
  }

  // What the session knows.

  async complete(context) {
    const word = context.matchBefore(/[\w-]+$/);
    const before = context.matchBefore(/[.( ]$/);
    if (!context.explicit && !word && !before) return null;
    const found = await this.around.ask("complete", { at: this.place(context.pos) });
    if (context.aborted || !found.items?.length) return null;
    const from = this.offset(found.items[0].from);
    const options = found.items.map((one, rank) => ({
      label: one.label,
      apply: one.text,
      detail: one.detail,
      type: KINDS[one.kind] ?? "text",
      boost: -rank / 10,
      info: one.about ? () => markdown(one.about) : undefined,
    }));
    return { from, options, validFor: /^[\w-]*$/ };
  }

  async hover(at) {
    const found = await this.around.ask("hover", { at: this.place(at) });
    if (!found.text) return null;
    return { pos: this.offset(found.from), end: this.offset(found.to), above: true, create: () => ({ dom: markdown(found.text) }) };
  }

  async call(state) {
    const at = state.selection.main.head;
    const open = state.field(calling);
    if (!open && !/[(,]/.test(state.sliceDoc(at - 1, at))) return;
    const { ways, argument } = await this.around.ask("signature", { at: this.place(at) });
    const dom = () => {
      const made = document.createElement("div");
      for (const one of ways) {
        const way = document.createElement("p");
        const inside = document.createElement("code");
        inside.textContent = one;
        way.append(inside);
        made.append(way);
      }
      made.dataset.argument = argument;
      return { dom: made };
    };
    this.view.dispatch({ effects: told.of(ways?.length ? { pos: Math.min(at, this.view.state.doc.length), above: true, create: dom } : null) });
  }

  async define(at) {
    const { places } = await this.around.ask("define", { at: this.place(at) });
    if (places?.length) this.around.jump(places[0].file, places[0].from);
  }

  async uses() {
    const { places } = await this.around.ask("uses", { at: this.at });
    if (places?.length) this.around.list(places);
  }

  async lay() {
    const { edits } = await this.around.ask("format");
    if (edits) this.around.apply(edits);
  }

  fix() {
    forceLinting(this.view);
    this.around.fix(this.at);
  }

  // A new name for what stands at the cursor, asked for at the foot of the editor.
  rename() {
    const { words } = this.around;
    const { state } = this.view;
    const { head } = state.selection.main;
    const word = state.wordAt(head);
    const at = this.place(head);
    const panel = () => {
      const dom = document.createElement("form");
      const label = document.createElement("label");
      const input = document.createElement("input");
      input.value = word ? state.sliceDoc(word.from, word.to) : "";
      label.append(`${words.rename_to} `, input);
      dom.append(label);
      const close = () => {
        this.view.dispatch({ effects: asked.of(null) });
        this.view.focus();
      };
      dom.onsubmit = (event) => event.preventDefault();
      dom.onkeydown = (event) => {
        const { key } = event;
        if (key !== "Enter" && key !== "Escape") return;
        event.preventDefault(); // the key is not for the text, which gets the focus
        close();
        if (key === "Enter") this.around.rename(at, input.value);
      };
      return { dom, mount: () => input.select() };
    };
    this.view.dispatch({ effects: asked.of(panel) });
  }
}



// What CodeMirror says, in the language of the page.
function phrases(words) {
  const names = { Find: "cm_find", Replace: "cm_replace", next: "cm_next", previous: "cm_previous", all: "cm_all", "match case": "cm_case", regexp: "cm_regexp", "by word": "cm_by_word", replace: "cm_replace_one", "replace all": "cm_replace_all", close: "cm_close", "current match": "cm_current", "Folded lines": "cm_folded", "Unfolded lines": "cm_unfolded", "folded code": "cm_folded", unfold: "cm_unfold", "Fold line": "cm_fold", "Unfold line": "cm_unfold", Diagnostics: "cm_diagnostics", Completions: "cm_completions" };
  return Object.fromEntries(Object.entries(names).filter(([, name]) => words[name]).map(([text, name]) => [text, words[name]]));
}
