// Dragging a card with mouse, pen or finger. Whatever can be dragged can be clicked, too. A finger has to rest on the card
// for a moment first, so that the page can still be scrolled.

import { element } from "./element.js";

const FAR = 6; // pixels until a pointer that is down drags
const HOLD = 180; // milliseconds until a finger drags
const EDGE = 70; // pixels from the edge where the page scrolls along

export class Dragging {
  // `areas` is asked where a card may be dropped: [{ node, act }], the last one that contains the pointer counts. `missed` is told
  // them where the card was dropped elsewhere.
  constructor(root, areas, ended, missed) {
    Object.assign(this, { areas, ended, missed, held: null });
    root.addEventListener("pointerdown", (event) => this.down(event));
    root.addEventListener("click", (event) => this.click(event), true);
    root.addEventListener("dragstart", (event) => event.preventDefault());
    root.addEventListener("touchmove", (event) => this.held?.armed && event.cancelable && event.preventDefault(), { passive: false });
    root.addEventListener("contextmenu", (event) => this.held?.ghost && event.preventDefault());
    document.addEventListener("pointermove", (event) => this.move(event));
    document.addEventListener("pointerup", (event) => this.up(event));
    document.addEventListener("pointercancel", () => this.cancel());
    document.addEventListener("keydown", (event) => event.key === "Escape" && this.cancel());
  }

  down(event) {
    const card = event.target.closest("button.able[data-card]");
    this.dropped = false;
    this.refused = card || event.button !== 0 || event.pointerType === "touch" ? null : { card: event.target.closest("#table button[data-card]"), x: event.clientX, y: event.clientY };
    if (!card || event.button !== 0 || !event.isPrimary) return;
    const armed = event.pointerType !== "touch";
    this.held = { card, x: event.clientX, y: event.clientY, armed, id: event.pointerId, ghost: null, over: null };
    if (!armed) this.timer = setTimeout(() => this.held && ((this.held.armed = true), this.begin()), HOLD);
  }

  move(event) {
    const { held } = this;
    if (!held || event.pointerId !== held.id) return;
    const isFar = Math.hypot(event.clientX - held.x, event.clientY - held.y) > FAR;
    if (!held.armed && isFar) this.cancel();
    if (!held.armed || (!held.ghost && !isFar)) return;
    if (!held.ghost) this.begin();
    held.ghost.style.translate = `${event.clientX - held.x}px ${event.clientY - held.y}px`;
    const below = document.elementFromPoint(event.clientX, event.clientY);
    const over = held.areas.filter((area) => area.node.contains(below)).at(-1) ?? null;
    if (over?.node !== held.over?.node) {
      held.over?.node.classList.remove("over");
      if (over && !over.quiet) over.node.classList.add("over");
    }
    held.over = over;
    const far = event.clientY < EDGE ? -12 : event.clientY > innerHeight - EDGE ? 12 : 0;
    for (const one of [window, document.getElementById("table")]) if (far) one.scrollBy(0, far);
  }

  begin() {
    const { held } = this;
    const box = held.card.getBoundingClientRect();
    held.ghost = held.card.cloneNode(true);
    for (const name of ["data-key", "data-card", "id"]) held.ghost.removeAttribute(name);
    held.ghost.setAttribute("aria-hidden", "true");
    held.ghost.className = `${held.card.className} ghost`;
    Object.assign(held.ghost.style, { left: `${box.left}px`, top: `${box.top}px`, width: `${box.width}px`, height: `${box.height}px` });
    document.body.append(held.ghost);
    document.body.classList.add("dragging");
    held.card.classList.add("lifted");
    held.areas = this.areas(held.card.dataset.card, held.card.dataset.key);
    for (const { node, quiet } of held.areas) node.classList.toggle("drop", !quiet);
  }

  up(event) {
    const { held, refused } = this;
    if (refused?.card && Math.hypot(event.clientX - refused.x, event.clientY - refused.y) > FAR) refused.card.click(); // which says why not
    this.refused = null;
    if (!held || event.pointerId !== held.id) return;
    const dragged = held.ghost !== null;
    const { over } = held;
    this.cancel();
    this.dropped = dragged;
    if (dragged && over) over.act();
    else if (dragged) this.missed(held.areas, held.card.dataset.card);
  }

  cancel() {
    clearTimeout(this.timer);
    const { held } = this;
    this.held = null;
    if (!held?.ghost) return;
    held.ghost.remove();
    held.card.classList.remove("lifted");
    for (const { node } of held.areas) node.classList.remove("drop", "over");
    document.body.classList.remove("dragging");
    this.ended();
  }

  // The click that follows a drop is none.
  click(event) {
    if (!this.dropped) return;
    this.dropped = false;
    event.stopPropagation();
    event.preventDefault();
  }
}

// A strip that is there while something is dragged.
export function strip(text) {
  return element("p", { class: "strip" }, text);
}
