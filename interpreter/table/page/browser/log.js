// Lists what has happened, the latest first. A move stands out; what it brought about follows it.

import { element, phrase } from "./element.js";
import { piece } from "./tracks.js";

const MOST = 60; // steps
const TOLD = ["move", "chosen", "reacted", "said", "dealt", "drawn", "scored", "taken", "brought", "undone", "ended", "result"]; // all else is folded under these
const READ = ["move", "chosen", "reacted", "said", "taken", "brought", "undone"]; // what is read out as it happens
const NEAR = 24; // pixels: who has scrolled no farther follows what happens

export function log(root, steps, now, words, go) {
  root.unfolded ??= new Set();
  const scroller = follow(root, words);
  const held = root.contains(document.activeElement) ? document.activeElement.textContent : null;
  const before = { now: root.now, high: root.scrollHeight, isPast: root.now < root.seen };
  Object.assign(root, { now, seen: Math.max(root.seen ?? 0, now) }); // what was seen once stays, to go back there
  const most = root.isWhole ? Infinity : MOST;
  const [first, last] = [Math.max(0, now - most), Math.min(root.seen, now + most)];
  const items = [];
  for (let at = last; at >= first; at -= 1) {
    if (!steps[at].log.length) continue;
    const jump = element("button", { type: "button", class: "jump", onclick: () => go(at), "aria-label": `${words.go_to} ${at}` }, `${at}`);
    const gone = steps[at].isUndone ? element("small", {}, words.taken_back) : null;
    const told = element("div", {}, gone, step(steps[at], words, at, root.unfolded));
    items.push(element("li", { class: [at === now && "now", at > now && "later", gone && "gone"].filter(Boolean).join(" ") || null, "aria-current": at === now ? "step" : null }, jump, told));
  }
  const rest = (is, sign, end) => (is ? element("button", { type: "button", class: "whole", onclick: () => whole(end) }, `${sign} ${words.whole_log}`) : null);
  const whole = (end) => {
    root.isWhole = true; // as long as the page is open
    log(root, steps, now, words, go);
    scroller.scrollTo({ top: end ? 0 : scroller.scrollHeight });
  };
  root.replaceChildren(...[rest(last < root.seen, "↑", true), element("ol", { reversed: true }, items), rest(first > 0, "↓", false)].filter(Boolean));
  if (now !== before.now && (before.isPast || now < root.seen)) reveal(scroller, root.querySelector("li.now"));
  else if (scroller.scrollTop > NEAR) scroller.scrollTop += root.scrollHeight - before.high; // whoever reads what was goes on reading
  if (held) [...root.querySelectorAll("button, summary")].find((one) => one.textContent === held)?.focus({ preventScroll: true });
}

// Brings a step into sight, without scrolling the page.
function reveal(scroller, row) {
  if (!row) return;
  const [seen, box] = [scroller, row].map((one) => one.getBoundingClientRect());
  if (box.top < seen.top || box.bottom > seen.bottom) scroller.scrollTop += box.top - seen.top - seen.height / 3;
}

// What scrolls; from far down a button leads back to the newest.
function follow(root, words) {
  const scroller = root.closest("aside, .happened");
  if (root.newest) return scroller;
  root.newest = element("button", { type: "button", class: "newest", hidden: true, onclick: () => scroller.scrollTo({ top: 0 }) }, words.newest);
  root.before(root.newest);
  scroller.addEventListener("scroll", () => (root.newest.hidden = scroller.scrollTop <= NEAR), { passive: true });
  return scroller;
}

// A step: its moves, and folded under them what they brought about. Where nobody has moved, all but one line is folded.
function step({ log, table }, words, at, unfolded) {
  const line = (one) => element("p", { class: `told ${one.event}` }, lineOf(one, table));
  const isRound = log.some((one) => one.event === "brought");
  const isTold = ({ event }) => TOLD.includes(event) && !(isRound && event === "scored"); // it says the same
  const last = log.findLastIndex(({ event }) => READ.includes(event) && !["taken", "brought"].includes(event));
  const isNext = ({ event }, at) => isRound && ["dealt", "drawn"].includes(event) && at > last;
  const place = (one, at) => (isNext(one, at) ? 3 : one.event === "result" ? 2 : Number(one.event === "ended"));
  const sorted = [0, 1, 2, 3].flatMap((n) => log.filter((one, at) => place(one, at) === n)); // a deal is told after what the round has brought, the end after its last trick
  const shown = log.some(isTold) ? sorted.filter(isTold) : [log.find(({ event }) => event === "moved") ?? log[0]];
  const rest = log.filter((one) => !shown.includes(one));
  if (!rest.length) return shown.map(line);
  const told = phrase(words, "more", { n: rest.length });
  const head = [element("span", { class: "spoken" }, `${told}: `), element("span", { class: "inside" }, rest[0].text)];
  const more = element("details", { open: unfolded.has(at) }, element("summary", {}, head), rest.map(line));
  more.addEventListener("toggle", () => (more.open ? unfolded.add(at) : unfolded.delete(at)));
  return [shown.map(line), more];
}

// A line about what somebody has done: who it was stands apart, so that nobody takes it for what is to be done; what a move
// is called follows a dash, what has come about does not.
export function lineOf(one, table) {
  const who = table.blocks.find((block) => block.id === one.seat)?.label;
  const what = who && one.text.startsWith(who) ? one.text.slice(who.length).match(/^(\s?:)\s(.+)$/s) : null;
  if (!what) return one.text;
  const [, colon, told] = what;
  return [element("span", { class: "who" }, piece(one.seat), " ", who, element("span", { class: one.event === "brought" ? null : "spoken" }, colon)), ...(["move", "reacted"].includes(one.event) ? [element("span", { "aria-hidden": "true" }, " –")] : []), " ", told];
}

// What a step is about, in a line: its moves, or how the game ended, first of all who has won, which is told last.
export function headline(told) {
  return ordered(told).map((one) => one.text).join(" · ");
}

// The same as it is shown.
export function headlines(steps) {
  const lines = steps.flatMap(({ log, table }) => ordered(log).map((one) => [lineOf(one, table)].flat()));
  return lines.flatMap((line, at) => (at ? [" · ", ...line] : line));
}

function ordered(told) {
  const result = told.filter((one) => one.event === "result");
  return [...result.slice(-1), ...told.filter((one) => READ.includes(one.event)), ...result.slice(0, -1)];
}
