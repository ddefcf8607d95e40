// The worker: Python, the program's wheel, and the games, which are in the browser's own database.

import "./files.js";
import { openGames } from "./games_kept.js";
import { loadPyodide } from "./pyodide/pyodide.mjs";

const { version, files, program } = self.CDGDEVICE;
const FOLDER = "/games";
const ANOTHER_TAB =
  "The games are open in another tab or window. Play on there, or close it and load this page again.";

// Held for as long as the worker lives: two programs must not write one game.
function claimGames() {
  return new Promise((resolve) => {
    navigator.locks.request("cdgdevice games", { ifAvailable: true }, (lock) => {
      resolve(lock !== null);
      return lock && new Promise(() => {});
    });
  });
}

// Gives the program's files from this browser's cache; what is not there yet comes from the site,
// and how much has come is told.
async function fetchProgram() {
  const kept = await caches.open(`cdgdevice ${version}`);
  const total = program.reduce((sum, name) => sum + files[name], 0);
  let loaded = 0;
  const tell = (bytes) => postMessage({ loaded: (loaded += bytes), total });
  const fetched = new Map();
  await Promise.all(
    program.map(async (name) => {
      const url = new URL(name, import.meta.url).href;
      let answer = await kept.match(url);
      if (answer) tell(files[name]);
      else {
        answer = await fetchWhole(url, tell);
        await kept.put(url, answer.clone());
      }
      fetched.set(url, answer);
    }),
  );
  return fetched;
}

async function fetchWhole(url, tell) {
  const answer = await fetch(url);
  if (!answer.ok) throw new Error(`${url}: ${answer.status}`);
  const parts = [];
  const reader = answer.body.getReader();
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    parts.push(part.value);
    tell(part.value.length);
  }
  return new Response(new Blob(parts), { headers: answer.headers });
}

async function startPython(fetched) {
  // Pyodide asks for its own files by `fetch`: they are here already.
  const fetchElsewhere = self.fetch.bind(self);
  self.fetch = async (what, how) =>
    fetched.get(String(what.url ?? what))?.clone() ?? fetchElsewhere(what, how);
  const python = await loadPyodide({ indexURL: new URL("pyodide/", import.meta.url).href });
  for (const name of program.filter((each) => each.endsWith(".whl"))) {
    const wheel = fetched.get(new URL(name, import.meta.url).href);
    python.unpackArchive(await wheel.arrayBuffer(), "wheel");
  }
  self.fetch = fetchElsewhere;
  return python;
}

function openProgram(python) {
  return python.runPython(`
from pathlib import Path
from cdgdevice.browser.play import BrowserPlay
from cdgdevice.games.disk import FolderDisk
BrowserPlay(FolderDisk(Path("${FOLDER}")))
`);
}

function answer(program, question, given) {
  try {
    const reply = program[question](...given);
    return typeof reply === "string" ? JSON.parse(reply) : { bytes: reply.toJs() };
  } catch (error) {
    // A refusal's last line has the sentence; anything else is a mistake of the program.
    return { error: String(error.message).trim().split("\n").at(-1).replace(/^[\w.]*Error: /, "") };
  }
}

async function serve() {
  if (!(await claimGames())) throw new Error(ANOTHER_TAB);
  const [games, fetched] = await Promise.all([openGames(), fetchProgram()]);
  const python = await startPython(fetched);
  games.fill(python.FS, FOLDER);
  const program = openProgram(python);
  let last = Promise.resolve();
  self.onmessage = ({ data: { id, question, given } }) => {
    last = last.then(async () => {
      const reply = answer(program, question, given);
      // Kept before it is shown: a tab may be closed at any moment.
      const unsaved = await games.keep(python.FS, FOLDER);
      postMessage({ id, reply: unsaved ? { ...reply, unsaved } : reply });
    });
  };
  postMessage({ ready: true });
}

serve().catch((error) => {
  const offline = error instanceof TypeError && !navigator.onLine;
  const sentence = offline
    ? "The program is not here yet, and there is no network. Load the page again when there is one."
    : error.message;
  postMessage({ refused: sentence });
});
