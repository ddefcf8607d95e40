// The buttons with which what is asked is answered.

import { icon, make } from "./board_make.js";

// More numbers than these are named in a field.
export const MAX_NUMBERS = 12;

// A choice without a request is no answer; it only heads the others. But a roll of dice that are not
// the program's opens the ways to name them.
export const isAnswer = ({ request, own }) => request !== null || own.length > 0;

// `answer(choice)` takes a choice, `openOwn(choice)` asks what the player's own die showed.
export function makeChoices({ choices, enter }, words, answer, openOwn) {
  const asked = choices.filter(isAnswer);
  const cards = asked.filter(({ card }) => card !== null);
  // Many cards are named by their letters alone, so that all of them are in sight.
  const brief = cards.length > 3 && new Set(cards.map(({ card }) => card.name)).size === cards.length;
  const offered = asked.find(({ number }) => number !== null);
  const isNumber = ({ number }) => (number === null ? 1 : 0);
  const sorted = [...asked].sort((one, other) => isNumber(one) - isNumber(other) || one.number - other.number);
  const numbers = sorted.filter(({ number }) => number !== null);
  const byField = numbers.length > MAX_NUMBERS;
  const made = sorted.filter(({ number }) => !byField || number === null).map(makeChoice);
  if (byField) made.push(makeNumberField(numbers, offered, words, answer));
  const rolls = choices.find(({ request, own }) => request !== null && own.length);
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

// `numbers` are the choices in their order; the field begins with the one that was offered first.
function makeNumberField(numbers, offered, words, answer) {
  const [min, max] = [numbers[0].number, numbers.at(-1).number];
  const field = make("input", { type: "number", id: "number", min, max, value: offered.number, inputMode: "numeric" });
  const named = () => numbers.find(({ number }) => number === field.valueAsNumber);
  const ok = make("button.choice.primary", { onclick: (event) => event.detail < 2 && named() && answer(named()) }, words.ok);
  const see = () => (ok.disabled = !named());
  const step = (said, by) => {
    const does = () => {
      field.value = Math.min(max, Math.max(min, (field.valueAsNumber || 0) + by));
      see();
    };
    return make("button.choice.step-by", { ariaLabel: words.stepBy(by), onclick: does }, said);
  };
  field.setAttribute("aria-label", words.number(min, max));
  field.oninput = see;
  field.addEventListener("keydown", ({ key, repeat }) => key === "Enter" && !repeat && ok.click());
  return make("div.number-field", {}, step("\u2212", -1), field, step("+", 1), ok);
}
