// Files: a new one, another name, none. A new file is a variant or a game to start from. Who wants to save a game of Cardwright makes a variant of it.

import { element } from "./element.js";

export class NewFile {
  constructor(studio) {
    const { words } = studio;
    this.studio = studio;
    this.name = element("input", { name: "name", required: true, pattern: "[a-z][a-z0-9]*(-[a-z0-9]+)*", autocomplete: "off", spellcheck: "false", "aria-describedby": "name-hint" });
    this.kinds = ["variant", "game"].map((value) => element("input", { type: "radio", name: "what", value, onchange: () => this.named() }));
    this.games = element("select", { name: "game", onchange: () => this.named() });
    const line = (label, control, more) => element("label", { class: "line" }, element("span", {}, label), control, more);
    const close = element("button", { type: "button", onclick: () => this.root.close() }, words.cancel);
    this.wrong = element("p", { class: "status wrong", role: "alert" });
    const form = element("form", { method: "dialog", onsubmit: (event) => this.make(event) },
      element("h2", { id: "new-title" }, words.new_title),
      element("fieldset", {}, element("legend", {}, words.new_what), this.kinds.map((one) => element("label", {}, one, " ", words[`new_${one.value}`]))),
      line(words.new_of, this.games),
      line(words.new_name, this.name, element("small", { id: "name-hint" }, words.name_hint)),
      this.wrong, element("div", { class: "row" }, element("button", { class: "main" }, words.make), close));
    this.root = element("dialog", { class: "new", "aria-labelledby": "new-title" }, form);
  }

  open(what = "variant", why = "") {
    const { studio } = this;
    const own = studio.files.filter((one) => one.kind === "spec").map((one) => [one.name, one.title || one.name]);
    const shipped = studio.known.games.map((one) => [one.file, one.title]);
    this.games.replaceChildren(...[...own, ...shipped].map(([value, text]) => element("option", { value, selected: value === studio.game }, text)));
    this.kinds.forEach((one) => (one.checked = one.value === what));
    this.wrong.textContent = why;
    this.named();
    this.root.showModal();
    this.name.select();
  }

  get what() {
    return this.kinds.find((one) => one.checked).value;
  }

  // A name that nobody has taken yet.
  named() {
    const { files } = this.studio;
    const isVariant = this.what === "variant";
    this.games.closest("label").hidden = !isVariant;
    const known = /([^/]+)\/game\.ya?ml$|([^/]+)\.ya?ml$/.exec(this.games.value);
    const base = isVariant ? `my-${known?.[1] ?? known?.[2] ?? "variant"}` : "my-game";
    const taken = (name) => files.some((one) => one.name.split("/").some((part) => part === name || part === `${name}.yaml`));
    let name = base;
    for (let n = 2; taken(name); n += 1) name = `${base}-${n}`;
    this.name.value = name;
  }

  async make(event) {
    event.preventDefault();
    const made = await this.ask(this.what, this.name.value, this.games.value);
    if (made !== true) this.wrong.textContent = made;
    else this.root.close();
  }

  // Makes a file and opens it; true, or what is wrong.
  async ask(what, name, game) {
    const { studio } = this;
    const answer = await studio.ask("new", { what, name, file: what === "variant" ? game : "", language: studio.language });
    if (answer.error !== undefined) return answer.error;
    studio.files = answer.files;
    if (answer.taken) studio.unsaved.delete(game); // what was changed there is in the variant
    await studio.open(answer.file);
    return true;
  }

  // Writes a file that is not there yet, and opens it.
  async write(file, text) {
    const { studio } = this;
    const answer = await studio.ask("create", { file, text, language: studio.language });
    if (answer.error !== undefined) return studio.tell(answer.error);
    studio.files = answer.files;
    return studio.jump(file, [0, 0]);
  }
}

// Another name for the file that is shown, or its end. What is deleted is asked twice.
export class FileName {
  constructor(studio) {
    const { words } = studio;
    this.studio = studio;
    this.name = element("input", { required: true, autocomplete: "off", spellcheck: "false", "aria-describedby": "file-hint" });
    this.wrong = element("p", { class: "status wrong", role: "alert" });
    this.remover = element("button", { type: "button", class: "fix", onclick: () => this.remove() });
    const close = element("button", { type: "button", onclick: () => this.root.close() }, words.cancel);
    const form = element("form", { method: "dialog", onsubmit: (event) => this.give(event) },
      element("h2", { id: "file-title" }, words.file_title),
      element("label", { class: "line" }, element("span", {}, words.file_name), this.name, element("small", { id: "file-hint" }, words.file_hint)),
      this.wrong, element("div", { class: "row" }, element("button", { class: "main" }, words.give_name), this.remover, close));
    this.root = element("dialog", { class: "naming", "aria-labelledby": "file-title" }, form);
  }

  open() {
    this.name.value = this.studio.file;
    this.wrong.textContent = "";
    this.isSure = false;
    this.remover.textContent = this.studio.words.delete;
    this.root.showModal();
    this.name.select();
  }

  async give(event) {
    event.preventDefault();
    const { studio } = this;
    const to = /\.ya?ml$/.test(this.name.value) ? this.name.value : `${this.name.value}.yaml`;
    if (to !== studio.file) {
      const answer = await studio.askOf("move", { to });
      if (answer.error !== undefined) return void (this.wrong.textContent = answer.error);
      studio.files = answer.files;
      await studio.moved(answer);
    }
    this.root.close();
  }

  async remove() {
    const { studio } = this;
    if (!this.isSure) {
      this.isSure = true;
      this.remover.textContent = studio.words.really_delete;
      return;
    }
    const { file } = studio;
    const answer = await studio.ask("remove", { file });
    if (answer.error !== undefined) return void (this.wrong.textContent = answer.error);
    studio.files = answer.files;
    this.root.close();
    await studio.gone(file, "was_deleted");
  }
}
