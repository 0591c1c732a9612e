// Keeps all files of the playground, so that it works without a network. The build puts `EDITION` and `FILES` in front.
/* global EDITION, FILES */

const OURS = `cardwright ${self.registration.scope} `;
const CACHE = OURS + EDITION;

self.addEventListener("install", (event) => {
  // Whatever the browser still has is asked for once more, so that no two editions are mixed.
  const keep = async () => {
    const cache = await caches.open(CACHE);
    await Promise.all(FILES.map(async (name) => cache.put(name, await fetch(name, { cache: "no-cache" }))));
  };
  event.waitUntil(keep());
});

self.addEventListener("activate", (event) => {
  const forget = async () => {
    const old = (await caches.keys()).filter((name) => name.startsWith(OURS) && name !== CACHE);
    await Promise.all(old.map((name) => caches.delete(name)));
    await self.clients.claim();
  };
  event.waitUntil(forget());
});

self.addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.method !== "GET" || !request.url.startsWith(self.registration.scope)) return;
  const found = async () => (await (await caches.open(CACHE)).match(request, { ignoreSearch: true })) ?? fetch(request);
  event.respondWith(found());
});
