// The keyboard of the board; whatever has the focus and takes a key itself comes first.

import { isAnswer } from "./board_choices.js";

// `now()` gives the board, or null where no key is for it; `answer(choice)` takes a choice, `keys`
// are the letters that open or do something.
export function feelKeys({ now, answer, keys, field }) {
  document.addEventListener("keydown", (event) => {
    // A held key says one thing once.
    if (event.repeat && ["Enter", " "].includes(event.key)) return event.preventDefault();
    const board = now();
    if (board === null || event.ctrlKey || event.altKey || event.metaKey || event.repeat) return;
    if (event.key === "Enter" || event.key === " ") return takeEnter(event, board);
    if (event.target.closest("input:not([type=checkbox]), select, textarea")) return;
    const key = event.key.toLowerCase();
    if (/^[a-e]$/.test(key)) return takeLetter(key.toUpperCase(), board);
    if (/^[0-9]$/.test(key)) return takeDigit(Number(key), board);
    keys[key]?.();
  });

  // A button or tick that has the focus takes the key itself.
  function takeEnter(event, board) {
    if (event.target.closest("button, input, a, summary")) return;
    event.preventDefault();
    if (board.enter !== null) answer(board.choices[board.enter]);
  }

  function takeLetter(letter, board) {
    const meant = board.choices.filter(({ card }) => card?.name[0] === letter);
    if (meant.length === 1) answer(meant[0]);
  }

  // Where a number is asked for a digit is that number, and else the place of an answer.
  function takeDigit(digit, board) {
    const number = field();
    if (number) {
      number.focus(); // and the digit goes there
      return number.select();
    }
    const asked = board.choices.some((choice) => choice.number !== null);
    const said = board.choices.find((choice) => choice.number === digit);
    const places = board.choices.filter(isAnswer);
    const choice = asked ? said : places[digit - 1];
    if (choice) answer(choice);
  }
}
