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

const isSame = (one, other) =>
  one?.length === other.length && one.every((byte, place) => byte === other[place]);

// Gives `fill(FS, folder)`, which puts the games into Python's memory, and `keep(FS, folder)`, which
// keeps what has changed there; that resolves to why it could not, or to null.
export async function openGames() {
  const database = await openDatabase();
  const kept = await readAll(database);

  function fill(FS, folder) {
    FS.mkdirTree(folder);
    for (const [name, content] of kept) FS.writeFile(`${folder}/${name}`, content);
  }

  function* findChanges(FS, folder) {
    const names = FS.readdir(folder).filter((name) => FS.isFile(FS.stat(`${folder}/${name}`).mode));
    for (const name of names) {
      const content = FS.readFile(`${folder}/${name}`);
      if (!isSame(kept.get(name), content)) yield [name, content];
    }
    for (const name of kept.keys()) if (!names.includes(name)) yield [name, null];
  }

  async function keep(FS, folder) {
    const changed = [...findChanges(FS, folder)];
    if (changed.length === 0) return null;
    try {
      await write(database, changed);
    } catch (error) {
      const full = error?.name === "QuotaExceededError";
      return full
        ? "This browser's storage is full: the game goes on, but is not saved. Save it as a file."
        : "This browser does not save the game: it goes on, but save it as a file.";
    }
    for (const [name, content] of changed) {
      if (content === null) kept.delete(name);
      else kept.set(name, content);
    }
    return null;
  }

  return { fill, keep };
}
