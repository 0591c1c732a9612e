// The studio: files and their text on one side, what becomes of it on the other.
//
// Whatever is asked goes through `ask`, one request after the other. What takes long is asked for in parts, so that what
// is typed in between is answered first.

import { Changes, Games, Rules } from "./documents.js";
import { makeEditor } from "./editor.js";
import { element, phrase } from "./element.js";
import { Guide } from "./guide.js";
import { Keys } from "./keys.js";
import { FileName, NewFile } from "./new.js";
import { Play } from "./play.js";
import { Problems } from "./problems.js";
import { Tests } from "./tests.js";

const TYPED = 40; // milliseconds after a keystroke in which the text is sent,
const RESTED = 120; // the table follows,
const IDLE = 500; // and all the rest is done
const LOOK = 1500; // between two looks at the files
const PAGE = Math.random().toString(36).slice(2); // which of the pages of a session this is
const WIDE = "(min-width: 900px)"; // there the text stands beside the views,
const WIDEST = "(min-width: 1150px)"; // and there the guide beside both

export class Studio {
  words = /** @type {Record<string, string>} */ ({}); // what the page says, in its language
  language = "";
  known = /** @type {any} */ (null); // what `begin` has told
  files = /** @type {{ name: string, kind: string, title: string }[]} */ ([]);
  file = ""; // the file that is shown,
  kind = "";
  isFixed = false; // whether it comes with Cardwright,
  unsaved = /** @type {Set<string>} */ (new Set()); // files with changes that are not on the disk,
  sent = ""; // and its text as the session knows it
  gameFile = ""; // the file of the game that is played
  version = 0; // grows with each change of the text
  findings = /** @type {import("./editor.js").Finding[]} */ ([]);
  seen = /** @type {Set<string>} */ (new Set()); // views that were looked at
  editor = /** @type {import("./editor.js").Editor} */ (/** @type {unknown} */ (null));
  opening = 0; // how many files were opened
  looking = 0; // the timer of looks at the files

  /**
   * @param {HTMLElement} root
   * @param {import("./server.js").Source} source
   */
  constructor(root, source) {
    this.root = root;
    this.source = source;
    this.queue = Promise.resolve();
    this.ready = this.begin(localStorage.getItem("studio-language") ?? root.dataset.language);
  }

  // Requests are sent in order.
  ask(what, more = {}) {
    const asked = this.queue.then(() => this.source.request({ do: what, page: PAGE, ...more }));
    this.queue = asked.catch(() => {});
    return asked.then((answer) => this.heard(answer));
  }

  // But for those for which nothing else should wait.
  async aside(what, more) {
    return this.heard(await this.source.request({ do: what, page: PAGE, ...more }));
  }

  heard(answer) {
    if (answer.internal) console.error(answer.internal);
    if (Boolean(answer.lost) !== Boolean(this.isLost)) this.lost(Boolean(answer.lost));
    return answer;
  }

  lost(isLost) {
    this.isLost = isLost;
    if (this.words) this.tell(isLost ? this.words.lost : this.words.found_again);
  }

  async begin(language) {
    this.games?.stop();
    const known = await this.ask("begin", { language });
    if (!known.words) return this.root.replaceChildren(known.error || "?");
    this.language = language;
    this.known = known;
    this.words = known.words;
    this.files = known.files;
    this.unsaved = new Set(known.open.filter((one) => !one.saved).map((one) => one.name));
    document.documentElement.lang = language;
    document.title = `${known.words.studio} – Cardwright`;
    this.draw();
    await this.prepare();
    const last = sessionStorage.getItem("studio-file");
    const wanted = [last, known.open.at(-1)?.name, this.files.find((one) => one.kind === "spec" || one.kind === "variant")?.name, known.games.find((one) => one.name === "mille-bornes")?.file, known.games[0]?.file];
    for (const name of wanted) if (name && (await this.open(name))) break;
    this.looking ||= setInterval(() => document.hidden || this.look(), LOOK);
  }

  // The page.

  draw() {
    const { words } = this;
    this.picker = element("select", { id: "file", "aria-label": words.file, onchange: () => this.open(this.picker.value) });
    this.saver = element("button", { type: "button", class: "main", onclick: () => this.save() }, words.save);
    this.told = element("p", { class: "told", role: "status" });
    const speaks = element("select", { "aria-label": words.language, onchange: ({ target }) => this.speak(target.value) },
      Object.entries(this.known.languages).map(([code, name]) => element("option", { value: code, selected: code === this.language, lang: code }, name)));
    this.renamer = element("button", { type: "button", onclick: () => this.naming.open() }, words.name_file);
    const adds = element("button", { type: "button", onclick: () => this.adding.open() }, words.new_file);
    this.keys = new Keys(this);
    const help = element("button", { type: "button", "aria-label": words.keys, title: words.keys, onclick: () => this.keys.open() }, "?");
    this.guiding = element("button", { type: "button", class: "guiding", "aria-controls": "guide", onclick: () => this.lead(!this.isGuided) }, words.tab_guide);
    // Where there is little room what is seldom needed waits behind a button.
    this.more = element("div", { id: "more", popover: "auto", onclick: ({ target }) => target.closest("button") && this.more.togglePopover(false) }, this.renamer, speaks, help);
    this.opener = element("button", { type: "button", class: "opener", popovertarget: "more", "aria-label": words.more, title: words.more }, "⋯");
    const header = element("header", {}, element("h1", {}, "Cardwright"), this.picker, this.saver, adds, this.opener, this.more, this.told, this.guiding);
    this.paper = element("div", { class: "paper" });
    this.problems = new Problems(this);
    this.adding = new NewFile(this);
    this.naming = new FileName(this);
    const write = element("section", { id: "write", class: "pane", "aria-label": words.write }, this.paper, this.problems.root);
    this.play = new Play(this);
    this.tests = new Tests(this);
    this.games = new Games(this);
    this.guide = new Guide(this);
    /** @type {Record<string, { root: HTMLElement, shown?: () => any, fresh?: () => any }>} */
    this.views = { play: this.play, tests: this.tests, rules: new Rules(this), games: this.games, changes: new Changes(this), guide: this.guide };
    this.panes = { write, ...Object.fromEntries(Object.entries(this.views).map(([name, one]) => [name, one.root])) };
    this.tabs = element("div", { class: "tabs", role: "tablist", "aria-label": words.views, onkeydown: (event) => this.walk(event) },
      Object.keys(this.panes).map((name) => element("button", { type: "button", role: "tab", id: `tab-${name}`, "aria-controls": name, "data-tab": name, onclick: () => this.show(name) }, words[`tab_${name}`], element("span", { class: "badge" }))));
    for (const [name, pane] of Object.entries(this.panes)) {
      pane.id = name;
      if (name !== "write") Object.entries({ role: "tabpanel", "aria-labelledby": `tab-${name}`, class: "pane side" }).forEach(([key, value]) => pane.setAttribute(key, value));
    }
    this.root.replaceChildren(header, this.tabs, ...Object.values(this.panes), this.adding.root, this.naming.root, this.keys.root);
    this.guide.resume();
    this.list();
    this.lead((localStorage.getItem("studio-guided") ?? String(this.files.length === 0)) === "true", false);
    this.show(sessionStorage.getItem("studio-tab") ?? (matchMedia(WIDE).matches ? "play" : "write"));
    matchMedia(WIDE).onchange = () => this.show(this.tab);
    document.onkeydown = (event) => this.pressed(event);
    onbeforeunload = (event) => void (this.isSaved || event.preventDefault()); // any other answer would ask, too
  }

  async prepare() {
    const around = {
      words: this.words,
      ask: (what, more) => this.askOf(what, more),
      changed: () => this.changed(),
      jump: (file, from) => this.jump(file, from),
      apply: (edits) => this.apply(edits),
      rename: (at, name) => this.rename(at, name),
      save: () => this.save(),
      list: (places) => this.problems.list(places),
      fix: (at) => this.problems.fix(at),
    };
    this.editor = await makeEditor(this.paper, around);
    if (!this.editor.isFull) this.paper.prepend(element("p", { class: "hint" }, this.words.plain_editor));
  }

  list() {
    const option = (name, text) => element("option", { value: name, selected: name === this.file }, text);
    const own = this.files.map(({ name, title, kind }) => option(name, title && kind !== "scenarios" ? `${name} – ${title}` : name));
    const shipped = this.known.games.map(({ file, title }) => option(file, title));
    const more = this.file && ![...own, ...shipped].some(({ value }) => value === this.file) ? [option(this.file, this.file)] : [];
    const group = (label, options) => options.length ? [element("optgroup", { label }, options)] : [];
    this.picker.replaceChildren(...group(this.words.own_files, own), ...more, ...group(this.words.shipped, shipped));
  }

  // The guide stands beside all else where there is room; else it is a view like the others.
  lead(isGuided, isWished = true) {
    this.isGuided = isGuided;
    this.root.classList.toggle("guided", isGuided);
    this.guiding.setAttribute("aria-expanded", String(isGuided));
    if (isWished) localStorage.setItem("studio-guided", String(isGuided));
  }

  show(name) {
    if (!this.panes[name]) name = "play";
    if (name === "write" && matchMedia(WIDE).matches) {
      this.editor?.focus();
      name = this.tab && this.tab !== "write" ? this.tab : "play";
    }
    if (name === "guide" && matchMedia(WIDEST).matches) {
      this.lead(true);
      name = this.tab && this.tab !== "guide" ? this.tab : "play";
    }
    this.tab = name;
    sessionStorage.setItem("studio-tab", name);
    for (const [other, pane] of Object.entries(this.panes)) {
      const isShown = other === name;
      pane.classList.toggle("shown", isShown);
      const tab = this.tabs.querySelector(`[data-tab="${other}"]`);
      tab.setAttribute("aria-selected", isShown);
      tab.tabIndex = isShown ? 0 : -1;
      if (isShown) tab.scrollIntoView({ block: "nearest", inline: "center" });
    }
    this.seen.add(name);
    this.views[name]?.shown?.();
    this.guide.look();
  }

  walk(event) {
    const tabs = [...this.tabs.children].filter((one) => one.offsetParent !== null);
    const at = tabs.indexOf(document.activeElement);
    const next = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: -1 }[event.key];
    if (at < 0 || next === undefined) return;
    event.preventDefault();
    const tab = tabs.at(next % tabs.length);
    tab.focus();
    this.show(tab.dataset.tab);
  }

  pressed(event) {
    const command = event.ctrlKey || event.metaKey;
    if (command && event.key === "s") {
      event.preventDefault();
      this.save();
    }
    if (event.key === "?" && !command && !/^(input|textarea|select)$/i.test(event.target.tagName) && !event.target.shadowRoot) this.keys.open();
    if (event.altKey && !command && /^[1-7]$/.test(event.key)) {
      event.preventDefault();
      this.show(Object.keys(this.panes)[event.key - 1]);
      if (!this.paper.contains(document.activeElement)) this.tabs.querySelector('[aria-selected="true"]').focus();
    }
  }

  badge(name, text, kind = "") {
    const badge = this.tabs.querySelector(`[data-tab="${name}"] .badge`);
    badge.textContent = text;
    badge.className = `badge ${kind}`;
  }

  tell(text) {
    this.told.textContent = text;
    clearTimeout(this.telling);
    this.telling = setTimeout(() => (this.told.textContent = ""), 6000);
  }

  async speak(language) {
    await this.send();
    localStorage.setItem("studio-language", language);
    this.begin(language);
  }

  // Files.

  // Who follows a name into another file (`isJump`) goes on playing the game that is played.
  async open(name, isJump = false) {
    if (this.file && this.sent !== this.editor.text) await this.send();
    const turn = (this.opening += 1);
    const answer = await this.ask("open", { file: name });
    if (turn !== this.opening) return false; // another one was opened meanwhile
    if (answer.error !== undefined) {
      if (answer.error) this.tell(answer.error);
      return false;
    }
    const isOther = !(isJump && this.gameFile) && this.gameFile !== name && answer.kind !== "scenarios" && answer.kind !== "clauses" && answer.kind !== "part";
    this.file = name;
    this.kind = answer.kind;
    this.isFixed = answer.fixed;
    this.sent = answer.text;
    if (isOther || !this.gameFile) this.gameFile = name;
    sessionStorage.setItem("studio-file", name);
    this.renamer.disabled = answer.fixed;
    this.editor.open(answer.text, name);
    this.saved(answer.saved);
    this.list();
    this.version += 1;
    await this.check();
    if (isOther) await this.play.begin();
    return true;
  }

  // The game that is written at the moment.
  get game() {
    return this.gameFile || this.file;
  }

  get isSaved() {
    return this.unsaved.size === 0;
  }

  saved(isSaved) {
    if (isSaved) this.unsaved.delete(this.file);
    else this.unsaved.add(this.file);
    this.saver.disabled = this.isSaved;
    this.saver.textContent = this.isSaved ? this.words.is_saved : this.words.save;
  }

  // All that was changed is saved: a name that was changed stands in several files.
  async save() {
    await this.send();
    if (this.isFixed && this.unsaved.has(this.file)) return this.adding.open("variant", phrase(this.words, "fixed", { file: this.picker.selectedOptions[0].text }));
    const files = [...this.unsaved].filter((name) => !name.startsWith(":"));
    for (const file of files) {
      const answer = await this.ask("save", { file, language: this.language });
      if (answer.saved) this.unsaved.delete(file);
      this.tell(answer.error ?? phrase(this.words, "was_saved", { file: files.join(", ") }));
    }
    this.saved(!this.unsaved.has(this.file));
    return this.guide.look();
  }

  // What somebody else has changed.
  async look() {
    await this.send();
    const found = await this.ask("outside");
    if (!found.changed) return;
    if (found.files) {
      this.files = found.files;
      this.list();
    }
    for (const file of found.gone) await this.gone(file, "gone_elsewhere");
    for (const { file, text, saved } of found.changed) {
      if (saved) this.unsaved.delete(file);
      else this.unsaved.add(file);
      if (file !== this.file) continue;
      this.saved(saved);
      this.sent = text;
      this.editor.replace(text);
      this.tell(phrase(this.words, "changed_outside", { file }));
      this.checkSoon();
    }
    if (found.conflicts.length) this.tell(phrase(this.words, "conflict", { file: found.conflicts.join(", ") }));
    else if (found.files && !found.changed.length) this.checkSoon();
  }

  // A file is not there any more: another one is shown.
  async gone(file, told) {
    this.editor.forget(file);
    this.unsaved.delete(file);
    if (this.gameFile === file) this.gameFile = "";
    const isShown = this.file === file;
    if (isShown) this.file = "";
    this.list();
    this.tell(phrase(this.words, told, { file }));
    const next = [this.gameFile, this.files.find((one) => one.kind === "spec" || one.kind === "variant")?.name, this.files[0]?.name, this.known.games[0]?.file];
    for (const name of isShown ? next : []) if (name && (await this.open(name))) break;
  }

  // The file that is shown has another name now.
  async moved(answer) {
    const before = this.file;
    this.editor.forget(before, answer.file);
    this.unsaved.delete(before);
    if (this.gameFile === before) this.gameFile = answer.file;
    if (this.play.file === before) this.play.file = answer.file;
    this.file = "";
    this.tell(phrase(this.words, "was_moved", { file: answer.file }));
    return this.open(answer.file);
  }

  // While somebody types.

  changed() {
    this.saved(false);
    this.checkSoon();
  }

  checkSoon() {
    this.version += 1;
    clearTimeout(this.typing);
    this.typing = setTimeout(() => this.check(), TYPED);
  }

  async send() {
    const { text } = this.editor;
    if (text === this.sent) return;
    this.sent = text;
    const answer = await this.ask("change", { file: this.file, text });
    if (answer.saved !== undefined && this.editor.text === text) this.saved(answer.saved);
  }

  // What is asked about the text as it is now, of the file that is shown.
  async askOf(what, more = {}) {
    await this.send();
    return this.ask(what, { file: this.file, ...more });
  }

  async check() {
    const { version, file } = this;
    const isNow = () => this.version === version && this.file === file;
    const start = performance.now();
    const first = await this.askOf("diagnose", { part: "first" });
    if (!isNow()) return;
    this.found(first.found ?? []);
    performance.measure("first", { start });
    const all = await this.askOf("diagnose", { part: "all" });
    if (!isNow()) return;
    this.found(all.found ?? []);
    this.guide.look();
    performance.measure("all", { start });
    clearTimeout(this.idle);
    const isSound = !(all.found ?? []).some((one) => one.severity === "error");
    this.idle = setTimeout(() => isNow() && this.rest(isNow, isSound), RESTED);
  }

  async rest(isNow, isSound) {
    const start = performance.now();
    await this.play.follow();
    performance.measure("table", { start });
    if (!isNow()) return;
    const colours = await this.askOf("colours");
    if (isNow() && colours.words) this.editor.colour(colours);
    await new Promise((done) => setTimeout(done, IDLE));
    if (!isNow()) return;
    if (isSound) {
      const further = await this.askOf("diagnose", { part: "further" });
      if (!isNow()) return;
      this.found(further.found ?? []);
    }
    await this.tests.run(isNow);
    if (isNow()) await this.views[this.tab]?.fresh?.();
    this.guide.look();
  }

  found(findings) {
    this.findings = findings;
    this.editor.show(findings);
    this.problems.show(findings);
    const errors = findings.filter((one) => one.severity === "error").length;
    this.badge("write", findings.length ? String(findings.length) : "", errors ? "wrong" : "warned");
  }

  // Changes of texts that are no typing.

  async jump(file, from) {
    if (file !== this.file && !(await this.open(file, true))) return;
    if (getComputedStyle(this.panes.write).display === "none") this.show("write");
    this.editor.reveal(from);
  }

  async apply(edits) {
    const back = this.file;
    for (const [file, some] of Object.entries(edits)) {
      if (file !== this.file && !(await this.open(file, true))) continue;
      this.editor.edit(some);
      await this.send();
    }
    if (this.file !== back) await this.open(back, true);
  }

  async rename(at, name) {
    const answer = await this.askOf("rename", { at, name });
    if (answer.error !== undefined) return this.tell(answer.error);
    return this.apply(answer.edits);
  }
}
