// What was rolled and played: a fold with the dice of this game, and the rounds of the last games, as bars.

import { make } from "./board_make.js";

const sum = (counts) => counts.reduce((all, count) => all + count, 0);

// `ask(question)` asks the program once the fold is opened.
export function makeStatistics(words, ask) {
  const body = make("div.statistics-body");
  const fold = make("details.statistics", {}, make("summary", {}, words.statistics), body);
  fold.addEventListener("toggle", async () => {
    if (!fold.open) return;
    const dice = await ask({ do: "statistics" });
    if (dice.error) return;
    body.replaceChildren(...drawDice(dice, words));
    const played = await ask({ do: "played" });
    if (!played.error) body.replaceChildren(...drawDice(dice, words), ...drawGames(played, words));
  });
  return fold;
}

function drawDice({ sides, needed, p, unlikely }, words) {
  const heading = make("h3", {}, words.dice);
  const all = sum(sides.flatMap(({ faces }) => faces));
  if (all === 0) return [heading, make("p.quiet-text", {}, words.noDice)];
  const drawn = sides.map(({ name, faces }) => [
    words.diceOf(name, sum(faces)),
    faces.map((count, place) => [`${place + 1}`, count]),
  ]);
  const few = p === null && words.fewDice(needed);
  const told = few || (unlikely ? words.unlikely(Math.max(100 * p, 0.1).toFixed(1)) : words.looksFair(all));
  return [heading, ...drawTables(drawn, true), make("p.quiet-text", {}, `${words.evenLine} ${told}`)];
}

function drawGames({ games, title, results, older }, words) {
  const heading = make("h3", {}, words.roundsPlayed);
  if (games.length === 0) return [heading, make("p.quiet-text", {}, words.noRounds)];
  const shown = results.map(({ name, results }) => [
    words.roundsOf(name, sum(results.map(({ count }) => count))),
    results.map(({ name, count }) => [name, count]),
  ]);
  const played = games.map(({ number, name, title, sides }) => [
    `${number}. ${name || title}`,
    sides.map(({ name, rounds }) => [name, rounds]),
  ]);
  const first = results.length ? [make("h3", {}, words.resultsPlayed(title)), ...drawTables(shown, true)] : [];
  const left = older > 0 ? [make("p.quiet-text", {}, words.olderGames(older))] : [];
  return [...first, heading, ...drawTables(played, false), ...left];
}

// Tables, so that they are read out; the bars, all to one scale, only draw their numbers. `even`: a
// line marks what each row would have if all had the same.
function drawTables(tables, even) {
  const most = Math.max(1, ...tables.flatMap(([, rows]) => rows.map(([, count]) => count)));
  return tables.map(([caption, rows]) => {
    const share = sum(rows.map(([, count]) => count)) / rows.length / most;
    const made = rows.map(([name, count]) => {
      const bar = make("span.bar", { ariaHidden: "true" });
      bar.style.setProperty("--share", count / most);
      bar.style.setProperty("--even", share);
      return make("tr", {}, make("th", { scope: "row" }, name), make("td", {}, bar, `${count}`));
    });
    return make(even ? "table.faces.even" : "table.faces.named", {}, make("caption", {}, caption), make("tbody", {}, ...made));
  });
}
