// A source that asks the web server of the page.

/** @typedef {{ request(asked: object): Promise<any> }} Source */

/** @implements {Source} */
export class ServerSource {
  /** @param {object} asked */
  async request(asked) {
    const given = { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(asked) };
    const answer = await fetch("request", given).catch(() => null);
    if (!answer?.ok) return { error: "", lost: true };
    return answer.json();
  }
}
