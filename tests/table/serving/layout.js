// Measures a page of a table: what is out of sight, too small, or on top of something else, each told in a line.

const all = (selector, root = document) => [...root.querySelectorAll(selector)];

const box = (one) => one.getBoundingClientRect();

const called = (one) => one.dataset?.zone ?? one.closest?.("[data-zone]")?.dataset.zone ?? (one.id || one.textContent.slice(0, 30));

// Whether something can be looked at at all: what is folded, or only spoken, cannot.
const isDrawn = (one) => one.checkVisibility({ visibilityProperty: true }) && box(one).width > 1 && !one.closest(".spoken");

// The part of the window in which the table lies: not under what stands at its edges.
function windowOf() {
  const found = { left: 0, right: innerWidth, top: 0, bottom: innerHeight };
  const main = document.getElementById("table");
  if (getComputedStyle(main).overflowY === "auto") Object.assign(found, box(main).toJSON());
  return { ...found, bottom: Math.min(found.bottom, box(document.querySelector("footer")).top) };
}

function outOfSight(parts) {
  const seen = windowOf();
  const out = (one) => {
    const { left, right, top, bottom } = box(one);
    return left < seen.left - 1 || right > seen.right + 1 || top < seen.top - 1 || bottom > seen.bottom + 1;
  };
  return parts.filter(out).map((one) => `out of sight: ${called(one)} ${JSON.stringify(box(one))} in ${JSON.stringify(seen)}`);
}

function narrowerThan(least, cards) {
  return cards.filter((one) => box(one).width < least - 0.5).map((one) => `${box(one).width} wide: ${called(one)}`);
}

function smallLetters(least) {
  const written = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const faults = [];
  for (let text = written.nextNode(); text; text = written.nextNode()) {
    const around = text.parentElement;
    const size = parseFloat(getComputedStyle(around).fontSize);
    const isDrawing = around.closest("svg, script, style");
    if (text.textContent.trim() && !isDrawing && isDrawn(around) && size < least) faults.push(`letters of ${size}: ${text.textContent}`);
  }
  return faults;
}

function overlapping(parts) {
  const faults = [];
  const over = (a, b) => Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1 && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 1;
  parts.forEach((one, at) => {
    for (const other of parts.slice(at + 1)) {
      if (!one.contains(other) && !other.contains(one) && over(box(one), box(other))) faults.push(`overlap: ${called(one)}, ${called(other)}`);
    }
  });
  return faults;
}

// Cards that reach out of their zone, so that they may lie on another.
function overTheEdge(cards) {
  const out = (one) => {
    const [card, zone] = [box(one), box(one.closest("[data-zone]"))];
    return card.right > zone.right + 6 || card.left < zone.left - 1 || card.bottom > zone.bottom + 6;
  };
  return cards.filter(out).map((one) => `over the edge of its zone: ${called(one)}`);
}

// Cards of others that lie upon each other, though there is room beside them in their row.
function fannedBesideRoom(rows) {
  return rows.flatMap((row) => {
    const zones = all(":scope > .zone", row).filter(isDrawn);
    return zones.filter((zone) => {
      const lying = all(":scope > .cards > li > .card", zone).map(box);
      const isFanned = lying.some((card, at) => at && card.left < lying[at - 1].right - 2);
      const right = Math.max(...zones.filter((one) => Math.abs(box(one).top - box(zone).top) < 2).map((one) => box(one).right));
      return isFanned && box(row).right - right > 12;
    }).map((zone) => `fanned beside free room: ${called(zone)}`);
  });
}

function everything([own, least, letters]) {
  const cards = all("#table .card").filter(isDrawn);
  const mine = cards.filter((one) => one.closest(".own [data-zone]:not(.theirs)"));
  const alone = all("#table :is([data-zone], h2, dt, dd, .space, .lane, .sign)").filter(isDrawn);
  const below = all("footer :is(button, input, p)").filter(isDrawn);
  return [
    ...outOfSight(all("#table :is([data-zone], .track, h2)").filter(isDrawn)),
    ...narrowerThan(own, mine),
    ...narrowerThan(least, cards),
    ...smallLetters(letters),
    ...overlapping(alone),
    ...overlapping(below),
    ...overTheEdge(cards),
    ...fannedBesideRoom(all("#table .others .zones")),
  ];
}

// One's own cards, the middle, and the moves.
function whatIsPlayed() {
  scrollTo(0, 0);
  const wide = document.documentElement.scrollWidth > innerWidth ? ["wider than the window"] : [];
  const moves = box(document.getElementById("moves"));
  const under = moves.bottom > innerHeight || moves.height < 24 ? ["the moves are out of sight"] : [];
  const hand = all("#table .own .hand");
  const played = all("#table :is(.track, .middle [data-zone])");
  return [...wide, ...under, ...outOfSight([...played, ...(hand.length ? hand : all("#table .own [data-zone]"))].filter(isDrawn))];
}
