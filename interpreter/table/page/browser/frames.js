// The frames of a film put together: what the table looked like at each step, what happened, and what went where.

import { journeys, lines, whole } from "./parts.js";
import { patched } from "./patch.js";

export class Frames {
  constructor(frames = []) {
    this.steps = []; // { table, log, went, zones, latest, end, round }; `zones` are those to or from which something went
    this.latest = new Map(); // the card that came last to each zone
    this.known = []; // the parts that the frames have told
    this.numbered = {}; // the last table, with numbers in their places
    this.told = new Set(); // the values that have changed so far, or have a colour: they are not folded
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
      const log = lines(frame.log, table, this.known);
      const hand = (this.steps.at(-1)?.hand ?? 0) + Number(Boolean(frame.round) || log.some(({ event }) => event === "scored")); // how many have begun
      for (const { target, cards } of went) if (cards.at(-1)) this.latest = new Map([...this.latest, [target, cards.at(-1)]]);
      this.steps.push({ table, log, went, zones, hand, latest: this.latest, told: this.changed(table), end: frame.end, round: frame.round });
      if (this.steps.at(-1).log.some((one) => one.event === "undone")) takeBack(this.steps);
    }
  }

  // The values that are told at this table, by the names of their owners and their labels.
  changed({ blocks }) {
    const all = blocks.flatMap(({ id, values }) => values.map((one) => [`${id} ${one.label}`, one]));
    this.first ??= new Map(all.map(([key, { text }]) => [key, text]));
    const more = all.filter(([key, one]) => !this.told.has(key) && (one.cards || one.colour || this.first.get(key) !== one.text));
    if (more.length) this.told = new Set([...this.told, ...more.map(([key]) => key)]);
    return this.told;
  }

  get last() {
    return this.steps.length - 1;
  }
}

// Marks the steps that were taken back: those since the table was last as it is now.
function takeBack(steps) {
  const sorted = (_, value) => (value?.constructor === Object ? Object.entries(value).toSorted() : value); // what changes has its keys in another order
  const seen = ({ table: { status, phase, decides, blocks, tracks } }) => JSON.stringify([status, phase, decides, blocks, tracks], sorted);
  const now = seen(steps.at(-1));
  const at = steps.slice(0, -1).findLastIndex((step) => seen(step) === now);
  if (at >= 0) for (const step of steps.slice(at + 1, -1)) step.isUndone = true;
}
