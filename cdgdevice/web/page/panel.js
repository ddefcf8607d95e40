// The page: joins the gadget's states to what is shown, and hands to the gadget's controls.

import { keepAwake } from "./awake.js";
import { makeCompanion } from "./companion.js";
import { makeDie } from "./die.js";
import { makeDoor } from "./door.js";
import { feelKnob, feelPointer, makeFingers } from "./fingers.js";
import { makeGames } from "./games.js";
import { makeGlass, placeScreen } from "./glass.js";
import { feelKeys } from "./keys.js";
import { forget, openLink } from "./link.js";
import { makeNotes } from "./notes.js";
import { makeSound } from "./sound.js";
import { makeVoice } from "./voice.js";

const NOTICE_MS = 8000;
const WHEEL_STEP = 50;

const find = (id) => document.getElementById(id);
const all = (selector) => document.querySelectorAll(selector);

const tap = (screen, x, y) => send({ do: "tap", at: [screen, x, y] });
const glass = makeGlass(find("screens"), tap);
const undoTo = (answers) => send({ do: "undo", to: answers });
const showGame = makeCompanion(find("companion"), tap, undoTo);
const showDie = makeDie(find("die"));
const tell = makeVoice(find("said"));
const ring = makeSound(find("sound-on"));
const beAwake = keepAwake(find("awake-on"), all("[data-awake]"));
const showNotes = makeNotes(find("notes"));
const showGames = makeGames(find("games"), (file) => bring(file));
let fitted = new Set();
let noticed = null;

const { send, bring } = openLink({
  hello({ controls, paired }) {
    find("paired").hidden = !paired;
    // Whether there is a reader, and a die to throw here, is known from the states.
    fitted = new Set([...controls, ...["reader", "die"].filter((part) => fitted.has(part))]);
    fit();
  },

  state({ screens, lit, reader, die, plain_die: plain, notes, games, table, throws, language }) {
    for (const part of all("[data-written]")) part.lang = language;
    document.body.dataset.link = "live";
    find("link").textContent = "";
    glass.show(screens, language);
    light(screens, lit);
    // A real reader has a die of its own, which no page can throw.
    if (die !== null) showDie(die);
    document.body.dataset.die = plain ? "plain" : "stickers";
    for (const button of all(".faces button")) {
      const { face, result } = button.dataset;
      button.setAttribute("aria-label", `Roll a ${face}${plain ? "" : `: ${result}`}`);
    }
    showNotes(notes);
    showGame({ table });
    showGames({ games });
    ring(throws);
    beAwake(table && screens.some((screen) => screen.on));
    const has = reader !== "";
    set("reader", has);
    set("die", has && die !== null);
    find("reader").textContent = reader;
    for (const { name, label, on, words } of screens) {
      tell(label || placeScreen(name), on ? words : [], language);
    }
    tell("Die reader", has ? [reader] : [], document.documentElement.lang);
  },

  lost() {
    if (document.body.dataset.link === "live") fingers.liftAll();
    document.body.dataset.link = "lost";
    glass.blank();
    light([], []);
    ring(null);
    beAwake(false);
    find("reader").textContent = "Not connected.";
    find("link").textContent =
      "The gadget doesn't answer. This page comes back by itself once it does again.";
  },

  refused: notice,
  unpaired: makeDoor(find("door")),
});

const fingers = makeFingers(send);

function set(part, has) {
  if (has === fitted.has(part)) return;
  if (has) fitted.add(part);
  else fitted.delete(part);
  fit();
}

// Shows what the build has, and nothing else.
function fit() {
  for (const part of all("[data-fitted]")) part.hidden = !fitted.has(part.dataset.fitted);
  for (const part of all("[data-hold], [data-holds]")) {
    // Without a knob, the only button has a long hold too.
    const long = (part.dataset.hold ?? part.dataset.holds) === "2500";
    part.hidden = holder() === undefined || (long && fitted.has("knob"));
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

function notice(sentence) {
  find("notice").textContent = sentence;
  clearTimeout(noticed);
  noticed = setTimeout(() => (find("notice").textContent = ""), NOTICE_MS);
}

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

function hold(ms) {
  if (holder() !== undefined && !(ms > 1000 && fitted.has("knob"))) fingers.hold(holder(), ms);
}

for (const button of all("[data-control]")) {
  if (button.dataset.control === "knob") feelKnob(button, fingers, turn);
  else feelPointer(button, fingers);
}
for (const button of all("[data-turn]")) {
  button.addEventListener("click", () => turn(Number(button.dataset.turn)));
}
for (const button of all("[data-hold]")) {
  button.addEventListener("click", () => hold(Number(button.dataset.hold)));
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

// Where there is room for it, the die lies open.
find("tray").open = matchMedia("(min-width: 48rem)").matches;

// Who comes for the first time reads how it works; from then on it stays as it was left.
const howTo = find("how-to");
howTo.open = localStorage.getItem("how-to") !== "read";
howTo.addEventListener("toggle", () => localStorage.setItem("how-to", howTo.open ? "open" : "read"));

feelKeys(fingers, (what) => fitted.has(what), { turn, hold, throwDie });

// A mouse that took the focus along would make Enter mean the button it clicked last.
for (const button of all("button")) {
  button.addEventListener("mousedown", (event) => event.preventDefault());
}
addEventListener("blur", fingers.liftAll);
document.addEventListener("visibilitychange", () => document.hidden && fingers.liftAll());
