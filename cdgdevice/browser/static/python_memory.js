// Python's memory as it is once Python has begun, and the program compiled, kept in this browser:
// most of a start is that.
//
// It lies beside this version's files and goes with them. Nothing else is lost with it. The state of
// `random` is in it too: dice must come from the system.

import "./files.js";

const CACHE = `cdgdevice ${self.CDGDEVICE.version}`;
const NAME = new URL("python.memory", import.meta.url).href;
const DIGEST = "X-Digest";
const LENGTH = "X-Memory"; // how much of it is the memory; the rest is the compiled program

async function digest(content) {
  const found = new Uint8Array(await crypto.subtle.digest("SHA-256", content));
  return btoa(String.fromCharCode(...found));
}

// Resolves to `[memory, compiled]`, or to null where none is kept or what is kept was damaged.
export async function recallMemory() {
  const kept = await caches.match(NAME, { cacheName: CACHE }).catch(() => null);
  if (!kept) return null;
  const content = await kept.arrayBuffer();
  if ((await digest(content)) !== kept.headers.get(DIGEST)) return null;
  const length = Number(kept.headers.get(LENGTH));
  return [new Uint8Array(content, 0, length), new Uint8Array(content, length)];
}

// Whether this browser keeps the page's files, and so could keep it.
export const canKeepMemory = () => caches.has(CACHE).catch(() => false);

// Nobody waits for this: where there is no room, the next start takes as long as this one.
export async function keepMemory(memory, compiled) {
  const kept = await caches.open(CACHE);
  const content = await new Blob([memory, compiled]).arrayBuffer();
  const headers = { [DIGEST]: await digest(content), [LENGTH]: memory.length };
  await kept.put(NAME, new Response(content, { headers }));
  // A newer version may have deleted the cache meanwhile.
  if ((await kept.keys()).length === 1) await caches.delete(CACHE);
}

export async function forgetMemory() {
  if (await canKeepMemory()) await (await caches.open(CACHE)).delete(NAME);
}
