// A guided first variant and a guided first game: a few steps beside what they are about.

import { element } from "./element.js";

export class Guide {
  constructor(studio) {
    this.studio = studio;
    this.root = element("section", {}, element("h2", {}, studio.words.tab_guide));
  }

  look() {}
}
