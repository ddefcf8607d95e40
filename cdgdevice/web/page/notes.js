// The notes of the game. The gadget itself searches them, so that all its faces find the same.

const REST_MS = 150;

// `part` is the part of the page for the notes: a count, a search box and what was found.
export function makeNotes(part) {
  const find = (id) => part.querySelector(`#notes-${id}`);
  let of = ""; // the sheet whose notes are shown
  let shown = null; // what was last asked for, or null when that no longer holds
  let timer = null;
  let asking = null;

  // Follows the game on the table; nothing is asked for before the notes are opened.
  function show({ sheet, title, count }) {
    part.hidden = count === 0;
    if (sheet === of) return;
    of = sheet;
    shown = null;
    find("of").textContent = `Notes on ${title}`;
    find("words").value = "";
    find("found").replaceChildren();
    find("count").textContent = "";
    search();
  }

  async function search() {
    clearTimeout(timer);
    const words = find("words").value.trim();
    if (!part.open || words === shown) return;
    asking?.abort();
    asking = new AbortController();
    try {
      const answer = await fetch(`notes?words=${encodeURIComponent(words)}`, {
        signal: asking.signal,
      });
      const found = await answer.json();
      if (!answer.ok) throw new Error(found.error);
      find("found").replaceChildren(...found.map(makeNote));
      find("count").textContent = counted(found.length);
      shown = words;
    } catch (error) {
      if (error.name !== "AbortError") find("count").textContent = "The notes can't be read now.";
    }
  }

  find("words").addEventListener("input", () => {
    clearTimeout(timer);
    timer = setTimeout(search, REST_MS);
  });
  part.addEventListener("toggle", search);
  return show;
}

function counted(number) {
  if (number === 0) return "No note matches. Try a card's number, or fewer words.";
  return number === 1 ? "1 note." : `${number} notes.`;
}

function makeNote({ heading, text, source }) {
  const article = document.createElement("article");
  for (const [kind, words] of [["h2", heading], ["p", text], ["small", source]]) {
    const line = document.createElement(kind);
    line.textContent = words;
    article.append(line);
  }
  return article;
}
