// Lists what has happened, the latest first. A move stands out; what it brought about follows it.

import { element, phrase } from "./element.js";

const MOST = 60; // steps
const TOLD = ["move", "chosen", "reacted", "said", "scored", "undone", "ended", "result"]; // all else is folded under these

export function log(root, steps, now, words, go) {
  root.unfolded ??= new Set();
  const first = Math.max(0, now - MOST);
  const items = [];
  for (let at = now; at >= first; at -= 1) {
    if (!steps[at].log.length) continue;
    const jump = element("button", { type: "button", class: "jump", onclick: () => go(at), "aria-label": `${words.go_to} ${at}` }, `${at}`);
    const told = element("div", {}, step(steps[at].log, words, at, root.unfolded));
    items.push(element("li", { class: at === now ? "now" : null, "aria-current": at === now ? "step" : null }, jump, told));
  }
  root.replaceChildren(element("ol", { reversed: true }, items));
}

// A step: its moves, and folded under them what they brought about. Where nobody has moved, all but one line is folded.
function step(log, words, at, unfolded) {
  const line = (one) => element("p", { class: `told ${one.event}` }, one.text);
  const isTold = (one) => TOLD.includes(one.event);
  const first = ["begun", "moved"].map((event) => log.find((one) => one.event === event)).find(Boolean) ?? log[0];
  const shown = log.some(isTold) ? log.filter(isTold) : [first];
  const rest = log.filter((one) => !shown.includes(one));
  if (!rest.length) return shown.map(line);
  const more = element("details", { open: unfolded.has(at) }, element("summary", {}, phrase(words, "more", { n: rest.length })), rest.map(line));
  more.addEventListener("toggle", () => (more.open ? unfolded.add(at) : unfolded.delete(at)));
  return [shown.map(line), more];
}

// What a step is about, in a line: its moves, or how the game ended, first of all who has won, which is told last.
export function headline(told) {
  const result = told.filter((one) => one.event === "result").map((one) => one.text);
  const before = told.filter((one) => ["move", "chosen", "reacted", "said", "undone"].includes(one.event)).map((one) => one.text);
  return [...result.slice(-1), ...before, ...result.slice(0, -1)].join(" · ");
}
