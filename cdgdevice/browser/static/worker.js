// The worker: Python, the program's wheel, and the games, which are in the browser's own database.

import "./files.js";
import { openGames } from "./games_kept.js";
import { loadPyodide } from "./pyodide/pyodide.mjs";
import { canKeepMemory, forgetMemory, keepMemory, recallMemory } from "./python_memory.js";

const { version, files, program } = self.CDGDEVICE;
const FOLDER = "/games";
const total = program.reduce((sum, name) => sum + files[name].size, 0);
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

// Pyodide fetches its files itself: on their way here, this tells how much has come. Rejects where
// one doesn't come, for which Pyodide would wait for ever.
function watchProgram() {
  const plain = self.fetch;
  let loaded = 0;
  const count = (part, stream) => {
    postMessage({ loaded: (loaded += part.length), total });
    stream.enqueue(part);
  };
  return new Promise((_, reject) => {
    self.fetch = async (address, how) => {
      const name = program.find((each) => locate(each) === String(address));
      try {
        const answer = await plain(address, how);
        if (!name) return answer;
        if (!answer.ok) throw new Error(`This page is incomplete: ${name} is missing (${answer.status}).`);
        const body = answer.body.pipeThrough(new TransformStream({ transform: count }));
        return new Response(body, { headers: { "Content-Type": answer.headers.get("Content-Type") } });
      } catch (error) {
        reject(error);
        throw error;
      }
    };
  });
}

// Gives Python with the program's files, and its memory if that is new and can be kept.
async function startPython(memory) {
  // Where all is in this browser nothing needs watching, and what it compiled is there too.
  const whole = { cacheName: `cdgdevice ${version}` };
  const kept = await caches.match(locate("files.js"), whole).catch(() => null);
  const failures = kept ? [] : [watchProgram()];
  if (kept) postMessage({ loaded: total, total });
  const wheels = program.filter((each) => each.endsWith(".whl")).map(fetchBytes);
  const started = Promise.all([loadPython(memory), ...wheels]);
  const [[python, unkept], ...contents] = await Promise.race([started, ...failures]);
  for (const content of contents) python.unpackArchive(content, "wheel");
  return [python, unkept];
}

// The two options are Pyodide's own, for this; another version may name them otherwise.
async function loadPython(memory) {
  const indexURL = locate("pyodide/");
  if (memory) return [await loadPyodide({ indexURL, _loadSnapshot: memory }), null];
  const keeps = await canKeepMemory();
  const python = await loadPyodide({ indexURL, _makeSnapshot: keeps });
  return [python, keeps ? python.makeMemorySnapshot() : null];
}

const fetchBytes = async (name) => (await fetch(locate(name))).arrayBuffer();

// Gives the program, and if `keeps` what a later start need not compile; `compiled` is that of an
// earlier one.
function openProgram(python, compiled, keeps) {
  const open = python.runPython(`
import marshal
from importlib.machinery import SourceFileLoader
from pathlib import Path

def open_program(compiled, keeps):
    codes = marshal.loads(compiled.to_bytes()) if compiled else {}
    compile_module = SourceFileLoader.get_code

    def get_code(loader, name):
        if name not in codes:
            codes[name] = compile_module(loader, name)
        return codes[name]

    SourceFileLoader.get_code = get_code
    from cdgdevice.browser.browser_play import BrowserPlay
    from cdgdevice.games.disk import FolderDisk
    SourceFileLoader.get_code = compile_module
    return BrowserPlay(FolderDisk(Path("${FOLDER}"))), marshal.dumps(codes) if keeps else None

open_program
`);
  const opened = open(compiled, keeps);
  const [program, codes] = opened;
  const bytes = codes?.toJs();
  for (const done of [open, opened, codes]) done?.destroy();
  return [program, bytes];
}

// A mistake of the program is none of its answers: it ends the worker.
function answer(python, program, question, given) {
  const handed = given.map((each) => python.toPy(each));
  const reply = program[question](...handed);
  const bytes = reply.toJs?.();
  for (const done of [...handed, reply]) done.destroy?.();
  return bytes ? { bytes } : JSON.parse(reply);
}

async function begin(memory, compiled) {
  const [games, [python, unkept]] = await Promise.all([openGames(forgetMemory), startPython(memory)]);
  games.fill(python.FS, FOLDER);
  const [program, codes] = openProgram(python, compiled, Boolean(unkept));
  return { games, python, program, unkept: unkept && [unkept, codes], goesOn: memory !== undefined };
}

// From the memory that was kept; where Python can't go on from that, without.
async function beginAnyhow() {
  const kept = await recallMemory();
  try {
    return await begin(...(kept ?? []));
  } catch (error) {
    if (kept === null) throw error;
    await forgetMemory();
    return begin();
  }
}

async function serve() {
  if (!self.isSecureContext) throw new Error(NOT_SECURE);
  if (!(await claimGames())) throw new Error(ANOTHER_TAB);
  const { games, python, unkept, program, goesOn } = await beginAnyhow();
  let last = Promise.resolve();
  self.onmessage = ({ data: { id, question, given } }) => {
    last = last.then(async () => {
      const reply = answer(python, program, question, given);
      // Kept before it is shown: a tab may be closed at any moment.
      const unsaved = await games.keep(python.FS, FOLDER);
      postMessage({ id, reply: unsaved ? { ...reply, unsaved } : reply });
    });
    // Python has broken down: the page is told as of any end of the worker.
    last.catch((error) => forgetMemory().finally(() => self.reportError(error)));
  };
  postMessage({ ready: true, goesOn });
  if (unkept) keepMemory(...unkept).catch(() => {});
}

serve().catch((error) => {
  const offline = error instanceof TypeError && !navigator.onLine;
  const sentence = offline
    ? "The program is not here yet, and there is no network. Load the page again when there is one."
    : error.message;
  postMessage({ refused: sentence });
});
