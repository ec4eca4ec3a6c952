// Keeps the page for visits without a network: what was fetched once is there again. `FILES` and `VERSION` are written when the
// page is put together.

const VERSION = '@VERSION@';
const FILES = ['@FILES@'];

/** @type {any} */
const worker = self;

/** One file after the other: the visitor's moves come first. */
async function keep() {
  const cache = await caches.open(VERSION);
  for (const file of FILES) await cache.add(new Request(file, { cache: 'no-cache' }));
  await worker.skipWaiting();
}

worker.addEventListener('install', (/** @type {any} */ event) => event.waitUntil(keep()));

worker.addEventListener('activate', (/** @type {any} */ event) => {
  const old = caches.keys().then((names) => Promise.all(names.filter((name) => name.startsWith('noyau-') && name !== VERSION).map((name) => caches.delete(name))));
  event.waitUntil(old.then(() => worker.clients.claim()));
});

/** An answer that keeps other sites apart from the page: then threads may share memory. @param {Response} answer */
function isolated(answer) {
  if (answer.status === 0) return answer;
  const headers = new Headers(answer.headers);
  headers.set('cross-origin-opener-policy', 'same-origin');
  headers.set('cross-origin-embedder-policy', 'require-corp');
  return new Response(answer.body, { status: answer.status, statusText: answer.statusText, headers });
}

// The network first, so that a new version shows at once; the kept copy when there is none.
worker.addEventListener('fetch', (/** @type {any} */ event) => {
  const { request } = event;
  if (request.method !== 'GET' || request.headers.has('range') || new URL(request.url).origin !== location.origin) return;
  const kept = async () => {
    const cache = await caches.open(VERSION);
    const names = request.mode === 'navigate' ? [request, './'] : [request];
    const found = await Promise.all(names.map((name) => cache.match(name, { ignoreSearch: true })));
    return found.find((one) => one) ?? Response.error();
  };
  event.respondWith(fetch(request).catch(kept).then(isolated));
});
