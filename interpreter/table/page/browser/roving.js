// Arrow keys go from card to card of one's hand, and from move to move, while one of these has the focus; else they go through
// the steps.

const NEXT = { ArrowLeft: -1, ArrowRight: 1, Home: -Infinity, End: Infinity };

export function rove() {
  document.addEventListener("keydown", (event) => {
    const group = event.target instanceof Element && event.target.closest("#table .zone:is(.hand, :has(.target)), #moves");
    const far = NEXT[event.key];
    if (!group || !far || event.ctrlKey || event.metaKey || event.altKey) return;
    const all = [...group.querySelectorAll("button")].filter((one) => one.checkVisibility());
    if (all.length < 2) return;
    event.preventDefault();
    event.stopPropagation(); // not to the steps
    all[Math.min(Math.max(all.indexOf(event.target) + far, 0), all.length - 1)]?.focus();
  }, true);
}
