// The table in a frame. A new one is loaded behind the one that is shown, and takes its place once it is drawn.

import { element } from "./element.js";

const PACE = 700; // milliseconds that a bot takes for a move
const DRAWN = 60; // that a table needs to draw itself

export class TableFrame {
  shown = /** @type {HTMLIFrameElement | null} */ (null);
  coming = /** @type {HTMLIFrameElement | null} */ (null);
  port = /** @type {MessagePort | null} */ (null);

  /**
   * @param {HTMLElement} parent
   * @param {Record<string, string>} words
   * @param {(message: object) => Promise<any>} say what the table says; the answer has `messages`
   * @param {() => Promise<any>} bot has a bot make its move
   */
  constructor(parent, words, say, bot) {
    this.parent = parent;
    this.words = words;
    this.say = say;
    this.bot = bot;
    addEventListener("message", ({ source, data }) => data?.type === "table" && this.connect(source));
  }

  /** @param {string} page */
  load(page) {
    this.coming?.remove();
    this.port?.close();
    clearTimeout(this.timer);
    this.coming = element("iframe", { title: this.words.table, class: "coming" });
    this.coming.srcdoc = page;
    this.parent.append(this.coming);
  }

  connect(source) {
    const frame = this.coming?.contentWindow === source ? this.coming : this.shown;
    if (frame?.contentWindow !== source) return;
    const { port1, port2 } = new MessageChannel();
    this.port = port1;
    port1.onmessage = ({ data }) => this.heard(port1, data);
    source.postMessage("table", "*", [port2]);
  }

  async heard(port, message) {
    const answer = await this.say(message);
    if (port !== this.port) return;
    this.tell(answer);
    if (message.type === "hello" && this.coming) setTimeout(() => this.swap(), DRAWN);
  }

  swap() {
    if (!this.coming) return;
    this.shown?.remove();
    this.shown = this.coming;
    this.coming = null;
    this.shown.classList.remove("coming");
  }

  // What is told of the table; where a bot decides, it moves after a while.
  tell(answer) {
    for (const message of answer.messages ?? []) this.port?.postMessage(message);
    clearTimeout(this.timer);
    if (answer.bot) this.timer = setTimeout(async () => this.tell(await this.bot()), PACE);
  }
}
