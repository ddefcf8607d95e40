// Keeps the page and the program in this browser, so that both are there without a network.

importScripts("files.js");

const { version, files } = self.CDGDEVICE;
const CACHE = `cdgdevice ${version}`;

// The worker may have put the large files there already.
async function fetchMissing() {
  const kept = await caches.open(CACHE);
  for (const name of ["./", ...Object.keys(files)]) {
    if (!(await kept.match(name))) await kept.add(new Request(name, { cache: "no-cache" }));
  }
}

async function removeOlder() {
  const names = await caches.keys();
  const older = names.filter((name) => name.startsWith("cdgdevice ") && name !== CACHE);
  await Promise.all(older.map((name) => caches.delete(name)));
  await self.clients.claim();
}

async function find(request) {
  const kept = await caches.open(CACHE);
  return (await kept.match(request, { ignoreSearch: true })) ?? fetch(request);
}

addEventListener("install", (event) => event.waitUntil(fetchMissing()));
addEventListener("activate", (event) => event.waitUntil(removeOlder()));
addEventListener("fetch", (event) => {
  if (new URL(event.request.url).origin === location.origin) event.respondWith(find(event.request));
});
