// The page of the host: a form for a new table, and a list of those that are open with the links of their seats.

import { element, phrase } from "./element.js";

const LOOK = 5000; // milliseconds from look to look at who is here
const STRENGTH = 200; // playouts, where nothing else was chosen
const USUAL = "search:time=200ms"; // plays any game sensibly, and nobody waits for it
const SHORT = 140; // letters of a text that has room below a choice

class Lobby {
  constructor(page) {
    this.page = page;
    this.words = page.words;
    this.parts = Object.fromEntries(["form", "tables", "said"].map((id) => [id, document.getElementById(id)]));
    this.choice = { game: page.game || (page.games[0]?.name ?? ""), variants: [], preset: "", options: {}, players: 0, seats: [], language: page.language, pace: page.pace };
    this.state = { form: { text: "", variants: [], players: [], presets: [], options: [], languages: Object.keys(page.languages) }, problems: [] };
    this.asked = 0;
    this.told = new Set(); // what was opened to be read
    const [usual, ...others] = Object.keys(page.languages);
    const own = navigator.language.slice(0, 2);
    if (!location.search && page.language === usual && others.includes(own)) location.replace(`?lang=${own}`); // nobody has chosen another
    this.parts.form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.open();
    });
    localStorage.setItem("tables", location.href); // so that a table can lead back here
    this.list(page.tables);
    this.draw(); // what is known at once; the rest follows when the rules have been read
    this.look();
    setInterval(() => document.hidden || this.refresh(), LOOK);
  }

  async order(what, given) {
    const headers = { "Content-Type": "application/json" };
    const answer = await fetch(`${location.pathname}/${what}`, { method: "POST", headers, body: JSON.stringify(given) }).catch(() => null);
    if (answer?.ok) return answer.json();
    this.say(this.words[answer ? "refused" : "lost"]);
    return null;
  }

  say(text) {
    this.parts.said.textContent = text;
  }

  // The form.

  async look() {
    this.asked += 1;
    const mine = this.asked;
    const found = await this.order("look", this.choice);
    if (!found || mine !== this.asked) return undefined; // Something else was chosen in the meantime.
    this.state = found;
    this.isLooked = true;
    if (this.clear(found.form)) return this.look();
    const { players } = found.form;
    if (players.length && !players.includes(this.choice.players)) {
      const chosen = this.choice.players;
      this.choice.players = players[0];
      this.seat();
      if (chosen) return this.look(); // What was said is about a number that is not on offer any more.
    }
    this.seat();
    this.draw();
  }

  // Drops what is chosen and not on offer any more: nothing shows it, so nobody could take it back.
  clear({ variants, players, presets, options, languages }) {
    const { choice } = this;
    const before = JSON.stringify(choice);
    const isThere = (list, name) => list.some((one) => one.name === name);
    choice.variants = choice.variants.filter((name) => isThere(variants, name));
    if (!languages.includes(choice.language)) choice.language = this.page.language;
    if (players.length && !isThere(presets, choice.preset)) choice.preset = "";
    if (players.length) choice.options = Object.fromEntries(Object.entries(choice.options).filter(([name]) => isThere(options, name)));
    return JSON.stringify(choice) !== before;
  }

  // The first seat is a person's, the others are bots', until it is said otherwise.
  seat() {
    const { seats, players } = this.choice;
    const more = Array.from({ length: Math.max(0, players - seats.length) }, (_, at) => (seats.length + at ? USUAL : "human"));
    this.choice.seats = [...seats, ...more].slice(0, players);
  }

  set(changes) {
    Object.assign(this.choice, changes);
    this.seat();
    this.look();
  }

  draw() {
    const held = document.activeElement?.id;
    const { words, choice, page } = this;
    const { form, problems } = this.state;
    const games = page.games.map((one) => [one.name, one.title]);
    const chosen = () => form.presets.find((one) => one.name === choice.preset);
    const fields = [
      this.select("game", words.game, games, choice.game, (game) =>
        this.set({ game, variants: [], preset: "", options: {}, players: 0, seats: [] }), form.text),
      form.players.length > 0 && // also where a variant leaves one number alone
        this.select("players", words.players, form.players.map((n) => [n, n]), choice.players, (n) => this.set({ players: Number(n), preset: [0, Number(n)].includes(chosen()?.players ?? 0) ? choice.preset : "" })),
      form.presets.length > 0 &&
        this.select("preset", words.preset, [["", words.as_usual], ...form.presets.map((one) => [one.name, one.title])], choice.preset, (preset) =>
          this.set({ preset, options: {}, players: form.presets.find((one) => one.name === preset)?.players || choice.players }), chosen()?.text),
      this.select("language", words.language, form.languages.map((one) => [one, this.called(one)]), choice.language, (language) => this.set({ language })),
    ];
    const group = (name, inside) => element("fieldset", {}, element("legend", {}, words[name]), inside);
    const told = problems.map((one) => element("li", {}, one.text, one.more.map((more) => element("p", {}, more))));
    const wrong = told.length ? element("div", { class: "problems", role: "alert" }, element("p", {}, words.cannot_open), element("ul", {}, told)) : null;
    this.parts.form.replaceChildren(
      element("div", { class: "fields" }, fields),
      form.variants.length ? group("variants", element("div", { class: "fields broad" }, form.variants.map((one) => this.variant(one)))) : "",
      choice.seats.length ? group("seats", element("div", { class: "fields" }, choice.seats.map((kind, at) => this.seatOf(kind, at)), this.pace())) : "",
      form.options.length ? group("options", element("div", { class: "fields" }, form.options.map((one) => this.option(one)))) : "",
      wrong ?? "",
      element("p", {}, element("button", { type: "submit", id: "open", class: "now", disabled: told.length > 0 || !this.isLooked }, words.open_table)),
    );
    if (held) document.getElementById(held)?.focus({ preventScroll: true });
  }

  // A language in its own words; of one that only a game speaks, the browser knows them.
  called(language) {
    return this.page.languages[language] ?? new Intl.DisplayNames([language], { type: "language" }).of(language);
  }

  field(id, label, input, about) {
    if (about) input.setAttribute("aria-describedby", `${id}-about`);
    return element("div", { class: "field" }, element("label", { for: id }, label), input, about ? this.about(id, about) : null);
  }

  // What a choice is about, in its first lines; the whole of a long text is shown when it is opened.
  about(id, text) {
    const whole = element("p", { id: `${id}-about` }, text);
    if (text.length < SHORT) return element("div", { class: "about" }, whole);
    const more = element("details", { class: "about", open: this.told.has(id) }, element("summary", { id: `${id}-more` }, this.words.about), whole);
    more.addEventListener("toggle", () => (more.open ? this.told.add(id) : this.told.delete(id)));
    return more;
  }

  select(id, label, choices, value, act, about) {
    const options = choices.map(([key, text]) => element("option", { value: key, selected: `${key}` === `${value}` }, `${text}`));
    const input = element("select", { id }, options);
    input.addEventListener("change", () => act(input.value));
    return this.field(id, label, input, about);
  }

  variant({ name, title, text, players }) {
    const id = `variant-${name}`;
    const input = element("input", { id, type: "checkbox", checked: this.choice.variants.includes(name) });
    const others = () => this.choice.variants.filter((one) => one !== name);
    input.addEventListener("change", () => this.set({ variants: input.checked ? [...others(), name] : others(), options: {} }));
    if (text) input.setAttribute("aria-describedby", `${id}-about`);
    const about = text ? element("p", { class: "about", id: `${id}-about` }, text) : null;
    return element("div", { class: "field tick" }, input, element("label", { for: id }, title, players ? element("small", {}, ` (${players})`) : null), about);
  }

  option(one) {
    const id = `option-${one.name}`;
    const value = this.choice.options[one.name] ?? one.value;
    const act = (text) => this.set({ options: { ...this.choice.options, [one.name]: text } });
    if (one.type === "symbols") return this.select(id, one.label, one.choices.map((each) => [each.value, each.text]), value, act, one.text);
    if (one.type === "boolean") return this.select(id, one.label, [["true", this.words.yes], ["false", this.words.no]], value === "yes" ? "true" : value === "no" ? "false" : value, act, one.text);
    const input = element("input", { id, type: "number", value, min: one.low, max: one.high, step: one.step });
    input.addEventListener("change", () => act(input.value.trim() || one.value));
    return this.field(id, one.label, input, one.text);
  }

  seatOf(kind, at) {
    const id = `seat-${at + 1}`;
    const [name, strength] = kind.split(":");
    const put = (to) => this.set({ seats: this.choice.seats.map((one, place) => (place === at ? to : one)) });
    const kinds = [["human", this.words.human], [USUAL, this.words.bot_usual], ...this.page.bots.map((bot) => [bot.name, bot.text])];
    const strong = (bot) => this.page.bots.find((one) => one.name === bot)?.strength;
    const field = this.select(id, phrase(this.words, "seat", { n: at + 1 }), kinds, kind === USUAL ? kind : name, (to) => put(strong(to) ? `${to}:playouts=${STRENGTH}` : to));
    if (!strong(name) || kind === USUAL) return field;
    const number = element("input", { id: `${id}-strength`, type: "number", min: 1, max: 20000, value: strength?.split("=")[1] ?? STRENGTH });
    number.setAttribute("aria-label", `${phrase(this.words, "seat", { n: at + 1 })}: ${this.words.strength}`);
    number.addEventListener("change", () => put(`${name}:playouts=${Number(number.value) || STRENGTH}`));
    field.append(element("span", { class: "strength" }, number, " ", this.words.strength));
    return field;
  }

  // How fast the bots play, if there are any.
  pace() {
    const { words, choice, page } = this;
    if (choice.seats.every((kind) => kind === "human")) return null;
    const paces = page.paces.map((one) => [one, words[`pace_${one.replace("-", "_")}`]]);
    return this.select("pace", words.pace, paces, choice.pace, (pace) => this.set({ pace }));
  }

  async open() {
    const found = await this.order("open", this.choice);
    if (!found) return;
    this.state.problems = found.problems;
    this.draw();
    if (found.tables) this.list(found.tables);
    if (!found.opened) return;
    this.say(this.words.opened);
    const card = [...this.parts.tables.querySelectorAll("[data-table]")].find((one) => one.dataset.table === found.opened);
    card?.scrollIntoView({ block: "center" });
    card?.querySelector("a")?.focus({ preventScroll: true });
  }

  // The tables.

  async refresh() {
    const found = await this.order("tables", { language: this.page.language });
    if (found) this.list(found.tables);
  }

  list(tables) {
    const text = JSON.stringify(tables);
    if (text === this.listed) return;
    this.listed = text;
    const held = document.activeElement?.dataset?.key;
    const none = element("p", { class: "none" }, this.words.no_tables);
    this.parts.tables.replaceChildren(...(tables.length ? tables.toReversed().map((one) => this.card(one)) : [none]));
    if (held) [...this.parts.tables.querySelectorAll("[data-key]")].find((one) => one.dataset.key === held)?.focus({ preventScroll: true });
  }

  card({ name, title, variants, state, seats, over }) {
    const shut = element("button", { type: "button", "data-key": `shut ${name}`, "aria-label": `${this.words.shut_table}: ${name}` }, this.words.shut_table);
    shut.addEventListener("click", () => this.shut(name));
    const heading = element("h3", {}, title, " ", element("small", {}, [name, ...variants].join(" · ")));
    return element("article", { class: "card-table", "data-table": name }, heading, element("p", { class: "state" }, state), element("ul", {}, seats.map((one) => this.seatLine(one, over))), seats.length ? shut : "");
  }

  seatLine({ seat, kind, link, here }, over) {
    const bot = this.page.bots.find((one) => one.name === kind.split(":")[0]);
    if (!link) return element("li", {}, element("strong", {}, seat), " ", kind === USUAL ? this.words.bot_usual : [bot?.text ?? kind, this.strength(kind)].filter(Boolean).join(", "));
    const copy = element("button", { type: "button", "data-key": `copy ${link}`, "aria-label": `${seat}: ${this.words.copy}` }, this.words.copy);
    copy.addEventListener("click", async () => {
      await navigator.clipboard?.writeText(location.origin + link).then(() => this.say(this.words.copied), () => prompt(seat, location.origin + link));
      copy.textContent = this.words.copied;
    });
    const sits = over ? this.words.look : this.words.sit_down;
    const go = element("a", { href: link, target: "_blank", rel: "noopener", "data-key": link, "aria-label": `${seat}: ${sits}` }, sits);
    const is = over && !here ? null : element("span", { class: here ? "here" : "away" }, here ? this.words.here : this.words.away);
    return element("li", {}, element("strong", {}, seat), " ", is, " ", go, " ", copy);
  }

  strength(kind) {
    const [key, value] = kind.split(":")[1]?.split("=") ?? [];
    return key === "playouts" ? `${value} ${this.words.strength}` : value;
  }

  async shut(name) {
    if (!confirm(phrase(this.words, "shut_sure", { name }))) return;
    const found = await this.order("shut", { language: this.page.language, table: name });
    if (found) this.list(found.tables);
  }
}

new Lobby(JSON.parse(document.getElementById("page").textContent));
