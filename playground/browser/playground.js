// Starts the studio of a page without a server, and adds what such a page needs: files from the disk and to it, links.

import { element, phrase } from "./element.js";
import { about, BrokenLink, filesOf, linkOf, MOST_CHARACTERS } from "./links.js";
import { WorkerSource } from "./source.js";
import { Store } from "./store.js";
import { Studio } from "./studio.js";
import { WORDS } from "./words.js";

/** @param {string} name @returns {Promise<Uint8Array>} a file of the playground */
const read = async (name) => new Uint8Array(await (await fetch(name)).arrayBuffer());

class Playground extends Studio {
  draw() {
    super.draw();
    const { words } = this;
    this.source.restarted = () => (this.play.kinds = undefined); // a new table is begun when the text is sound
    const button = (name, act) => element("button", { type: "button", onclick: act }, words[name]);
    const chosen = ({ target }) => this.take([...target.files]).then(() => (target.value = ""));
    this.chooser = element("input", { type: "file", accept: ".yaml,.yml", multiple: true, hidden: true, onchange: chosen });
    const made = element("a", { href: "licences.html", class: "made" }, words.made_of);
    this.renamer.after(button("open_files", () => this.chooser.click()), button("to_disk", () => this.toDisk()));
    this.opener.before(button("link", () => this.link()), this.chooser);
    this.keys.root.append(made);
  }

  list() {
    super.list();
    this.picker.querySelector("optgroup").label = this.files.length ? this.words.own_here : this.words.shipped;
  }

  /** @param {globalThis.File[]} files from the disk */
  async take(files) {
    await this.bring(await Promise.all(files.map(async (file) => ({ name: file.name.replace(/\.yml$/, ".yaml"), text: await file.text() }))));
  }

  /**
   * Takes files in and shows the first. One that is there already with another text gets another name.
   * @param {import("./links.js").File[]} files
   */
  async bring(files) {
    const shown = [];
    for (const { name, text } of files) {
      for (let number = 1; number < 100; number += 1) {
        const free = number > 1 ? name.replace(/\.ya?ml$/, `-${number}$&`) : name;
        const is = this.files.some((one) => one.name === free) ? await this.ask("open", { file: free }) : null;
        if (is && is.text !== text) continue;
        const answer = is ?? (await this.ask("create", { file: free, text, language: this.language }));
        if (answer.error !== undefined) this.tell(answer.error);
        else shown.push(free);
        this.files = answer.files ?? this.files;
        break;
      }
    }
    if (shown.length) await this.open(shown[0]);
  }

  get shownName() {
    return this.file.split("/").at(-1);
  }

  async toDisk() {
    const content = new Blob([this.editor.text], { type: "application/yaml" });
    const { showSaveFilePicker } = /** @type {any} */ (window); // not every browser has it
    if (showSaveFilePicker) {
      const types = [{ description: "YAML", accept: { "application/yaml": [".yaml"] } }];
      const file = await showSaveFilePicker({ suggestedName: this.shownName, types }).catch(() => null);
      if (!file) return;
      const stream = await file.createWritable();
      await stream.write(content);
      await stream.close();
    } else {
      const address = URL.createObjectURL(content);
      element("a", { href: address, download: this.shownName }).click();
      URL.revokeObjectURL(address);
    }
    this.tell(phrase(this.words, "was_saved", { file: this.shownName }));
  }

  async link() {
    const name = this.isFixed ? this.shownName : this.file;
    const made = await linkOf([{ name, text: this.editor.text }], read);
    if (made === null) return this.tell(phrase(this.words, "link_too_long", { most: MOST_CHARACTERS }));
    const address = new URL(`#${made}`, location.href).href;
    const isCopied = await navigator.clipboard?.writeText(address).then(() => true, () => false);
    if (isCopied) return this.tell(phrase(this.words, "link_copied", { n: address.length }));
    const { words } = this;
    const field = element("input", { readOnly: true, value: address, "aria-label": words.link });
    ask(words.link, [field], { leave_it: words.close });
    return field.select();
  }
}

/**
 * Asks something, and waits for the answer.
 * @param {string} title
 * @param {(Node | string)[]} content
 * @param {Record<string, string>} answers the words on the buttons; the last one is what Escape answers
 * @returns {Promise<string>}
 */
function ask(title, content, answers) {
  return new Promise((done) => {
    const buttons = Object.entries(answers).map(([value, text], at) => element("button", { value, class: at ? "" : "main" }, text));
    const head = element("h2", { id: "asked" }, title);
    const form = element("form", { method: "dialog" }, head, content, element("p", { class: "row" }, buttons));
    const dialog = element("dialog", { class: "asked", "aria-labelledby": "asked" }, form);
    dialog.addEventListener("close", () => {
      dialog.remove();
      done(dialog.returnValue || Object.keys(answers).at(-1));
    });
    document.body.append(dialog);
    dialog.showModal();
  });
}

/**
 * What a link holds, if whoever follows it wants it: it is told before anything runs.
 * @param {Record<string, string>} words
 * @param {string} language
 * @returns {Promise<import("./links.js").File[]>}
 */
async function linked(words, language) {
  const fragment = location.hash.slice(1);
  if (!fragment) return [];
  history.replaceState(null, "", location.pathname + location.search);
  try {
    const files = await filesOf(fragment, read);
    const answers = { open_it: words.open_it, leave_it: words.leave_it };
    const said = await ask(words.link_opens, files.map((file) => described(file, words, language)), answers);
    return said === "open_it" ? files : [];
  } catch (wrong) {
    if (!(wrong instanceof BrokenLink)) throw wrong;
    await ask(words.link_opens_not, [element("p", {}, words.link_broken)], { leave_it: words.close });
    return [];
  }
}

function described(file, words, language) {
  const told = about(file, language);
  const size = `${told.name}: ${phrase(words, "lines", { n: told.lines })}, ${phrase(words, "characters", { n: told.characters })}`;
  const changes = told.extends ? phrase(words, "link_changes", { game: told.extends }) : words.link_own;
  const listed = told.changes.slice(0, 12).map((one) => element("li", {}, one));
  const more = told.changes.length > 12 ? [element("li", {}, "…")] : [];
  const all = element("details", {}, element("summary", {}, words.link_text), element("pre", {}, file.text));
  return element("section", {}, element("h3", {}, told.title), element("p", {}, size), element("p", {}, changes), element("ul", {}, listed, more), all);
}

async function start() {
  const root = document.getElementById("studio");
  const language = localStorage.getItem("studio-language") ?? [...navigator.languages.map((one) => one.slice(0, 2)), "en"].find((one) => one in WORDS);
  const words = WORDS[language];
  root.dataset.language = language;
  root.replaceChildren(element("div", { class: "starting", role: "status" }, element("h1", {}, "Cardwright"), element("p", {}, words.starting), element("p", {}, words.starting_first)));
  const source = new WorkerSource(await Store.open(), { words });
  const files = await linked(words, language);
  const playground = new Playground(root, source);
  await playground.ready;
  if (files.length) await playground.bring(files);
  addEventListener("hashchange", async () => playground.bring(await linked(playground.words, playground.language)));
  // Only now: what the first visit needs is not loaded twice.
  if (isSecureContext) navigator.serviceWorker?.register("service_worker.js").catch(() => {});
}

start();
