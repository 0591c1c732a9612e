// What can be pointed at to make a move: its arguments one after the other, in the order of the action's parameters.

// The arguments of a move by its text, each with the values in it: `boost(b, [x, y])` has [["b"], ["x", "y"]], and so has
// `one=b, two=[x, y]`, which is chosen within an effect.
export function argumentsOf(move) {
  const text = /^\w+=/.test(move) ? `(${move.replace(/(^|, )\w+=/g, "$1")})` : move;
  const open = text.indexOf("(");
  if (open < 0) return [];
  const found = [];
  let depth = 0;
  let from = open + 1;
  for (let at = open + 1; at < text.length; at += 1) {
    if (text[at] === "[") depth += 1;
    if (text[at] === "]") depth -= 1;
    if (depth === 0 && (text[at] === "," || at === text.length - 1)) {
      found.push(text.slice(from, at).replace(/^\s*\[|\]\s*$/g, "").split(",").map((one) => one.trim()).filter(Boolean));
      from = at + 1;
    }
  }
  return found;
}

// The zones of families that a move names by its arguments, without their owner: `row[2]`.
export function cellsOf(move) {
  if (!move.cells) return [];
  const given = argumentsOf(move.text);
  return Object.entries(move.cells).map(([name, numbers]) => name + numbers.map((number) => `[${given[number]?.[0]}]`).join(""));
}

// What is left to be pointed at after some values were chosen; null if the move does not begin with them. In a list the
// order does not matter.
function left(steps, chosen) {
  let at = 0;
  for (const step of steps) {
    const { values } = step;
    const open = [...values];
    while (open.length && at < chosen.length) {
      const place = open.indexOf(chosen[at]);
      if (place < 0) return null;
      open.splice(place, 1);
      at += 1;
    }
    if (open.length) return { ...step, open };
  }
  return at === chosen.length ? { open: [], from: [] } : null;
}

// In how many ways so many of some things can be chosen.
function choices(things, taken) {
  return taken > 0 ? (choices(things - 1, taken - 1) * things) / taken : 1;
}

export class Pointing {
  // `visible` says of a value, and of what kind the argument is, whether there is something on the table to point at.
  constructor(moves, visible) {
    // What is left of a move's arguments, each with the names of the zones from which it is chosen, where that is known.
    const used = ({ uses }) => ({ values: [uses.card].filter((value) => visible(value, "card")), from: uses.from, kind: "card" });
    const steps = (move) =>
      (move.uses ? [used(move)] : argumentsOf(move.text)
        .map((values, at) => ({ values: values.filter((value) => visible(value, move.arguments?.[at])), from: move.from?.[at] ?? [], kind: move.arguments?.[at] })))
        .filter(({ values }) => values.length);
    this.ways = moves.map((move) => ({ move, steps: steps(move) }));
    this.chosen = [];
    this.places = new Map();
    this.first = this.next();
  }

  // The moves that begin with what is chosen, and then with `more`.
  fitting(more = []) {
    const begun = [...this.chosen, ...more];
    return this.ways.filter(({ steps }) => left(steps, begun) !== null).map(({ move }) => move);
  }

  // The one move that is left, if it alone takes cards from where it takes them: no other can be meant.
  sole() {
    const [move, other] = this.chosen.length ? this.fitting() : [];
    return !other && move?.alone && this.complete().length ? move : null;
  }

  // Such a move of a single card needs no button.
  certain() {
    return this.chosen.length === 1 ? this.sole() : null;
  }

  // The moves that begin with what is chosen and with this, or with this instead.
  with(value) {
    return this.next().has(value) ? this.fitting([value]) : this.ways.filter(({ steps }) => left(steps, [value]) !== null).map(({ move }) => move);
  }

  // Of these, the moves for which nothing more has to be pointed at.
  complete(more = []) {
    const begun = [...this.chosen, ...more];
    return this.ways.filter(({ steps }) => left(steps, begun)?.open.length === 0).map(({ move }) => move);
  }

  // What can be pointed at next, each with the names of the zones where it is meant: none if it may lie anywhere.
  next(more = []) {
    const found = new Map();
    for (const { steps } of this.ways) {
      const { open, from } = left(steps, [...this.chosen, ...more]) ?? { open: [], from: [] };
      for (const value of open) {
        const before = found.get(value);
        found.set(value, from.length && before?.length !== 0 ? [...new Set([...(before ?? []), ...from])] : []);
      }
    }
    return found;
  }

  // What the actions ask for whose moves are not complete: of what kind it is, how many there are at least and at most, how
  // many of them are chosen, whether there is only one to choose, and whether any of them go together.
  asked() {
    const found = this.ways.map(({ move, steps }) => ({ move, ...left(steps, this.chosen) })).filter(({ open }) => open?.length);
    return [...Map.groupBy(found, ({ move, kind }) => `${kind} ${move.action}`).values()].map((some) => {
      const sizes = some.map(({ values }) => values.length);
      const { kind, values, open } = some[0];
      const only = new Set(some.flatMap((one) => one.open)).size === 1; // nobody has to choose
      const [done, least, most] = [values.length - open.length, Math.min(...sizes), Math.max(...sizes)];
      const isFree = least === most && some.length === choices(new Set(some.flatMap((one) => one.open)).size, most - done);
      return { moves: some.map(({ move }) => move), only, kind, done, least, most, isFree };
    });
  }

  // A move of which a list is begun, with no more of the list than is chosen; null where none is.
  begun() {
    const found = this.ways.map(({ move, steps }) => ({ move, ...left(steps, this.chosen) })).find(({ open, values }) => open?.length && open.length < values.length);
    if (!found) return null;
    const done = [...found.values];
    for (const one of found.open) done.splice(done.lastIndexOf(one), 1);
    return found.move.text.replace(`[${found.values.join(", ")}]`, `[${done.join(", ")}]`);
  }

  // Whether what is chosen with `more` begins a list of which more is to be chosen, and nothing else.
  isPart(more) {
    const found = this.ways.map(({ steps }) => left(steps, [...this.chosen, ...more])).filter(Boolean);
    return found.length > 0 && found.every(({ open, values }) => open.length > 0 && open.length < values.length);
  }

  // Whether all of a list is chosen, and this might have been in it.
  isFull(value) {
    const before = this.chosen.slice(0, -1);
    const steps = before.length ? this.ways.map(({ steps }) => left(steps, before)).filter((one) => one?.open.includes(value)) : [];
    return steps.some(({ values }) => values.length > 1);
  }

  // The zones where something that can be chosen, or is chosen, is meant.
  from(value, more = []) {
    return this.next(more).get(value) ?? this.places.get(value) ?? [];
  }

  has(value) {
    return this.chosen.includes(value);
  }

  choose(value) {
    this.places.set(value, this.from(value));
    this.chosen.push(value);
  }

  // Takes a choice back, and those after it if they are none without it.
  drop(value) {
    const [before, at] = [this.chosen, this.chosen.lastIndexOf(value)];
    this.chosen = before.toSpliced(at, 1);
    if (!this.fitting().length) this.chosen = before.slice(0, at);
  }

  clear() {
    this.chosen = [];
  }

  // Chooses something else than all that was chosen.
  begin(value) {
    this.clear();
    this.choose(value);
  }
}
