// The frames of a film put together: what the table looked like at each step, what happened, and what went where.

import { journeys, lines, whole } from "./parts.js";
import { patched } from "./patch.js";

export class Frames {
  constructor(frames = []) {
    this.steps = []; // { table, log, went, zones, end }; `zones` are those to or from which something went
    this.known = []; // the parts that the frames have told
    this.numbered = {}; // the last table, with numbers in their places
    this.add(frames);
  }

  // Frames follow one another, each a change of the one before.
  add(frames) {
    for (const frame of frames) {
      this.known.push(...(frame.parts ?? []));
      this.numbered = patched(this.numbered, frame.table);
      const table = whole(this.numbered, this.known);
      const went = journeys(frame.went ?? [], this.known);
      const zones = new Set(went.flatMap(({ source, target }) => [source, target]));
      this.steps.push({ table, log: lines(frame.log, table, this.known), went, zones, end: frame.end });
    }
  }

  get last() {
    return this.steps.length - 1;
  }
}
