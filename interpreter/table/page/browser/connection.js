// The connection of a page to its table: after a break only what is missing is asked for.

const SOONEST = 500;
const LATEST = 8000;
const CLOSED_FOR_GOOD = 1008;

export class Connection {
  // `hear` gets each message, `lost` is told whether the connection is closed for good, `have` counts the frames.
  constructor(table, { have, hear, lost }) {
    Object.assign(this, { table, have, hear, lost });
    this.wait = SOONEST;
    this.open();
  }

  open() {
    const scheme = location.protocol === "https:" ? "wss:" : "ws:";
    this.socket = new WebSocket(`${scheme}//${location.host}${location.pathname}/play`);
    this.socket.onopen = () => {
      this.wait = SOONEST;
      this.send({ type: "hello", table: this.table, have: this.have() });
    };
    this.socket.onmessage = (event) => this.hear(JSON.parse(event.data));
    this.socket.onclose = (event) => this.closed(event.code === CLOSED_FOR_GOOD);
  }

  get isOpen() {
    return this.socket.readyState === WebSocket.OPEN;
  }

  send(message) {
    if (this.isOpen) this.socket.send(JSON.stringify(message));
  }

  // A server that has forgotten the table answers the page with the reason, so the page is asked for again.
  async closed(forGood) {
    this.lost(forGood);
    if (forGood) return;
    await new Promise((done) => setTimeout(done, this.wait));
    this.wait = Math.min(this.wait * 2, LATEST);
    const answer = await fetch(location.href, { cache: "no-store" }).catch(() => null);
    if (answer && !answer.ok) location.reload();
    else this.open();
  }
}
