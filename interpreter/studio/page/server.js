// A source that asks the web server of the page.

/**
 * `request` answers; many games (`simulate`) are played aside, so that what is asked meanwhile does not wait. `stop` ends
 * what goes on aside; what was asked of it has an `error` without a text then.
 * @typedef {{ request(asked: object): Promise<any>, stop(): void, restarted?(): void }} Source
 */

/** @implements {Source} */
export class ServerSource {
  /** @param {object} asked */
  async request(asked) {
    const given = { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(asked) };
    const answer = await fetch("request", given).catch(() => null);
    if (!answer?.ok) return { error: "", lost: true };
    return answer.json();
  }

  stop() {
    this.request({ do: "stop" });
  }
}
