// Answers a navigation with the offline page when the network cannot. Nothing else is touched: no answer of the
// API is ever kept, and the console's own files are cached by the browser under their hashed names.
const CACHE = 'balcao-offline-2';
const FILES = ['/offline.html', '/theme.js', '/theme.css', '/offline.js', '/icon.svg'];

self.addEventListener('install', (event) => {
  event.waitUntil(caches.open(CACHE).then((cache) => cache.addAll(FILES)));
  self.skipWaiting();
});

self.addEventListener('activate', (event) => {
  const old = async () => {
    const names = await caches.keys();
    await Promise.all(names.filter((name) => name !== CACHE).map((name) => caches.delete(name)));
    await self.clients.claim();
  };
  event.waitUntil(old());
});

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== 'GET' || url.origin !== location.origin) return;
  if (request.mode === 'navigate')
    event.respondWith(fetch(request).catch(() => caches.match('/offline.html')));
  else if (FILES.includes(url.pathname)) event.respondWith(fetch(request).catch(() => caches.match(request)));
});
