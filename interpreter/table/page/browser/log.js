// Lists what has happened, the latest first. A move stands out; what it brought about follows it.

import { element } from "./element.js";

const MOST = 60; // steps

export function log(root, steps, now, words, go) {
  const first = Math.max(0, now - MOST);
  const items = [];
  for (let at = now; at >= first; at -= 1) {
    const lines = steps[at].log.map((one) => element("p", { class: `told ${one.event}` }, one.text));
    if (!lines.length) continue;
    const jump = element("button", { type: "button", class: "jump", onclick: () => go(at), "aria-label": `${words.go_to} ${at}` }, `${at}`);
    items.push(element("li", { class: at === now ? "now" : null, "aria-current": at === now ? "step" : null }, jump, element("div", {}, lines)));
  }
  root.replaceChildren(element("ol", { reversed: true }, items));
}

// What a step is about, in a line: its moves, or how the game ended, first of all who has won, which is told last.
export function headline(told) {
  const result = told.filter((one) => one.event === "result").map((one) => one.text);
  const before = told.filter((one) => ["move", "chosen", "reacted", "said", "undone"].includes(one.event)).map((one) => one.text);
  return [...result.slice(-1), ...before, ...result.slice(0, -1)].join(" · ");
}
