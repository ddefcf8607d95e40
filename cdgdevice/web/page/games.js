// The games that are kept: one file carries a game to another computer, or from one.

// `part` is the part of the page for them; `bring(file)` hands a file over, and resolves to
// `{ number }` or `{ error }`.
export function makeGames(part, bring) {
  const find = (id) => part.querySelector(`#games-${id}`);
  const picked = find("file");
  const said = find("said");

  // Nothing is asked for before the games are opened.
  async function list() {
    if (part.hidden || !part.open) return;
    try {
      const answer = await fetch("games");
      const found = await answer.json();
      if (!answer.ok) throw new Error(found.error);
      find("kept").replaceChildren(...found.map(makeGame));
      find("none").hidden = found.length > 0;
    } catch {
      said.textContent = "The games can't be read now.";
    }
  }

  function follow({ games }) {
    part.hidden = !games;
  }

  picked.addEventListener("change", async () => {
    const [file] = picked.files;
    if (file === undefined) return;
    said.textContent = "Checking the file…";
    const { number, error } = await bring(file).catch(() => ({ error: "The gadget doesn't answer." }));
    said.textContent = error ?? `It is game ${number} now; switch to it in the menu.`;
    picked.value = ""; // so that the same file can be picked again
    list();
  });
  part.addEventListener("toggle", list);
  return follow;
}

function makeGame({ number, name, title, turn, last, current, fault }) {
  const line = document.createElement("li");
  const words = document.createElement("span");
  const stands = [title, turn > 0 && `turn ${turn}`, current ? "played now" : last && `played ${last}`];
  words.textContent = `${number}. ${name && `“${name}”: `}${stands.filter(Boolean).join(", ")}`;
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
  line.append(save);
  return line;
}
