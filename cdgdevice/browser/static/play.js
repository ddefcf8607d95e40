// The game without a gadget: the program runs in a worker, and this passes it questions.

// `progress(loaded, total)` tells how many bytes of the program are here; `lost(sentence)` is called
// if the program ends, after which nothing is answered. Rejects with what the player is told.
export async function openPlay({ progress = () => {}, lost = () => {} } = {}) {
  const keeper = await startKeeper();
  const [play, goesOn] = await startWorker(progress, lost);
  performance.mark("cdgdevice ready", { detail: { goesOn } }); // for who measures
  keeper?.postMessage("keep all");
  return play;
}

const LONGEST_WAIT_MS = 2000;

// Gives the service worker through which this page loads; null where the browser has none.
async function startKeeper() {
  const keepers = navigator.serviceWorker;
  try {
    // Otherwise a host may hide for a while that there is a new version.
    const how = { updateViaCache: "none" };
    const registered = keepers.register(new URL("service_worker.js", import.meta.url), how);
    registered.catch(() => {}); // a later visit does not wait for it
    if (keepers.controller) return keepers.controller;
    await registered;
    const { active } = await keepers.ready;
    if (keepers.controller) return active;
    // After a reload that passes it over, it doesn't come.
    await new Promise((resolve) => {
      keepers.addEventListener("controllerchange", resolve, { once: true });
      setTimeout(resolve, LONGEST_WAIT_MS);
    });
    return active;
  } catch {
    return null;
  }
}

function startWorker(progress, lost) {
  const worker = new Worker(new URL("worker.js", import.meta.url), { type: "module" });
  const waiting = new Map();
  let asked = 0;
  let ended = null; // why nothing is answered any more

  function ask(question, ...given) {
    return new Promise((resolve) => {
      if (ended) return resolve({ error: ended });
      waiting.set(++asked, resolve);
      worker.postMessage({ id: asked, question, given });
    });
  }

  return new Promise((opened, refused) => {
    worker.onmessage = ({ data }) => {
      if (data.loaded !== undefined) progress(data.loaded, data.total);
      else if (data.ready) {
        // It holds this for as long as it lives: a browser that ends it says nothing else.
        navigator.locks.request("cdgdevice games", end).catch(() => {}); // as the page goes away
        opened([makePlay(ask), data.goesOn]);
      }
      else if (data.refused) refused(new Error(data.refused));
      else {
        waiting.get(data.id)?.(data.reply);
        waiting.delete(data.id);
      }
    };
    const end = () => {
      ended = "The program ended. Load the page again: nothing that was shown is lost.";
      for (const resolve of waiting.values()) resolve({ error: ended });
      waiting.clear();
      refused(new Error(ended));
      lost(ended);
    };
    worker.onerror = end;
  });
}

function makePlay(ask) {
  const carry = async (question, ...given) => {
    const { bytes, error } = await ask(question, ...given);
    if (error) throw new Error(error);
    return new Blob([bytes], { type: "application/octet-stream" });
  };
  return {
    ask: (question) => ask("ask", JSON.stringify(question)),
    exportGame: (number) => carry("export", number),
    exportAll: () => carry("export_all"),
    bring: async (file) => ask("bring", new Uint8Array(await file.arrayBuffer()), file.name),
  };
}
