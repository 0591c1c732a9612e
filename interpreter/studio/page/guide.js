// A guided first variant and a guided first game: a few steps, each of which is ticked off once it is done.
//
// A step may be done by the guide (`act`); `done` looks whether it is.

import { element, phrase } from "./element.js";

const has = (pattern) => ({ editor }) => pattern.test(editor.text);
const isSound = ({ findings }) => !findings.some((one) => one.severity === "error");

const GUIDES = {
  variant: [
    { name: "make", act: (studio) => studio.adding.ask("variant", free(studio, "my-mille-bornes"), base(studio)), done: ({ kind, isFixed, editor }) => kind === "variant" && !isFixed && /^extends:.*mille-bornes/m.test(editor.text) },
    { name: "number", act: (studio) => write(studio, /^override:.*\n/m, "override:\n  options.hand_size.default: 4\n"), done: (studio) => has(/options\.hand_size\.default: (?!6\b)\d+/)(studio) && isSound(studio) },
    { name: "play", act: (studio) => studio.show("play"), done: ({ play }) => play.moves > 0 },
    { name: "changes", act: (studio) => studio.show("changes"), done: ({ seen }) => seen.has("changes") },
    { name: "games", act: (studio) => studio.show("games"), done: ({ games }) => games.isDone },
    { name: "save", act: (studio) => studio.save(), done: ({ isSaved, kind, isFixed }) => isSaved && kind === "variant" && !isFixed },
  ],
  game: [
    { name: "make", act: (studio) => studio.adding.ask("game", free(studio, "my-game"), ""), done: ({ kind, isFixed, editor }) => kind === "spec" && !isFixed && /^  stopped:/m.test(editor.text) },
    { name: "play", act: (studio) => studio.show("play"), done: ({ play }) => play.moves > 0 },
    { name: "until", act: (studio) => write(studio, /\b21\b/g, "30"), done: (studio) => has(/<= ?(?!21\b)\d+/)(studio) },
    { name: "tests", act: (studio) => studio.show("tests"), done: ({ seen }) => seen.has("tests") },
    { name: "action", act: (studio) => write(studio, /^(    offer: \[take, stop)\]([\s\S]*?)^(  stop:\n)/m, '$1, swap]$2  swap:\n    label: "Give back {c}"\n    choose: {c: me.hand}\n    when: {cards_left: {when: not pile.empty, en: "no card is left"}}\n    do: |\n      move c to pile\n      draw 1 from pile to me.hand\n$3'), done: (studio) => has(/offer: \[take, stop, \w+\]/)(studio) && isSound(studio) },
    { name: "wrong", act: (studio) => studio.show("play"), done: ({ files }) => files.some((one) => /scenarios\/case-\d/.test(one.name)) },
    { name: "save", act: (studio) => studio.save(), done: ({ isSaved, kind, isFixed }) => isSaved && kind === "spec" && !isFixed },
  ],
};

const base = (studio) => studio.known.games.find((one) => one.name === "mille-bornes")?.file ?? studio.files.find((one) => one.kind === "spec")?.name ?? "";

function free(studio, name) {
  const taken = (one) => studio.files.some((file) => file.name.split("/").some((part) => part === one || part === `${one}.yaml`));
  let found = name;
  for (let n = 2; taken(found); n += 1) found = `${name}-${n}`;
  return found;
}

function write(studio, pattern, text) {
  studio.editor.replace(studio.editor.text.replace(pattern, text));
  studio.changed();
}

export class Guide {
  constructor(studio) {
    const { words } = studio;
    this.studio = studio;
    this.steps = element("ol", { class: "steps" });
    const choose = (name) => element("button", { type: "button", "data-guide": name, "aria-pressed": "false", onclick: () => this.choose(name) }, words[`guide_${name}`]);
    this.choices = element("div", { class: "row" }, choose("variant"), choose("game"));
    this.close = element("button", { type: "button", class: "shut", "aria-label": words.close, onclick: () => studio.lead(false) }, "×");
    this.root = element("section", {}, element("h2", {}, words.guide_title, this.close), element("p", {}, words.guide_about), this.choices, this.steps);
    this.name = sessionStorage.getItem("studio-guide");
    this.ticked = new Set(JSON.parse(sessionStorage.getItem("studio-ticked") ?? "[]"));
  }

  // Whoever loads the page anew in the middle goes on there; the page has to be drawn before.
  resume() {
    if (this.name) this.choose(this.name);
  }

  choose(name) {
    if (this.name !== name) this.ticked.clear();
    this.name = name;
    sessionStorage.setItem("studio-guide", name);
    for (const button of this.choices.children) button.setAttribute("aria-pressed", button.dataset.guide === name);
    this.draw();
    this.look();
  }

  // Ticks off what is done, in order; what was done once stays so.
  look() {
    const { studio } = this;
    if (!this.name || !studio.editor) return;
    const before = this.ticked.size;
    for (const { name, done } of GUIDES[this.name]) {
      if (this.ticked.has(name)) continue;
      if (!done(studio)) break;
      this.ticked.add(name);
    }
    if (this.ticked.size === before) return;
    sessionStorage.setItem("studio-ticked", JSON.stringify([...this.ticked]));
    this.draw();
  }

  draw() {
    const { words } = this.studio;
    const guide = GUIDES[this.name];
    const next = guide.find(({ name }) => !this.ticked.has(name));
    this.steps.replaceChildren(...guide.map((step) => {
      const isDone = this.ticked.has(step.name);
      const text = words[`guide_${this.name}_${step.name}`];
      const [title, ...more] = text.split("\n");
      const act = step === next ? [element("button", { type: "button", class: "main", onclick: () => this.act(step) }, words.guide_show)] : [];
      const sign = isDone ? [element("span", { class: "sign", role: "img", "aria-label": words.guide_done }, "✓")] : [];
      return element("li", { class: isDone ? "done" : step === next ? "now" : "", "aria-current": step === next ? "step" : null }, sign, element("b", {}, title), step === next || !isDone ? more.map((one) => element("p", {}, inline(one))) : [], act);
    }));
    if (!next) this.steps.append(element("li", { class: "now" }, element("b", {}, phrase(words, "guide_end"))));
    this.studio.badge("guide", next ? `${this.ticked.size}/${guide.length}` : "✓");
  }

  async act(step) {
    await step.act(this.studio);
    this.look();
  }
}

// What stands between backquotes is code.
const inline = (text) => text.split("`").map((part, at) => (at % 2 ? element("code", {}, part) : part));
