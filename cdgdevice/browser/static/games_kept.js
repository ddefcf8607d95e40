// The games of this browser: files in its database, and in Python's memory while it runs.

const STORE = "files";

const done = (request) =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });

async function openDatabase() {
  const opening = indexedDB.open("cdgdevice", 1);
  opening.onupgradeneeded = () => opening.result.createObjectStore(STORE);
  return done(opening);
}

async function readAll(database) {
  const store = database.transaction(STORE).objectStore(STORE);
  const [names, contents] = await Promise.all([done(store.getAllKeys()), done(store.getAll())]);
  return new Map(names.map((name, place) => [name, contents[place]]));
}

// Resolves once the change is on the disk itself.
function write(database, changed) {
  return new Promise((resolve, reject) => {
    const change = database.transaction(STORE, "readwrite", { durability: "strict" });
    change.oncomplete = resolve;
    change.onerror = change.onabort = () => reject(change.error);
    const store = change.objectStore(STORE);
    for (const [name, content] of changed) {
      if (content === null) store.delete(name);
      else store.put(content, name);
    }
  });
}

// What a file is known by: each that is written again is another one, and a journal only grows.
const markOf = ({ ino, size, mtime }) => `${ino} ${size} ${+mtime}`;

const FULL =
  "This browser's storage is full: the game goes on, but is not saved. Save it as a file.";
const NOT_KEPT = "This browser does not save the game: it goes on, but save it as a file.";

// Gives `fill(FS, folder)`, which puts the games into Python's memory, and `keep(FS, folder)`, which
// keeps what has changed there; that resolves to why it could not, or to null. `makeRoom()` gives up
// what is in this browser and can be spared.
export async function openGames(makeRoom) {
  let database = await openDatabase().catch(() => null);
  const found = database ? await readAll(database) : new Map();
  const kept = new Map(); // the mark of each file as it is kept

  function fill(FS, folder) {
    FS.mkdirTree(folder);
    for (const [name, content] of found) {
      FS.writeFile(`${folder}/${name}`, content);
      kept.set(name, markOf(FS.stat(`${folder}/${name}`)));
    }
    found.clear();
  }

  // Gives the changes by name: the mark and the content of a file, or null for one that is gone.
  function findChanges(FS, folder) {
    const changed = new Map();
    const names = FS.readdir(folder).filter((name) => FS.isFile(FS.stat(`${folder}/${name}`).mode));
    for (const name of names) {
      const mark = markOf(FS.stat(`${folder}/${name}`));
      if (kept.get(name) !== mark) changed.set(name, [mark, FS.readFile(`${folder}/${name}`)]);
    }
    for (const name of kept.keys()) if (!names.includes(name)) changed.set(name, [null, null]);
    return changed;
  }

  async function writeChanges(FS, folder) {
    const changed = findChanges(FS, folder);
    if (changed.size === 0) return;
    await write(database, [...changed].map(([name, [, content]]) => [name, content]));
    for (const [name, [mark]] of changed) {
      if (mark === null) kept.delete(name);
      else kept.set(name, mark);
    }
  }

  // Some browsers drop the database of a page that is not in sight, or clear it: all is kept again.
  async function keepAgain(FS, folder) {
    database = await openDatabase();
    kept.clear();
    await writeChanges(FS, folder);
  }

  async function keep(FS, folder) {
    try {
      if (database) await writeChanges(FS, folder);
      else await keepAgain(FS, folder);
      return null;
    } catch (error) {
      const isFull = error?.name === "QuotaExceededError";
      const again = isFull ? makeRoom().then(() => writeChanges(FS, folder)) : keepAgain(FS, folder);
      return again.then(() => null, () => (isFull ? FULL : NOT_KEPT));
    }
  }

  return { fill, keep };
}
