// What happens between two steps, in stages: cards that are laid somewhere and leave it again before anybody decides are
// seen lying there first.

// The stages between two tables, by what `went` where: each with its part of that, and with the `zones` as they are until
// the next stage, by their ids; the last has none, since then all is as the table says. Where a round is over after so many of
// what went, what comes then is a stage of its own, and that before it `isRound`.
export function stagesOf(before, after, went, over = null) {
  const faces = { ...before.cards, ...after.cards };
  let zones = zonesOf(before, after);
  const all = [];
  for (const { source, target, cards } of went) {
    all.push({ source, target, cards: cards.length || !target ? cards : lying(zones.get(source)) });
    all.at(-1).cards.forEach((card) => move(zones, source, target, card, faces));
  }
  zones = zonesOf(before, after);
  const ends = [...new Set([...endsOf(all, zones), over ?? all.length, all.length])].sort((one, other) => one - other);
  return ends.map((end, at) => {
    const part = all.slice(ends[at - 1] ?? 0, end);
    for (const { source, target, cards } of part) cards.forEach((card) => move(zones, source, target, card, faces));
    const later = new Set(all.slice(end).flatMap(({ source, target }) => [source, target]));
    return { went: part, isRound: end === over, zones: end < all.length ? new Map([...zones].filter(([id]) => later.has(id))) : null };
  });
}

// Where stages end: a card that came to a zone where it is seen leaves it again. Before it others may have left it, or have
// gone the same way.
function endsOf(went, zones) {
  const ends = [0];
  const laid = new Map();
  went.forEach(({ source, target, cards }, at) => {
    const came = cards.map((card) => laid.get(`${source} ${card}`) ?? -1).filter((one) => one >= ends.at(-1));
    if (came.length && zones.has(source) && zones.get(source).shows !== "none") {
      const last = Math.max(...came);
      ends.push(went.findIndex((one, number) => number > last && (one.source === source || one.target === target)));
    }
    for (const card of cards) if (card) laid.set(`${target} ${card}`, at);
  });
  return ends.slice(1);
}

// A table with zones as they were at a stage, and with the values and tracks `before` that. Who decides keeps the hand that the decision
// is about. What marks cards is no more true.
export function tableAt(table, zones, before) {
  if (!zones) return table;
  const valuesOf = (block) => before.blocks.find(({ id }) => id === block.id)?.values.filter(({ cards }) => !cards) ?? block.values;
  const isHand = (zone, block) => block.you && zone.shows === "owner" && table.moves.length > 0;
  const gone = (block) => [...zones.values()].filter((zone) => zone.block === block.id && !block.zones.some((one) => one.id === zone.id));
  const at = (block) => [...block.zones, ...gone(block)].map((zone) => (isHand(zone, block) ? zone : (zones.get(zone.id) ?? zone)));
  return { ...table, tracks: before.tracks, blocks: table.blocks.map((block) => ({ ...block, values: valuesOf(block), zones: at(block) })) };
}

// The zones of a table by their ids, with their blocks; those that only the table after it has are empty.
function zonesOf(before, after) {
  const ofTable = (table) => table.blocks.flatMap((block) => block.zones.map((zone) => [zone.id, { ...zone, block: block.id }]));
  const empty = ([id, zone]) => [id, withCards({ ...zone }, zone.cards && [])];
  return new Map([...ofTable(after).map(empty), ...ofTable(before)]);
}

function lying(zone) {
  return zone?.cards?.map((one) => one.card) ?? Array.from({ length: zone?.count ?? 0 }, () => null);
}

// Moves a card as far as can be seen: of what is known of a zone only by number the number changes.
function move(zones, source, target, card, faces) {
  const from = zones.get(source);
  if (from?.cards) {
    const found = [from.cards.findIndex((one) => one.card === card), from.cards.findIndex((one) => one.card === null)].find((at) => at >= 0);
    zones.set(source, withCards(from, from.cards.filter((one, at) => at !== found)));
  } else if (from?.count) zones.set(source, { ...from, count: from.count - 1 });
  const to = zones.get(target);
  const lying = { card, text: card ? faces[card].short : "?" };
  if (to?.cards) zones.set(target, withCards(to, to.order === "stack" ? [lying, ...to.cards] : [...to.cards, lying]));
  else if (to && to.count !== null) zones.set(target, { ...to, count: to.count + 1 });
}

function withCards(zone, cards) {
  return { ...zone, cards, count: cards?.length ?? 0 };
}
