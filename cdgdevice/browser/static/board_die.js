// Dice that roll: cubes which turn until the number that was thrown is in front.

import { make, recall } from "./board_make.js";

const PIPS = [[], [4], [2, 6], [2, 4, 6], [0, 2, 6, 8], [0, 2, 4, 6, 8], [0, 2, 3, 5, 6, 8]];
const FRONT = { 1: [0, 0], 2: [-90, 0], 3: [0, -90], 4: [0, 90], 5: [90, 0], 6: [0, 180] };

function makeDie() {
  let turns = 0;
  const cube = make("span.cube", {}, ...PIPS.slice(1).map(makeFace));
  const element = make("span.die", { ariaHidden: "true" }, cube);

  function turnTo(number, rolls) {
    if (rolls) turns += 2;
    const [x, y] = FRONT[number];
    void cube.offsetWidth; // a die that was away begins to turn only after it was drawn once
    cube.style.setProperty("--x", `${x + turns * 360}deg`);
    cube.style.setProperty("--y", `${y + turns * 360}deg`);
  }
  return { element, turnTo };
}

function makeFace(pips, index) {
  const cells = Array.from({ length: 9 }, (_, place) => make(pips.includes(place) ? "i.pip" : "i"));
  return make(`span.face.face-${index + 1}`, {}, ...cells);
}

// `show(numbers, colours, rolls)` lays the dice that were thrown; they roll if this is news.
export function makeDice() {
  const dice = [makeDie(), makeDie()];
  const element = make("span.dice", {}, ...dice.map((die) => die.element));

  function show(numbers, colours, rolls) {
    dice.forEach((die, place) => {
      die.element.hidden = numbers[place] === undefined;
      die.element.dataset.colour = numbers.length > 1 ? colours[place] : "white";
      if (!die.element.hidden) die.turnTo(numbers[place], rolls);
    });
    if (!rolls) return;
    if (recall("sound")) rattle();
    if (recall("vibration")) navigator.vibrate?.([25, 60, 20, 50, 15]);
  }

  return { element, show };
}

let speaker = null;

// A handful of short knocks, as of a die on wood.
export function rattle() {
  speaker ??= new AudioContext();
  speaker.resume();
  [0, 0.11, 0.2, 0.33, 0.42, 0.56].forEach((after, place) => {
    const from = speaker.currentTime + after;
    const knock = new OscillatorNode(speaker, { type: "triangle", frequency: 320 - place * 25 });
    const loud = new GainNode(speaker, { gain: 0 });
    loud.gain.setValueAtTime(0.25 / (1 + place / 3), from);
    loud.gain.exponentialRampToValueAtTime(0.001, from + 0.06);
    knock.connect(loud).connect(speaker.destination);
    knock.start(from);
    knock.stop(from + 0.07);
  });
}
