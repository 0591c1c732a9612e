// Tells for a moment who has taken a trick, and what a round has brought; it covers no card that is played, and nobody's way.

import { element } from "./element.js";
import { lineOf } from "./log.js";

const STAYS = 2000; // milliseconds, and for each line
const A_LINE = 700;
const OVER = 3; // pixels that it lies on the edge of one's own side
const MOST_LINES = 8; // lines

export class Banner {
  constructor(root) {
    this.root = root;
    this.node = element("div", { class: "banner", "aria-hidden": "true", hidden: true }); // it is read out with the rest
    this.seen = -1;
    document.body.append(this.node);
    for (const what of ["pointerdown", "keydown"]) document.addEventListener(what, () => this.hide(), true);
  }

  // Shows what the steps since the last one that was shown have brought; not to whoever goes by several at a time, nor what a
  // panel has told.
  show(steps, now, isOwn) {
    const before = this.seen;
    this.seen = now;
    if (now === before) return;
    this.hide();
    if (before < 0 || now < before || steps[now].end || (isOwn && now > before + 1)) return;
    const told = steps.slice(before + 1, now + 1).filter(({ round }) => !round).flatMap(({ log, table }) => log.filter(({ event }) => event === "taken" || event === "brought").map((one) => element("p", {}, lineOf(one, table))));
    if (!told.length) return;
    this.node.replaceChildren(...told.slice(-MOST_LINES));
    this.node.hidden = false;
    this.place();
    this.timer = setTimeout(() => this.hide(), STAYS + A_LINE * told.length);
  }

  place() {
    const around = this.root.getBoundingClientRect();
    const own = this.root.querySelector(".own")?.getBoundingClientRect().top ?? around.bottom;
    const { offsetWidth: wide, offsetHeight: high } = this.node;
    const isPlayed = (one) => one.getBoundingClientRect().bottom > own - high && one.getBoundingClientRect().top < own;
    const isCovered = [...this.root.querySelectorAll(".middle .card")].some(isPlayed); // then it stands at the upper edge
    this.node.style.setProperty("left", `${Math.max(0, (around.left + around.right - wide) / 2)}px`);
    this.node.style.setProperty("top", `${isCovered ? 0 : Math.max(0, own - Math.max(high - OVER, 0))}px`);
  }

  hide() {
    clearTimeout(this.timer);
    this.node.hidden = true;
  }
}
