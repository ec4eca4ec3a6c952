// Keeps the page for visits without a network: what was fetched once is there again. `FILES` and `VERSION` are written when the
// page is put together.

const VERSION = '@VERSION@';
const FILES = ['@FILES@'];

/** @type {any} */
const worker = self;

worker.addEventListener('install', (/** @type {any} */ event) => {
  const fetched = caches.open(VERSION).then((cache) => cache.addAll(FILES.map((file) => new Request(file, { cache: 'no-cache' }))));
  event.waitUntil(fetched.then(() => worker.skipWaiting()));
});

worker.addEventListener('activate', (/** @type {any} */ event) => {
  const old = caches.keys().then((names) => Promise.all(names.filter((name) => name.startsWith('noyau-') && name !== VERSION).map((name) => caches.delete(name))));
  event.waitUntil(old.then(() => worker.clients.claim()));
});

// The network first, so that a new version shows at once; the kept copy when there is none.
worker.addEventListener('fetch', (/** @type {any} */ event) => {
  const { request } = event;
  if (request.method !== 'GET' || request.headers.has('range') || new URL(request.url).origin !== location.origin) return;
  event.respondWith(fetch(request).catch(async () => {
    const cache = await caches.open(VERSION);
    const found = await cache.match(request, { ignoreSearch: true });
    return found ?? (request.mode === 'navigate' ? cache.match('./', { ignoreSearch: true }) : undefined) ?? Response.error();
  }));
});
