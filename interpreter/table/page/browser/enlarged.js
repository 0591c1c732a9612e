// Shows a card large beside itself, with all that it says, while a mouse rests on it, it has the focus, or it was tapped.

import { element, placed } from "./element.js";

const WAIT = 350; // Milliseconds for which a mouse rests on a card before it is shown large.
let shown = null;
let waiting = 0;

export function enlarging(made, face, text) {
  made.addEventListener("pointerenter", (event) => {
    if (event.pointerType === "mouse") waiting = setTimeout(() => show(made, face, text), WAIT);
  });
  made.addEventListener("focus", () => made.matches(":focus-visible") && show(made, face, text));
  made.addEventListener("click", (event) => event.pointerType === "touch" && show(made, face, text));
  for (const name of ["pointerleave", "pointerdown", "blur"]) made.addEventListener(name, (event) => (event.pointerType === "touch" ? null : hide()));
  return made;
}

export function hide() {
  clearTimeout(waiting);
  shown?.remove();
  shown = null;
}

// Where there is more room beside it: at the right of the card or at its left.
function show(card, face, text) {
  hide();
  if (!card.isConnected) return;
  shown = element("div", { class: "enlarged", "aria-hidden": "true" }, placed("face", face), element("p", {}, text));
  document.body.append(shown);
  const { left, right, top } = card.getBoundingClientRect();
  const [wide, high] = [shown.offsetWidth, shown.offsetHeight];
  const x = innerWidth - right >= left ? right + 8 : left - wide - 8;
  shown.style.setProperty("left", `${Math.max(4, Math.min(innerWidth - wide - 4, x))}px`);
  shown.style.setProperty("top", `${Math.max(4, Math.min(innerHeight - high - 4, top - 20))}px`);
}

addEventListener("keydown", (event) => event.key === "Escape" && hide());
addEventListener("scroll", hide, { passive: true });
addEventListener("pointerdown", (event) => event.pointerType === "touch" && hide());
