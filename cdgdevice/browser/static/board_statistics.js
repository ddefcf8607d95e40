// What the dice of the game showed: a fold with a bar for each number, side by side for both sides.

import { make } from "./board_make.js";

const sum = (counts) => counts.reduce((all, count) => all + count, 0);

// `ask(question)` asks the program once the fold is opened.
export function makeStatistics(words, ask) {
  const body = make("div.statistics-body");
  const fold = make("details.statistics", {}, make("summary", {}, words.statistics), body);
  fold.addEventListener("toggle", async () => {
    if (!fold.open) return;
    const found = await ask({ do: "statistics" });
    if (!found.error) body.replaceChildren(...draw(found, words));
  });
  return fold;
}

function draw({ sides, needed, p, unlikely }, words) {
  const all = sum(sides.flatMap(({ faces }) => faces));
  if (all === 0) return [make("p.quiet-text", {}, words.noDice)];
  const most = Math.max(...sides.flatMap(({ faces }) => faces));
  const tables = sides.map((side) => drawSide(side, most, words));
  const few = p === null && words.fewDice(needed);
  const told = few || (unlikely ? words.unlikely(Math.max(100 * p, 0.1).toFixed(1)) : words.looksFair(all));
  return [...tables, make("p.quiet-text", {}, `${words.evenLine} ${told}`)];
}

// A table, so that it is read out; the bars only draw its numbers.
function drawSide({ name, faces }, most, words) {
  const rolled = sum(faces);
  const rows = faces.map((count, place) => {
    const bar = make("span.bar", { ariaHidden: "true" });
    bar.style.setProperty("--share", count / most);
    bar.style.setProperty("--even", rolled / faces.length / most);
    return make("tr", {}, make("th", { scope: "row" }, `${place + 1}`), make("td", {}, bar, `${count}`));
  });
  return make("table.faces", {}, make("caption", {}, words.diceOf(name, rolled)), make("tbody", {}, ...rows));
}
