// The games: to begin one, to continue one that is kept, and the file that carries one elsewhere.

import { chosenLanguage } from "./board_language.js";
import { readNames } from "./board_make.js";

// `part` is the part of the page for them; `ask(question)` asks the gadget, and `bring(file)` hands
// a file over: it resolves to `{ number }` or `{ error }`.
export function makeGames(part, ask, bring) {
  const find = (id) => part.querySelector(`#games-${id}`);
  const picked = find("file");
  const words = find("words");
  const said = find("said");
  const names = [find("left"), find("right")];
  let sheets = [];

  // Nothing is asked for before the games are opened.
  async function list() {
    if (part.hidden || !part.open) return;
    try {
      const answer = await fetch("games");
      const found = await answer.json();
      if (!answer.ok) throw new Error(found.error);
      find("kept").replaceChildren(...found.map((game) => makeGame(game, play)));
      find("none").hidden = found.length > 0;
      ({ sheets = [] } = await ask({ do: "sheets" }));
      listSheets();
    } catch {
      said.textContent = "The games can't be read now.";
    }
  }

  function listSheets() {
    const wanted = words.value.trim().toLowerCase().split(/\s+/);
    const found = sheets.filter(({ title }) => wanted.every((word) => title.toLowerCase().includes(word)));
    find("sheets").replaceChildren(...found.map((sheet) => makeSheet(sheet, play, names)));
  }

  // The board shows the game once the gadget has it on the table.
  async function play(question) {
    const { error } = await ask(question);
    said.textContent = error ?? "";
    if (error) return said.scrollIntoView({ block: "nearest" });
    part.open = false;
    for (const field of names) field.value = "";
    scrollTo(0, 0);
  }

  function follow({ games }) {
    part.hidden = !games;
  }

  picked.addEventListener("change", async () => {
    const [file] = picked.files;
    if (file === undefined) return;
    said.textContent = "Checking the file…";
    const { number, error } = await bring(file).catch(() => ({ error: "The gadget doesn't answer." }));
    said.textContent = error ?? `It is game ${number} now.`;
    picked.value = ""; // so that the same file can be picked again
    list();
  });
  words.addEventListener("input", listSheets);
  // Before whatever follows: a click, or the browser's own menu.
  for (const touch of ["pointerdown", "focus", "click"]) {
    find("log").addEventListener(touch, ({ target }) => {
      target.search = new URLSearchParams({ language: chosenLanguage() ?? "" });
    });
  }
  part.addEventListener("toggle", list);
  return follow;
}

function makeButton(words, label, onclick) {
  const button = Object.assign(document.createElement("button"), { type: "button", onclick });
  button.className = "plain";
  button.textContent = words;
  button.setAttribute("aria-label", label);
  return button;
}

function makeSheet({ id, title, sides }, play, names) {
  const line = document.createElement("li");
  const begin = () => play({ do: "begin", sheet: id, names: readNames(names, sides) });
  const button = makeButton("", `Begin ${title}`, begin);
  for (const [kind, words] of [["strong", title], ["small", sides.join(", ")]]) {
    button.append(Object.assign(document.createElement(kind), { textContent: words }));
  }
  line.append(button);
  return line;
}

function makeGame({ number, name, title, stands, last, current, fault }, play) {
  const line = document.createElement("li");
  const words = document.createElement("span");
  const about = [title, stands, current ? "played now" : last && `played ${last}`];
  words.textContent = `${number}. ${name && `“${name}”: `}${about.filter(Boolean).join(", ")}`;
  line.append(words);
  if (fault !== null) {
    words.append(` (${fault})`);
    return line;
  }
  const save = document.createElement("a");
  save.href = `game?number=${number}`;
  save.download = `game-${number}.cdg`;
  save.className = "plain";
  save.textContent = "Save as a file";
  save.setAttribute("aria-label", `Save as a file: game ${number}`);
  const ways = document.createElement("span");
  if (!current) ways.append(makeButton("Play", `Play game ${number}`, () => play({ do: "resume", number })));
  ways.append(save);
  line.append(ways);
  return line;
}
