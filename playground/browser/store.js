// The files of this page, kept by the browser. Where it keeps nothing (a private window) they last as long as the page.

/** Another playground on the same server has files of its own: the name holds the folder of this page. */
const NAME = `cardwright ${new URL(".", location.href).pathname}`;

export class Store {
  /** @param {IDBDatabase | null} database */
  constructor(database) {
    this.database = database;
    this.isOld = false; // whether another page has changed something since
    this.others = new BroadcastChannel(NAME);
    this.others.onmessage = () => (this.isOld = true);
  }

  /** @returns {Promise<Record<string, string> | null>} all texts, if another page has changed something */
  async news() {
    if (!this.isOld) return null;
    this.isOld = false;
    return this.all();
  }

  /** @returns {Promise<Store>} */
  static open() {
    return new Promise((done) => {
      try {
        const asked = indexedDB.open(NAME, 1);
        asked.onupgradeneeded = () => asked.result.createObjectStore("files");
        asked.onsuccess = () => done(new Store(asked.result));
        asked.onerror = asked.onblocked = () => done(new Store(null));
      } catch {
        done(new Store(null));
      }
    });
  }

  /** @returns {Promise<Record<string, string>>} the texts by their names */
  all() {
    return new Promise((done) => {
      if (!this.database) return done({});
      const files = this.database.transaction("files").objectStore("files");
      const [names, texts] = [files.getAllKeys(), files.getAll()];
      files.transaction.oncomplete = () => done(Object.fromEntries(names.result.map((name, at) => [name, texts.result[at]])));
      files.transaction.onerror = () => done({});
    });
  }

  /**
   * @param {string} name
   * @param {string} text
   * @returns {Promise<boolean>} whether it is kept
   */
  put(name, text) {
    return this.change((files) => files.put(text, name));
  }

  /**
   * @param {string} name
   * @returns {Promise<boolean>} whether it is gone
   */
  remove(name) {
    return this.change((files) => files.delete(name));
  }

  /** @param {(files: IDBObjectStore) => void} act @returns {Promise<boolean>} */
  change(act) {
    return new Promise((done) => {
      if (!this.database) return done(false);
      const change = this.database.transaction("files", "readwrite");
      act(change.objectStore("files"));
      change.oncomplete = () => {
        this.others.postMessage("changed");
        done(true);
      };
      change.onerror = change.onabort = () => done(false);
    });
  }
}
