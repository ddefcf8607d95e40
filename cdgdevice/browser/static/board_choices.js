// The buttons with which what is asked is answered.

import { icon, make } from "./board_make.js";

// `answer(choice)` takes a choice, `openOwn(choice)` asks what the player's own die showed.
// A choice without a request is no answer; it only heads the others.
export function makeChoices({ choices, enter }, words, answer, openOwn) {
  const asked = choices.filter(({ request }) => request !== null);
  const cards = asked.filter(({ card }) => card !== null);
  // Many cards are named by their letters alone, so that all of them are in sight.
  const brief = cards.length > 3 && new Set(cards.map(({ card }) => card.name)).size === cards.length;
  const offered = asked.find(({ number }) => number !== null);
  const isNumber = ({ number }) => (number === null ? 1 : 0);
  const sorted = asked.toSorted((one, other) => isNumber(one) - isNumber(other) || one.number - other.number);
  const made = sorted.map(makeChoice);
  const rolls = choices.find(({ own }) => own.length);
  if (rolls) {
    const own = make("button.quiet.own", { onclick: () => openOwn(rolls) }, icon("die"));
    own.append(make("span.label", {}, words.ownDie));
    own.title = words.ownDie;
    made.push(own);
  }
  return made;

  function makeChoice(choice) {
    const letter = brief && choice.card?.name;
    const button = make("button.choice", {}, make("span", {}, letter || choice.title));
    if (letter) button.setAttribute("aria-label", choice.title);
    button.classList.toggle("letter-only", Boolean(letter));
    button.classList.toggle("primary", choice === choices[enter]);
    button.classList.toggle("number", choice.number !== null);
    button.classList.toggle("usual", choice === offered);
    button.classList.toggle("long", choice.title.length > 12);
    if (choice.meaning) button.append(make("small", {}, choice.meaning));
    // The second click of a double one was meant for what stood there before.
    button.onclick = (event) => event.detail < 2 && answer(choice);
    return button;
  }
}
