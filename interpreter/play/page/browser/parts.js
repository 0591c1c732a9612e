// Puts cards and moves back in the places of their numbers, as `page/parts.py` says.

export function whole(table, parts) {
  const zones = (zone) => ({ ...zone, cards: zone.cards && zone.cards.map((number) => parts[number]) });
  const blocks = table.blocks.map((block) => ({ ...block, zones: block.zones.map(zones) }));
  return { ...table, blocks, moves: table.moves.map((number) => parts[number]) };
}
