// The worker in which the interpreter runs: it starts Python, then answers requests of the studio one after the other.
import { loadPyodide } from "./pyodide.mjs";
import { startInBrowser } from "./python.js";

/** A worker whose memory has become so large does not give it back: another one takes its place. */
const FULL = 3 << 28;

/** What nothing here needs once Python runs: whatever goes wrong in a game, it can neither send nor keep anything. */
const DROPPED = [
  ...["fetch", "XMLHttpRequest", "WebSocket", "WebTransport", "EventSource", "importScripts", "indexedDB", "caches"],
  ...["Worker", "SharedWorker", "BroadcastChannel", "RTCPeerConnection", "Notification", "navigator"],
];

/**
 * Starts Python and a session.
 * @param {Record<string, string>} files texts by their names
 * @returns {Promise<(asked: object) => object>} what answers requests
 */
async function start(files) {
  const python = await startInBrowser(loadPyodide);
  const answers = python.pyimport("in_browser").begin(JSON.stringify(files));
  for (const name of DROPPED) Object.defineProperty(self, name, { value: undefined });
  return (asked) => {
    const found = JSON.parse(answers(JSON.stringify(asked)));
    return python._module.HEAP8.length > FULL ? { ended: "too_large" } : found;
  };
}

let answer;

self.onmessage = async ({ data }) => {
  try {
    if (data.files) {
      answer = await start(data.files);
      self.postMessage({ started: true });
    } else self.postMessage(answer(data));
  } catch (error) {
    self.postMessage({ ended: data.files ? "no_start" : "too_large", why: String(error) });
  }
};
