// Keeps the page and the program in this browser, so that both are there without a network.

importScripts("files.js");

const { version, files } = self.CDGDEVICE;
const NAME = "cdgdevice ";
const CACHE = NAME + version;

async function listOlder() {
  const names = await caches.keys();
  return names.filter((name) => name.startsWith(NAME) && name !== CACHE);
}

async function keepAll() {
  const kept = await caches.open(CACHE);
  for (const name of ["./", ...Object.keys(files)]) {
    if (!(await kept.match(name))) await kept.add(new Request(name, { cache: "no-cache" }));
  }
}

// A new version takes the place of an older one only when all of it is here and no page shows the
// older one. The first is at work at once: the page loads through it, and so everything once.
async function install() {
  if ((await listOlder()).length > 0) await keepAll();
  else await self.skipWaiting();
}

async function activate() {
  for (const name of await listOlder()) await caches.delete(name);
  await self.clients.claim();
}

async function find(event) {
  const kept = await caches.open(CACHE).catch(() => null);
  const found = await kept?.match(event.request, { ignoreSearch: true });
  if (found) return found;
  const answer = await fetch(event.request);
  // The page need not wait for this, nor fail where there is no room.
  if (answer.ok) event.waitUntil(kept?.put(event.request, answer.clone()).catch(() => {}));
  return answer;
}

addEventListener("install", (event) => event.waitUntil(install()));
addEventListener("activate", (event) => event.waitUntil(activate()));
addEventListener("message", (event) => event.waitUntil(keepAll()));
addEventListener("fetch", (event) => {
  const { method, url } = event.request;
  if (method === "GET" && new URL(url).origin === location.origin)
    event.respondWith(find(event));
});
