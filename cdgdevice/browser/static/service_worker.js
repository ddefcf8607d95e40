// Keeps the page and the program in this browser, so that both are there without a network.

importScripts("files.js");

const { version, files } = self.CDGDEVICE;
const NAME = "cdgdevice ";
const CACHE = NAME + version;
const LIST = "files.js"; // is put last: a cache without it is half filled, and never served
const PAGE = "index.html";
let whole = false;

async function listOlder() {
  const names = await caches.keys();
  return names.filter((name) => name.startsWith(NAME) && name !== CACHE);
}

async function isWhole() {
  whole ||= Boolean(await caches.match(LIST, { cacheName: CACHE }));
  return whole;
}

// Every file has the hash that this version lists, so no file of another one gets in.
async function keepAll() {
  if (await isWhole()) return;
  const kept = await caches.open(CACHE);
  for (const [name, { hash }] of Object.entries(files)) {
    if (await kept.match(name)) continue;
    const asked = new Request(name === PAGE ? "./" : name, { cache: "no-cache", integrity: hash });
    const answer = await fetch(asked);
    if (!answer.ok) throw new Error(`${name}: ${answer.status}`);
    await kept.put(name, answer);
  }
  const list = `self.CDGDEVICE = ${JSON.stringify(self.CDGDEVICE)};\n`;
  await kept.put(LIST, new Response(list, { headers: { "Content-Type": "text/javascript" } }));
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
  const name = event.request.url.slice(self.registration.scope.length).replace(/[?#].*/, "") || PAGE;
  if (await isWhole().catch(() => false)) {
    const found = await caches.match(name, { cacheName: CACHE });
    if (found) return found;
  }
  const answer = await fetch(event.request);
  // The page need not wait for this, nor fail where there is no room.
  if (answer.ok && files[name] && !whole) event.waitUntil(keep(name, answer.clone()).catch(() => {}));
  return answer;
}

// Keeps what the page loads, so that it is not loaded twice.
async function keep(name, answer) {
  const kept = await caches.open(CACHE);
  if (answer.redirected || (await kept.match(name))) return;
  const copy = answer.clone();
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", await answer.arrayBuffer()));
  if (files[name].hash === `sha256-${btoa(String.fromCharCode(...digest))}`) await kept.put(name, copy);
}

addEventListener("install", (event) => event.waitUntil(install()));
addEventListener("activate", (event) => event.waitUntil(activate()));
addEventListener("message", (event) => event.waitUntil(keepAll()));
addEventListener("fetch", (event) => {
  const { method, url } = event.request;
  if (method === "GET" && url.startsWith(self.registration.scope)) event.respondWith(find(event));
});
