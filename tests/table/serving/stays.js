// Shows the frames of a game, `all`, one after the other, with all that is held; notes what has another place than before.

(async () => {
  const { film } = window.table;
  const drawn = () => new Promise((done) => { requestAnimationFrame(done); setTimeout(done, 40); });
  const boxes = () => {
    const { scrollTop, offsetLeft } = film.scene.root;
    const isDrawn = (one) => one.checkVisibility({ visibilityProperty: true });
    const found = [...document.querySelectorAll("#table [data-zone], #moves")].filter(isDrawn);
    const placed = found.map((one) => [one.dataset.zone ?? one.id, one.getBoundingClientRect()]);
    return new Map(placed.map(([id, { left, top }]) => [id, [left - offsetLeft, top + scrollTop + scrollY]]));
  };
  const faults = [];
  let before = null;
  const look = async (at) => {
    await drawn();
    const now = boxes();
    const isNew = film.frames.steps[at].log.some(({ event }) => event === "scored");
    for (const [id, [x, y]] of isNew ? [] : now) {
      const [left, top] = before?.get(id) ?? [x, y];
      if (Math.max(Math.abs(x - left), Math.abs(y - top)) > NEAR) faults.push(`${at}: ${id} ${x - left} ${y - top}`);
    }
    if (document.documentElement.scrollWidth > innerWidth) faults.push(`${at}: wider than the window`);
    before = now;
  };
  for (let at = 0; at < all.length - 1; at += 1) {
    source.onmessage({ type: "frames", from: at, frames: [all[at]] });
    await look(at);
    while (film.scene.timer) { film.scene.release(); await look(at); }
  }
  window.faults = faults; })(); 1
