// The table that is played at, and what is played there: players, variants, preset, options.

import { element, phrase } from "./element.js";
import { TableFrame } from "./frame.js";

export class Play {
  constructor(studio) {
    const { words } = studio;
    this.studio = studio;
    this.setup = { variants: [], preset: "", options: {}, players: 0 };
    this.seats = [];
    this.deal = 0;
    this.holder = element("div", { class: "table" });
    this.status = element("p", { class: "status", role: "status" });
    this.form = element("div", { class: "setup" });
    this.chosen = element("summary", {}, words.setup);
    const button = (name, act, kind = "") => element("button", { type: "button", class: kind, onclick: act }, words[name]);
    this.sits = element("select", { "aria-label": words.sit, onchange: () => this.sit(Number(this.sits.value)) });
    const row = element("div", { class: "row" }, button("new_deal", () => this.begin(true)), button("same_deal", () => this.begin()), this.sits, button("wrong", () => this.wrong(), "wrong"));
    this.root = element("section", {}, row, element("details", { class: "choices" }, this.chosen, this.form), this.status, this.holder);
    const frame = new TableFrame(this.holder, words, (message) => this.heard(message), () => this.at(studio.ask("bot")));
    this.frame = frame;
  }

  // What is asked about the game that is played.
  get asked() {
    return { file: this.studio.game, language: this.studio.language, ...this.setup };
  }

  // What the table says; another game is begun here.
  async heard(message) {
    if (message.type !== "rematch") return this.at(this.studio.ask("table", { message }));
    await this.begin(true);
    return {};
  }

  async at(asked) {
    const answer = await asked;
    this.stands(answer);
    return answer;
  }

  stands({ names, viewer, seat, over, moves, error }) {
    if (error !== undefined || !names) return;
    this.moves = moves;
    this.studio.guide.look();
    const people = names.map((name, at) => [name, at]).filter(([, at]) => (this.kinds ?? [])[at] === "human");
    this.sits.replaceChildren(...people.map(([name, at]) => element("option", { value: at, selected: at === viewer }, name)));
    this.sits.hidden = people.length < 2;
    if (people.length > 1 && !over && seat !== viewer && this.kinds[seat] === "human" && this.isFollowing) this.sit(seat);
  }

  async begin(isNew = false) {
    const { studio } = this;
    const file = studio.game;
    if (file !== this.file) Object.assign(this, { file, setup: { variants: [], preset: "", options: {}, players: 0 }, seats: [] });
    await this.choices();
    return this.lay({ ...this.asked, seats: this.seats, deal: isNew ? 0 : this.deal });
  }

  // The position of a scenario is laid out, to be played on.
  from(file, scenario) {
    this.studio.show("play");
    this.file = null; // whatever is begun next is another game
    return this.lay({ file, scenario, language: this.studio.language, seats: [], deal: this.deal });
  }

  async lay(asked) {
    const { studio } = this;
    const answer = await studio.ask("play", asked);
    if (answer.error !== undefined) return this.say(answer.error, "wrong");
    this.deal = answer.deal;
    this.kinds = answer.seats;
    this.isFollowing = this.kinds.filter((kind) => kind === "human").length > 1;
    this.frame.load(answer.page);
    this.scenario = asked.scenario ?? "";
    this.say(this.follows(), "right");
    return this.stands(answer);
  }

  async sit(seat) {
    const answer = await this.studio.ask("sit", { seat });
    if (answer.page) this.frame.load(answer.page);
    this.stands(answer);
  }

  // The table goes on by the rules as they are written now.
  async follow() {
    const { words } = this.studio;
    if (!this.kinds) return this.begin();
    const answer = await this.studio.ask("follow");
    if (answer.error !== undefined) return undefined;
    if (answer.page) {
      this.frame.load(answer.page);
      this.choices();
    }
    if (!answer.kept && answer.sound && !answer.moves) return this.begin(); // nothing is lost
    if (answer.kept) this.say(answer.page ? words.followed : this.follows(), "right");
    else this.say(phrase(words, "stays", { why: answer.why }), answer.sound ? "wrong" : "", answer.sound);
    return this.stands(answer);
  }

  follows() {
    const { words } = this.studio;
    return this.scenario ? phrase(words, "follows_scenario", { name: this.scenario }) : phrase(words, "follows", { n: this.deal });
  }

  say(text, kind, isStuck = false) {
    const again = element("button", { type: "button", onclick: () => this.begin() }, this.studio.words.begin_again);
    if (this.status.textContent !== text) this.status.replaceChildren(text, isStuck ? " " : "", isStuck ? again : "");
    this.status.className = `status ${kind}`;
  }

  async wrong() {
    const { studio } = this;
    const answer = await studio.ask("wrong");
    if (answer.error !== undefined) return studio.tell(answer.error);
    await studio.adding.write(answer.file, answer.text);
    return studio.tell(studio.words.wrong_written);
  }

  // The switches.

  async choices() {
    const { studio } = this;
    const { words } = studio;
    const found = await studio.ask("choices", this.asked);
    if (found.error !== undefined) return;
    this.seats = this.seats.slice(0, found.now);
    const changed = (more) => {
      Object.assign(this.setup, more);
      this.begin();
    };
    const players = this.select(words.players, found.players.map((n) => [String(n), String(n)]), String(found.now), (value) => changed({ players: Number(value) }));
    const seats = Array.from({ length: found.now }, (_, at) => this.select(phrase(words, "seat", { n: at + 1 }), studio.known.bots.map((one) => [one.name, one.text]), this.seats[at] ?? (at ? "random" : "human"), (value) => {
      this.seats = Array.from({ length: found.now }, (_, seat) => this.seats[seat] ?? (seat ? "random" : "human"));
      this.seats[at] = value;
      this.begin();
    }));
    const presets = found.presets.length ? [this.select(words.preset, [["", words.no_preset], ...found.presets.map((one) => [one.name, one.title])], this.setup.preset, (value) => changed({ preset: value, options: {} }))] : [];
    const options = found.options.map((one) => this.option(one, (value) => changed({ options: { ...this.setup.options, [one.name]: value } })));
    const variants = found.variants.map((one) => element("label", { class: "check", title: one.text }, element("input", { type: "checkbox", checked: this.setup.variants.includes(one.name), onchange: ({ target }) => changed({ variants: target.checked ? [...this.setup.variants, one.name] : this.setup.variants.filter((name) => name !== one.name) }) }), " ", one.title));
    const group = (name, inside) => inside.length ? [element("fieldset", {}, element("legend", {}, words[name]), inside)] : [];
    const controls = () => [...this.form.querySelectorAll("select, input")];
    const at = controls().indexOf(document.activeElement); // who comes by keyboard stays where they are
    this.form.replaceChildren(...group("who_plays", [players, ...seats]), ...group("variants", variants), ...group("options", [...presets, ...options]));
    if (at >= 0) controls()[at]?.focus();
    const set = [...this.setup.variants, this.setup.preset, ...Object.entries(this.setup.options).map(([name, value]) => `${name}=${value}`)].filter(Boolean);
    this.chosen.textContent = set.length ? `${words.setup}: ${set.join(", ")}` : words.setup;
  }

  select(label, options, value, changed) {
    const inside = options.map(([name, text]) => element("option", { value: name, selected: name === value }, text));
    return element("label", {}, label, " ", element("select", { onchange: ({ target }) => changed(target.value) }, inside));
  }

  option(one, changed) {
    const { words } = this.studio;
    if (one.type === "boolean") return this.select(one.label, [["true", words.yes], ["false", words.no]], one.value, changed);
    if (one.type !== "integer") return this.select(one.label, one.choices.map(({ value, text }) => [value, text]), one.value, changed);
    const given = { type: "number", min: one.low, max: one.high, step: one.step, value: one.value, onchange: ({ target }) => target.checkValidity() && changed(target.value) };
    return element("label", { title: one.text }, one.label, " ", element("input", given));
  }
}
