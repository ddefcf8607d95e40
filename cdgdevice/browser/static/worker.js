// The worker: Python, the program's wheel, and the games, which are in the browser's own database.

import "./files.js";
import { openGames } from "./games_kept.js";
import { loadPyodide } from "./pyodide/pyodide.mjs";

const { files, program } = self.CDGDEVICE;
const FOLDER = "/games";
const locate = (name) => new URL(name, import.meta.url).href;
const ANOTHER_TAB =
  "The games are open in another tab or window. Play on there, or close it and load this page again.";

const NOT_SECURE = "This page works only at an address that begins with https, or on localhost.";

// Held for as long as the worker lives: two programs must not write one game.
function claimGames() {
  return new Promise((resolve) => {
    navigator.locks.request("cdgdevice games", { ifAvailable: true }, (lock) => {
      resolve(lock !== null);
      return lock && new Promise(() => {});
    });
  });
}

// Fetches what is not in this browser yet, and tells how much has come; the service worker keeps it,
// so that Pyodide finds its files there.
async function fetchProgram() {
  const total = program.reduce((sum, name) => sum + files[name], 0);
  let loaded = 0;
  const tell = (bytes) => postMessage({ loaded: (loaded += bytes), total });
  await Promise.all(program.map((name) => fetchFile(name, tell)));
}

async function fetchFile(name, tell) {
  const url = locate(name);
  if (await caches.match(url).catch(() => false)) return tell(files[name]);
  const answer = await fetch(url);
  if (!answer.ok) throw new Error(`This page is incomplete: ${name} is missing (${answer.status}).`);
  const reader = answer.body.getReader();
  for (let part = await reader.read(); !part.done; part = await reader.read()) tell(part.value.length);
}

async function startPython() {
  const python = await loadPyodide({ indexURL: locate("pyodide/") });
  for (const name of program.filter((each) => each.endsWith(".whl"))) {
    const wheel = await fetch(locate(name));
    python.unpackArchive(await wheel.arrayBuffer(), "wheel");
  }
  return python;
}

function openProgram(python) {
  return python.runPython(`
from pathlib import Path
from cdgdevice.browser.browser_play import BrowserPlay
from cdgdevice.games.disk import FolderDisk
BrowserPlay(FolderDisk(Path("${FOLDER}")))
`);
}

function answer(python, program, question, given) {
  try {
    const reply = program[question](...given.map((each) => python.toPy(each)));
    return typeof reply === "string" ? JSON.parse(reply) : { bytes: reply.toJs() };
  } catch (error) {
    // A refusal's last line has the sentence; anything else is a mistake of the program.
    return { error: String(error.message).trim().split("\n").at(-1).replace(/^[\w.]*Error: /, "") };
  }
}

async function serve() {
  if (!self.isSecureContext) throw new Error(NOT_SECURE);
  if (!(await claimGames())) throw new Error(ANOTHER_TAB);
  const [games] = await Promise.all([openGames(), fetchProgram()]);
  const python = await startPython();
  games.fill(python.FS, FOLDER);
  const program = openProgram(python);
  let last = Promise.resolve();
  self.onmessage = ({ data: { id, question, given } }) => {
    last = last.then(async () => {
      const reply = answer(python, program, question, given);
      // Kept before it is shown: a tab may be closed at any moment.
      const unsaved = await games.keep(python.FS, FOLDER);
      postMessage({ id, reply: unsaved ? { ...reply, unsaved } : reply });
    });
    // Python has broken down: the page is told as of any end of the worker.
    last.catch(self.reportError);
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
