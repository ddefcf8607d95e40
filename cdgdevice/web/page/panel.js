// The page: joins the gadget's states to the board and the controls, and hands to the gadget.

import { keepAwake } from "./awake.js";
import { makeBoard } from "./board.js";
import { chosenLanguage, makeLanguageChoice } from "./board_language.js";
import { recall, remember } from "./board_make.js";
import { makeScreens } from "./board_screens.js";
import { WORDS } from "./board_words.js";
import { makeDie } from "./die.js";
import { makePairing } from "./pairing.js";
import { feelKnob, feelPointer, makeTouches } from "./touches.js";
import { makeGames } from "./games.js";
import { feelKeys } from "./keys.js";
import { forget, openLink } from "./link.js";
import { makeSound } from "./roll_sound.js";
import { makeVoice } from "./voice.js";

const NOTICE_MS = 8000;
const WHEEL_STEP = 50;
const { screenAt } = WORDS.en; // the controls around the board are in English

const find = (id) => document.getElementById(id);
const all = (selector) => document.querySelectorAll(selector);

const tap = (screen, x, y) => send({ do: "tap", at: [screen, x, y] });
const screenViews = makeScreens(find("screens"), screenAt, tap);
const showDie = makeDie(find("die"));
const tell = makeVoice(find("said"));
const ring = makeSound(find("sound-on"));
const beAwake = keepAwake(find("awake-on"), all("[data-awake]"));
const showGames = makeGames(find("games"), (question) => ask(question), (file) => bring(file));
let fitted = new Set();
const holdMs = { short: 1000, long: 2400 };
let noticed = null;
let linked = false; // whether the gadget tells its states
let shown = {}; // the id of the board that is shown, and the file of its game
let stood = null; // what the latest state said of them
let asked = Promise.resolve(); // the latest question of the board
let written = "en"; // what the board was last written in

const gadget = { element: find("beside"), open: openGadget, wantsKeys: () => find("keys-on").checked };
const board = makeBoard(find("board"), askBoard, { gadget, leave: openGames, chooseLanguage });
find("board").classList.add("gameless");
find("help").onclick = board.help;

const { send, ask, bring } = openLink({
  hello({ controls, paired }) {
    find("paired").hidden = !paired;
    // Whether there is a reader, and a die to throw here, is known from the states.
    fitted = new Set([...controls, ...["reader", "die"].filter((part) => fitted.has(part))]);
    fit();
  },

  state({ screens, lit, reader, die, plain_die: plain, games, throws, language, menu, holds, ...stands }) {
    if (isFirst) openFirst(stands.board === null);
    linked = true;
    say(find("link"), "");
    [holdMs.short, holdMs.long] = holds;
    screenViews.show(screens, language);
    light(screens, lit);
    // A real reader has a die of its own, which no page can throw.
    if (die !== null) showDie(die);
    document.body.dataset.die = plain ? "plain" : "stickers";
    for (const button of all(".faces button")) {
      const { face, result } = button.dataset;
      button.setAttribute("aria-label", `Roll a ${face}${plain ? "" : `: ${result}`}`);
    }
    stood = stands;
    asked.then(follow);
    board.tellMenu(menu);
    showGames({ games });
    ring(throws);
    beAwake(stands.board !== null && screens.some((screen) => screen.on));
    const has = reader !== "";
    set("reader", has);
    set("die", has && die !== null);
    find("reader").textContent = reader;
    const heard = find("gadget").open; // else the board says it all
    for (const { name, label, on, words } of screens) {
      tell(label || screenAt[name], on ? words : [], language, heard);
    }
    tell("Die reader", has ? [reader] : [], document.documentElement.lang);
  },

  lost() {
    if (linked) touches.liftAll();
    linked = false;
    document.body.dataset.link = "lost";
    screenViews.blank();
    light([], []);
    ring(null);
    beAwake(false);
    find("reader").textContent = "Not connected.";
    board.rest(true);
    say(find("link"), "The gadget doesn't answer. This page comes back by itself once it does again.");
  },

  refused: notice,
  unpaired: makePairing(find("door")),
});

const touches = makeTouches(send);

function set(part, has) {
  if (has === fitted.has(part)) return;
  if (has) fitted.add(part);
  else fitted.delete(part);
  fit();
}

// Shows what the build has, and nothing else.
function fit() {
  for (const part of all("[data-fitted]")) part.hidden = !fitted.has(part.dataset.fitted);
  for (const part of all("[data-hold]")) {
    part.hidden = !hasHold(part.dataset.hold);
  }
  for (const part of all("[data-knob]")) {
    part.hidden = (part.dataset.knob === "yes") !== fitted.has("knob");
  }
  find("tray").hidden = !fitted.has("reader");
}

// The control that has a meaning when held.
function holder() {
  if (fitted.has("knob")) return "knob";
  const buttons = ["left", "right"].filter((control) => fitted.has(control));
  return buttons.length === 1 ? buttons[0] : undefined;
}

// Without a knob, the only button has a long hold too.
function hasHold(length) {
  return holder() !== undefined && !(length === "long" && fitted.has("knob"));
}

function light(screens, lit) {
  for (const button of all("button.round")) {
    const place = button.dataset.control;
    const isLit = lit.includes(place);
    const side = screens.find((screen) => screen.name === place)?.label;
    const name = `${place === "left" ? "Left" : "Right"} button`;
    button.classList.toggle("lit", isLit);
    // Whose button it is, as the screens say it; the words on it come first in its name.
    button.querySelector(".name").textContent = side || name;
    button.setAttribute("aria-label", [side, name, isLit && "lit"].filter(Boolean).join(", "));
  }
}

function say(toast, sentence) {
  toast.textContent = sentence;
  toast.classList.toggle("shown", sentence !== "");
}

function notice(sentence) {
  say(find("notice"), sentence);
  clearTimeout(noticed);
  noticed = setTimeout(() => say(find("notice"), ""), NOTICE_MS);
}

// What the board asks; a state that comes meanwhile is looked at afterwards. Who has chosen no language
// in this browser is answered in the gadget's.
function askBoard(question) {
  const reply = ask({ ...question, language: chosenLanguage() ?? undefined });
  asked = reply;
  return reply.then((found) => {
    if (found.board) [shown.board, written] = [found.id, found.language];
    return found;
  });
}

function chooseLanguage() {
  const choice = makeLanguageChoice(chosenLanguage() ?? written, async () => {
    choice.closest("dialog").close();
    const reply = await askBoard({ do: "board" });
    if (reply.board) board.show(reply);
  });
  return choice;
}

// Shows the game that stands, where the board has another or an older one. A hidden page waits until
// it is looked at: each costs the gadget something. Only now is the page live: what is below the board
// has its place.
async function follow() {
  if (stood === null || document.hidden) return;
  const { board: id, file } = stood;
  if (id === null) shown = {};
  else if (id !== shown.board) {
    const reply = await askBoard({ do: "board" });
    // A game gets its file with its first answer: that is no other one.
    const before = "file" in shown ? shown.file : recall("file");
    if (reply.board) {
      shown = { board: reply.id, file };
      board.show(reply, before !== null && before !== file);
      remember("file", file);
    }
  }
  find("board").classList.toggle("gameless", id === null);
  board.rest(!linked);
  if (linked) document.body.dataset.link = "live";
}

document.addEventListener("visibilitychange", follow);

let heading = 0;
function turn(steps) {
  send({ do: "turn", steps });
  heading += steps * 18;
  document.querySelector(".knob").style.setProperty("--heading", `${heading}deg`);
}

// Without a face, chance decides.
function throwDie(face = null) {
  send({ do: "throw", face });
}

function hold(length) {
  if (hasHold(length)) touches.hold(holder(), holdMs[length]);
}

for (const button of all("[data-control]")) {
  if (button.dataset.control === "knob") feelKnob(button, touches, turn);
  else feelPointer(button, touches);
}
for (const button of all("[data-turn]")) {
  button.addEventListener("click", () => turn(Number(button.dataset.turn)));
}
for (const button of all("[data-hold]")) {
  button.addEventListener("click", () => hold(button.dataset.hold));
}
for (const button of all(".faces button")) {
  button.addEventListener("click", () => throwDie(Number(button.dataset.face)));
}
find("throw").addEventListener("click", () => throwDie());
for (const button of all("[data-do]")) {
  const what = button.dataset.do;
  button.addEventListener("click", () => send({ do: what }));
}

for (const button of all("[data-forget]")) {
  button.addEventListener("click", () => forget(button.dataset.forget).then(notice));
}

let wheeled = 0;
document.querySelector(".middle").addEventListener(
  "wheel",
  (event) => {
    event.preventDefault();
    wheeled += event.deltaMode === WheelEvent.DOM_DELTA_LINE ? event.deltaY * 20 : event.deltaY;
    const steps = Math.trunc(wheeled / WHEEL_STEP);
    wheeled -= steps * WHEEL_STEP;
    if (steps !== 0) turn(steps);
  },
  { passive: false },
);

// Without a game there are the games and the gadget to choose one at; each part stays as it is left.
let isFirst = true;
function openFirst(none) {
  isFirst = false;
  find("games").open = none;
  for (const part of all(".devices details")) {
    const left = recall(part.id);
    part.open = left === null ? none && part.id === "gadget" : left;
    part.querySelector("summary").addEventListener("click", () => remember(part.id, !part.open));
  }
}

function openGames() {
  const part = find("games");
  part.open = true;
  part.querySelector("summary").focus({ preventScroll: true });
  part.scrollIntoView({ behavior: "smooth" });
}

function openGadget() {
  const part = find("gadget");
  part.open = true;
  remember("gadget", true);
  part.scrollIntoView({ behavior: "smooth" });
  part.querySelector("summary").focus({ preventScroll: true });
}

const isGameless = () => find("board").classList.contains("gameless");
feelKeys(find("controls"), isGameless, touches, (what) => fitted.has(what), { turn, hold, throwDie });

// A mouse that took the focus along would make Enter mean the button it clicked last; the keys of
// the gadget work where its controls were touched.
find("controls").addEventListener("mousedown", (event) => {
  if (event.target.closest("summary, input")) return;
  event.preventDefault();
  event.target.closest(".fold").querySelector("[tabindex]").focus({ preventScroll: true });
});
addEventListener("blur", touches.liftAll);
document.addEventListener("visibilitychange", () => document.hidden && touches.liftAll());
