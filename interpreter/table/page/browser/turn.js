// Says whose turn it is and what is asked: of the player who looks, or of somebody else.

import { isNarrow, phrase } from "./element.js";

// `isAsked` says whether the moves are offered to whoever looks.
export function turn(table, words, isAsked) {
  const block = table.blocks.find((one) => one.id === table.decides);
  if (!block) return "";
  const team = !isNarrow() && table.blocks.find((one) => one.id === block.team);
  const who = team ? `${block.label} (${team.label})` : block.label;
  const what = table.phase.label;
  return phrase(words, `${isAsked ? "turn_yours" : "turn_of"}${what ? "_for" : ""}`, { who, what });
}

// What the rules say of the one thing that is asked; `asks` has it by the name of an action, and of what an effect asks for.
export function description(table, asks) {
  const names = new Set(table.moves.map(({ text }) => text.match(/^\w+=?/)?.[0]));
  return names.size === 1 ? asks[[...names][0]] : undefined;
}
