// Chooses the size of the cards: the largest for which the table has room in the window, down to a least one.

const STEPS = 12;
const MUCH = 4; // steps by which cards must be able to grow before they do,
const LONG = 6; // and for so many drawings
const SIZES = { own: [112, 64], mid: [96, 38], far: [76, 28] }; // pixels: how wide cards are, at most and at least
const SPREAD = { own: [1.07, 1.05], mid: [1.07, 1.02], far: [1.07, 0.5] }; // how far from card to card, in widths
const ASIDE = 0.72; // of the size of one's hand: one's other cards
const BETWEEN_CARDS = 3; // pixels, in two rows
const MOST_ROOM = 8; // cards side by side for which a zone keeps room
const ASUNDER = 30; // pixels that zones in a row need besides their cards
const TOUCH = 24.5; // pixels that a finger needs
const NARROW = 0.75; // of all of it on a phone
const MOST_IN_A_ROW = 6; // cards; of more a phone has two rows, so that nothing on them is covered, if it has room

// How the table is laid, the best way first: whether zones keep their room, and a phone has rows for many cards.
const WAYS = [
  { keeps: true, rows: true, cramped: false },
  { keeps: true, rows: false, cramped: false },
  { keeps: false, rows: true, cramped: false },
  { keeps: false, rows: false, cramped: false },
  { keeps: false, rows: false, cramped: true },
];

const between = ([most, least], part) => most + (least - most) * part;

// Cards get smaller while the game goes on, as they need more room, and larger again only when there is room for much
// larger ones, so that they mostly stay where they are; a window of another width begins anew.
export function fit(root) {
  if (!root.watched) {
    root.watched = new ResizeObserver(() => fit(root));
    root.watched.observe(root);
  }
  const narrow = isNarrow();
  const isFixed = narrow || getComputedStyle(root).overflowY === "auto"; // else the page grows with the table
  keepRooms(root);
  if (root.dataset.width !== `${root.clientWidth}`) Object.assign(root.dataset, { width: `${root.clientWidth}`, size: isFixed ? "0" : `${STEPS / 2}` });
  const size = Number(root.dataset.size);
  root.roomy = isFixed && size >= MUCH && fits(root, size - MUCH, narrow) ? (root.roomy ?? 0) + 1 : 0;
  const isRoomy = root.roomy >= LONG;
  const isLong = narrow && [...root.querySelectorAll(":is(.own .hand, .middle .zone) > .cards")].some((row) => row.children.length > MOST_IN_A_ROW);
  // What had no room once is not tried again before there is much.
  for (root.way = isRoomy ? 0 : root.way - (root.way % 2); root.way < WAYS.length; root.way += 1) {
    if (WAYS[root.way].rows && !isLong) continue;
    for (const [name, is] of Object.entries(WAYS[root.way])) root.classList.toggle(name, is);
    for (let step = isRoomy ? 0 : size; step <= STEPS; step += 1) if (fits(root, step, narrow)) return settle(root);
  }
  root.way -= 1;
  return settle(root);
}

// A zone keeps the room that it once needed, so that everything stays in its place while cards come and go; until the window
// has another size, or the table has no room for that.
function keepRooms(root) {
  const size = `${innerWidth} ${innerHeight}`;
  if (root.sized !== size) Object.assign(root, { sized: size, rooms: new Map(), way: 0 });
  for (const zone of root.querySelectorAll("[data-zone]")) {
    const many = zone.querySelectorAll(":scope > .cards > li").length;
    const most = Math.min(Math.max(many, root.rooms.get(zone.dataset.zone) ?? 0), MOST_ROOM);
    root.rooms.set(zone.dataset.zone, most);
    zone.classList.toggle("kept", most > 0);
    zone.style.setProperty("--most", `${most}`);
  }
  for (const head of root.querySelectorAll("[data-block] > .head")) head.style.setProperty("--high", `${root.rooms.get(head.parentElement.dataset.block) ?? 0}px`);
}

// What is told of a player keeps its lines, too; what a back says is as long as the card at most.
function settle(root) {
  for (const said of root.querySelectorAll(".back .said")) said.style.setProperty("scale", `1 ${Math.min(1, said.parentElement.clientHeight / said.offsetHeight)}`);
  for (const head of root.querySelectorAll("[data-block] > .head")) {
    const { block } = head.parentElement.dataset;
    root.rooms.set(block, Math.max(root.rooms.get(block) ?? 0, head.offsetHeight));
  }
}

// Whether the table has room with cards of this size, which they then have.
function fits(root, step, narrow) {
  root.dataset.size = `${step}`;
  for (const [name, range] of Object.entries(SIZES)) {
    const width = between(range, step / STEPS) * (narrow ? NARROW : 1);
    const most = narrow && { own: touchable, mid: together }[name]?.(root);
    root.style.setProperty(`--${name}`, `${Math.max(Math.min(width, most || width), SIZES.far[1])}px`);
    root.style.setProperty(`--${name}-spread`, `${between(SPREAD[name], step / STEPS)}`);
  }
  const least = SIZES.own[1] * (narrow ? NARROW : 1);
  root.style.setProperty("--aside", `max(${least}px, calc(var(--own) * ${ASIDE}))`);
  root.classList.toggle("tight", step > STEPS / 2);
  return isInSight(root, narrow);
}

// How wide the cards of one's hand may be so that enough is left of each to be touched where they lie upon each other, or
// that two rows have them all.
function touchable(root) {
  const hand = root.querySelector(".own .hand .cards");
  const isLong = hand?.children.length > MOST_IN_A_ROW;
  if (isLong && root.classList.contains("rows")) return hand.clientWidth / Math.ceil(hand.children.length / 2) - BETWEEN_CARDS;
  return hand ? hand.clientWidth - TOUCH * (hand.children.length - 1) : Infinity;
}

// How wide cards may be so that those of the players that stand together in the middle stand in one row.
function together(root) {
  const many = [...root.querySelectorAll(".together > .zones")].map((row) => row.children.length);
  return root.clientWidth / Math.max(1, ...many) - ASUNDER;
}

export function isNarrow() {
  return !matchMedia("(min-width: 900px) and (min-height: 560px)").matches;
}

// Whether the table has room; where a page scrolls, at least the middle and one's hand.
function isInSight(root, narrow) {
  if (!narrow) return root.scrollHeight <= root.clientHeight + 1;
  const hand = root.querySelector(".own .hand") ?? root.querySelector(".own") ?? root.querySelector(".centre");
  const end = hand.getBoundingClientRect().bottom + scrollY;
  return end <= innerHeight - (document.querySelector("footer")?.offsetHeight ?? 0);
}
