// Puts the table and the lines of a frame together from their numbers, and puts back what follows from the rest, as
// `page/parts.py`, `page/drawn.py` and `page/ways.py` say.

export function whole(table, parts) {
  const cards = Object.fromEntries(Object.entries(table.cards).map(([kind, face]) => [kind, fullFace(face)]));
  const blocks = table.blocks.map((block) => ({
    ...block,
    you: block.id === table.seat,
    decides: block.id === table.decides,
    values: block.values.map((one) => ({ colour: null, ...one })),
    zones: block.zones.map((zone) => fullZone(zone, cards, parts)),
  }));
  const space = (one) => ({ colour: null, sign: one.text, ...one });
  const tracks = table.tracks.map((track) => ({ ...track, rows: track.rows.map((row) => ({ ...row, spaces: row.spaces.map(space) })) }));
  const found = { ...table, blocks, tracks, cards };
  const words = wordsOf(found);
  return { ...found, moves: table.moves.flatMap((choice) => movesOf(choice, parts, words)) };
}

// What has happened in a frame that leads to a table.
export function lines(log, table, parts) {
  const words = wordsOf(table);
  return log.map((one) => {
    if (!Array.isArray(one)) return one;
    const [told, ...row] = one.map((number) => parts[number]);
    return { ...told, text: filled(told.text, row.map((value) => words[value] ?? value)) };
  });
}

// What went from one zone to another, in this order; a card that nobody knows is null, no cards are all that lay there.
export function journeys(went, parts) {
  const cards = (number) => (number < 0 ? Array.from({ length: -number }, () => null) : [parts[number]]);
  return went.map(([source, target, ...numbers]) => ({ source: parts[source], target: parts[target], cards: numbers.flatMap(cards) }));
}

// What the page calls the values that it knows.
function wordsOf(table) {
  const cards = Object.entries(table.cards).map(([kind, face]) => [kind, face.label]);
  return Object.fromEntries([...table.blocks.map((block) => [block.id, block.label]), ...cards]);
}

// A line with values in the places of their numbers.
function filled(text, row) {
  return text.replace(/\{(\d+)\}/g, (place, at) => row[at] ?? place);
}

function fullFace(face) {
  const short = face.short ?? face.label;
  return { colour: null, long: short, ...face, short };
}

function fullZone(zone, faces, parts) {
  if (!zone.cards) return zone;
  const told = (part) => (typeof part === "string" ? { card: part, text: faces[part].short } : part);
  return { ...zone, count: zone.cards.length, cards: zone.cards.map((number) => told(parts[number])) };
}

function movesOf([number, ...lists], parts, words) {
  const way = parts[number];
  const taken = typeof lists[0] === "number" ? lists.shift() : 0;
  const values = lists.map((list) => list.map((one) => parts[one]));
  return (taken ? some(values[0], taken) : each(values)).map((row) => ({
    ...way,
    text: filled(way.text, row),
    label: filled(way.label, row.map((value) => words[value] ?? value)),
  }));
}

// Each value of the first list with each of the next.
function each(lists) {
  return lists.reduce((rows, list) => rows.flatMap((row) => list.map((value) => [...row, value])), [[]]);
}

// So many of these values at a time, in their order.
function some(values, taken) {
  if (!taken) return [[]];
  return values.flatMap((value, at) => some(values.slice(at + 1), taken - 1).map((row) => [value, ...row]));
}
