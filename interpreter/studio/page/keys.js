// What the keys do, and whose work the page shows.

import { element } from "./element.js";

const KEYS = ["Ctrl S", "Ctrl Space", "F12", "Shift F12", "F2", "F8", "Ctrl .", "Shift Alt F", "Ctrl F", "Ctrl Z", "Alt 1 … 7", "Esc Tab", "?"];

export class Keys {
  constructor({ words }) {
    const rows = KEYS.map((key, at) => [element("dt", {}, key.split(" ").map((part) => (part === "…" ? " … " : element("kbd", {}, part)))), element("dd", {}, words[`key_${at}`])]);
    const licences = element("a", { href: "licences.txt", target: "_blank", rel: "noopener" }, words.licences);
    const close = element("button", { type: "button", class: "main", onclick: () => this.root.close() }, words.close);
    const full = document.querySelector("[data-full]") ? [element("p", {}, licences)] : [];
    this.root = element("dialog", { class: "keys", "aria-labelledby": "keys-title" }, element("h2", { id: "keys-title" }, words.keys), element("dl", {}, rows), full, element("div", { class: "row" }, close));
  }

  open() {
    this.root.showModal();
  }
}
