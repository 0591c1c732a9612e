// A source of the studio that asks the interpreter in a worker of this page.
//
// A spec may take for ever, or all the memory there is. So a request has a budget of time; where it is used up, or the
// worker has died, the worker is ended, a new one takes its place, and the files that were open are opened there with
// their texts as they were. The same text is not tried again before it changes.
//
// Many games are played in a worker of their own, which gets the texts as they are when they begin.

const SECONDS = 20; // that a request may take,
const STARTING = 120; // that Python may take to start,
const ASIDE = 6; // and so many times as long for what nobody waits for

/** @typedef {{ do: string, file?: string, text?: string, to?: string, next?: number, language?: string, there?: Record<string, string> }} Asked */

/** What is answered at once while a text waits for a change: it computes nothing. */
const HARMLESS = new Set(["begin", "open", "change", "save", "create", "remove", "move", "outside"]);

export class WorkerSource {
  /**
   * @param {import("./store.js").Store} store
   * @param {{ words: Record<string, string>, seconds?: number, script?: string | URL }} given
   */
  constructor(store, { words, seconds = SECONDS, script = new URL("worker.js", import.meta.url) }) {
    this.store = store;
    this.words = words;
    this.seconds = seconds;
    this.script = script;
    /** @type {Record<string, string>} */
    this.files = {};
    /** @type {Map<string, string>} the texts of the files that are open */
    this.open = new Map();
    this.refused = "";
    /** @type {WorkerSource | null} */
    this.aside = null;
    this.of = ""; // the files that it has
    /** Ends what is waited for. */
    this.stopped = () => {};
    /** Called when another worker takes the place of one that was ended: no table is there any more. */
    this.restarted = () => {};
    this.started = this.start();
  }

  async start() {
    this.files = { ...(await this.store.all()), ...this.files };
    this.worker = new Worker(this.script, { type: "module" });
    const answer = await this.post({ files: this.files }, STARTING);
    for (const [file, text] of this.open) {
      await this.post({ do: "open", file }, this.seconds);
      if (text !== this.files[file]) await this.post({ do: "change", file, text }, this.seconds);
    }
    return answer;
  }

  /**
   * Gives the worker a message, and waits for what it answers.
   * @param {object} message
   * @param {number} seconds
   * @returns {Promise<any>}
   */
  post(message, seconds) {
    const { worker } = this;
    return new Promise((done) => {
      const end = (answer) => {
        clearTimeout(timer);
        done(answer);
      };
      const timer = setTimeout(() => end({ ended: "too_slow" }), 1000 * seconds);
      this.stopped = () => end({ error: "" });
      worker.onmessage = ({ data }) => end(data);
      worker.onerror = (event) => end({ ended: "too_large", why: event.message });
      worker.postMessage(message);
    });
  }

  /** @param {Asked} asked @returns {Promise<any>} */
  async request(asked) {
    if (asked.do !== "simulate") {
      const there = await this.store.news();
      if (there) this.files = { ...there };
      return this.answer(there ? { ...asked, there } : asked);
    }
    const files = JSON.stringify(this.files);
    if (!asked.next && this.of !== files) this.stop();
    this.of = files;
    const aside = (this.aside ??= new WorkerSource(this.store, { words: this.words, seconds: ASIDE * this.seconds, script: this.script }));
    Object.assign(aside.files, this.files); // what could not be kept is there, too
    for (const [file, text] of asked.next ? [] : this.open) {
      if (!aside.open.has(file)) await aside.answer({ do: "open", file });
      await aside.answer({ do: "change", file, text });
    }
    return aside.answer(asked);
  }

  /** End what goes on aside. */
  stop() {
    this.aside?.worker.terminate();
    this.aside?.stopped();
    this.aside = null;
  }

  /** @param {Asked} asked @returns {Promise<any>} */
  async answer(asked) {
    const start = await this.started;
    if (start.ended) return { error: `${this.words.no_start} (${start.why ?? this.words[start.ended]})` };
    if (asked.do === "change" && asked.text !== this.open.get(asked.file)) this.refused = "";
    if (this.refused && !HARMLESS.has(asked.do)) return this.refusal(asked);
    const answer = await this.post(asked, this.seconds);
    if (answer.ended) {
      this.worker.terminate();
      this.refused = answer.ended;
      this.started = this.start();
      this.restarted();
      return this.refusal(asked);
    }
    await this.note(asked, answer);
    return answer;
  }

  /** What a request is answered whose text may not run: where mistakes are asked for, this is one. */
  refusal(asked) {
    const message = this.words[this.refused];
    if (asked.do !== "diagnose") return { error: message };
    return { found: [{ severity: "error", code: "", title: "", message, others: [], from: [0, 0], to: [0, 0] }] };
  }

  /** Remember what is open, and keep what was saved. */
  async note(asked, answer) {
    if (answer.words) this.words = answer.words;
    if (answer.error !== undefined) return;
    if (asked.do === "open" || asked.do === "create") this.open.set(asked.file, answer.text);
    if (asked.do === "change") this.open.set(asked.file, asked.text);
    if (asked.do === "move") {
      this.open.set(asked.to, answer.text);
      this.files[asked.to] = this.files[asked.file];
      await this.store.put(asked.to, this.files[asked.to]);
    }
    if (asked.do === "remove" || asked.do === "move") {
      this.open.delete(asked.file);
      delete this.files[asked.file];
      await this.store.remove(asked.file);
    }
    if (asked.do === "save" || asked.do === "create") {
      this.files[asked.file] = this.open.get(asked.file);
      const isKept = await this.store.put(asked.file, this.files[asked.file]);
      if (!isKept && asked.do === "save") Object.assign(answer, { saved: false, error: this.words.not_kept });
    }
  }
}
