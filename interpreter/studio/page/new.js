// A new file: a variant, a game or a scenario to start from.

import { element } from "./element.js";

export class NewFile {
  constructor(studio) {
    this.studio = studio;
    this.root = element("dialog", { class: "new" });
  }

  open() {}

  // Writes a file that is not there yet, and opens it.
  async write(file, text) {
    const { studio } = this;
    const answer = await studio.ask("create", { file, text, language: studio.language });
    if (answer.error !== undefined) return studio.tell(answer.error);
    studio.files = answer.files;
    return studio.jump(file, [0, 0]);
  }
}
