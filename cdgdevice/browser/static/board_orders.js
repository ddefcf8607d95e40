// The orders: the dice and their result, what is kept, the steps to tick off, the log's latest lines.

import { make } from "./board_make.js";

// With room for it, the log's latest lines stand below the orders.
export const hasRoom = matchMedia("(min-width: 64rem) and (min-height: 44rem)");

export function makeOrders(part, dice) {
  let shown = "";

  function show(board, rolls) {
    part.rolled.hidden = board.die.length === 0 && board.result === "";
    dice.show(board.die, board.colours ?? [], rolls);
    part.result.textContent = board.result;
    part.kept.replaceChildren(...board.kept.map((said) => make("li", {}, said.replace(/\.$/, ""))));
    part.kept.hidden = board.kept.length === 0;
    const steps = JSON.stringify([board.where, board.active, board.result, board.steps]);
    if (steps !== shown) part.steps.replaceChildren(...board.steps.map(makeStep));
    if (steps !== shown) part.orders.scrollTop = 0;
    shown = steps;
    const empty = [...part.orders.children].every((each) => each.hidden || [part.steps, part.story].includes(each));
    part.orders.classList.toggle("empty", empty && board.steps.length === 0);
  }

  function showStory(heading, lines) {
    part.story.hidden = lines.length === 0;
    part.story.replaceChildren(make("h3", {}, heading), make("ol.lines", {}, ...lines));
  }

  return { show, showStory };
}

export function isNewRoll(before, board) {
  if (!before || board.die.length === 0 || before.answers >= board.answers) return false;
  return before.die.length === 0 || String(before.die) !== String(board.die);
}

function makeStep(said) {
  const box = make("input", { type: "checkbox" });
  return make("li", {}, make("label.step", {}, box, make("span", {}, said)));
}
