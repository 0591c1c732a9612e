// What a page is told by the server of its table; after a break it begins anew by itself.

const SOONEST = 500;
const LATEST = 8000;
const CLOSED_FOR_GOOD = 1008;

export class SocketSource {
  wait = SOONEST;

  open() {
    const scheme = location.protocol === "https:" ? "wss:" : "ws:";
    this.socket = new WebSocket(`${scheme}//${location.host}${location.pathname}/play`);
    this.socket.onopen = () => {
      this.wait = SOONEST;
      this.onmessage({ type: "open" });
    };
    this.socket.onmessage = (event) => this.onmessage(JSON.parse(event.data));
    this.socket.onclose = (event) => this.closed(event.code === CLOSED_FOR_GOOD);
  }

  get isOpen() {
    return this.socket?.readyState === WebSocket.OPEN;
  }

  send(message) {
    if (this.isOpen) this.socket.send(JSON.stringify(message));
  }

  close() {
    this.socket.onclose = null;
    this.socket.close();
  }

  async rules() {
    const answer = await fetch(`${location.pathname}/rules`);
    return answer.ok ? answer.text() : "";
  }

  // A server that has forgotten the table answers the page with the reason, so the page is asked for again.
  async closed(forGood) {
    this.onmessage({ type: "lost", for_good: forGood });
    if (forGood) return;
    await new Promise((done) => setTimeout(done, this.wait));
    this.wait = Math.min(this.wait * 2, LATEST);
    const answer = await fetch(location.href, { cache: "no-store" }).catch(() => null);
    if (answer && !answer.ok) location.reload();
    else this.open();
  }
}
