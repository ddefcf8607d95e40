// The game in large type. What it says comes from the gadget; only the ticks are this browser's own.

// `part` is the part of the page for it, `tap(screen, x, y)` points at a card on a screen, and
// `undoTo(answers)` takes the game back to where it stood after so many answers.
export function makeCompanion(part, tap, undoTo) {
  const find = (id) => part.querySelector(`#${id}`);
  const odds = find("odds");
  const history = find("history");
  let has = false; // there is a game to be shown
  let asking = false;
  let again = false; // something has changed since it was asked
  let steps = null; // the steps whose ticks are shown

  // Follows the game on the table; nothing is asked for before it is opened.
  function follow({ table }) {
    has = table;
    part.hidden = !table;
    read();
  }

  async function read() {
    if (!has || !part.open) return;
    again = asking;
    if (asking) return;
    asking = true;
    try {
      show(await ask("table"));
      if (odds.open) showOdds(await ask("odds"));
      if (history.open) showHistory(await ask("history"));
    } catch {
      find("companion-asks").textContent = "The game can't be read now.";
    }
    asking = false;
    if (again) read();
  }

  function show({ title, where, active, result, kept, steps: now, asks, others, sides }) {
    find("companion-title").textContent = `${title}. ${where}.`;
    find("companion-result").textContent = [result, ...kept].join(" ");
    const before = JSON.stringify([where, active, result, now]);
    if (before !== steps) find("companion-steps").replaceChildren(...now.map(makeStep));
    steps = before;
    find("companion-asks").textContent = asks.join(" ");
    fill(find("companion-others"), others);
    const focused = document.activeElement?.dataset?.card;
    find("companion-sides").replaceChildren(...sides.map((side) => makeSide(side, active, tap)));
    // A card that was tapped keeps the focus: the keyboard goes on from there.
    if (focused) part.querySelector(`[data-card="${focused}"]`)?.focus();
  }

  function showOdds({ throws, cards }) {
    find("odds-said").textContent =
      throws === 0 ? "No roll is due now." : `How many of the ${throws} rolls offer each card:`;
    fill(find("odds-cards"), throws === 0 ? [] : cards.map((card) => `${card.name}: ${card.count}`));
  }

  function showHistory({ lines, more }) {
    find("history-lines").replaceChildren(...lines.map((line) => makeLine(line, undoTo)));
    find("history-more").textContent =
      more > 0 ? `And ${more} earlier answers.` : lines.length ? "" : "Nothing yet.";
  }

  for (const opened of [part, odds, history]) opened.addEventListener("toggle", read);
  return follow;
}

async function ask(what) {
  const answer = await fetch(what);
  const found = await answer.json();
  if (!answer.ok) throw new Error(found.error);
  return found;
}

function make(kind, words, name) {
  const made = document.createElement(kind);
  made.textContent = words;
  if (name !== undefined) made.className = name;
  return made;
}

function fill(list, lines) {
  list.hidden = lines.length === 0;
  list.replaceChildren(...lines.map((line) => make("li", line)));
}

function makeStep(words) {
  const line = make("li", "");
  const label = make("label", "");
  const tick = make("input", "");
  tick.type = "checkbox";
  label.append(tick, make("span", words));
  line.append(label);
  return line;
}

function makeLine({ before, count, said }, undoTo) {
  const line = make("li", "");
  const undo = make("button", "Undo", "plain");
  undo.type = "button";
  undo.lang = "en-GB"; // the line is in the language of the game
  undo.setAttribute("aria-label", `Undo ${count}, back to before ${said}`);
  undo.addEventListener("click", () => {
    // One can be played again in a moment; of several, who slipped would lose much.
    if (count === 1 || confirm(`Take back ${count} answers?`)) undoTo(before);
  });
  line.append(make("span", said), undo);
  return line;
}

function makeSide({ place, name, left, cards }, active, tap) {
  const side = make("section", "");
  side.dataset.active = place === active;
  const heading = make("h2", place === active ? `▶ ${name}` : name);
  const row = make("div", "", "row");
  row.append(...cards.map((card) => makeCard(place, card, tap)));
  const counted = left ? [make("p", left)] : [];
  side.append(heading, ...counted, row);
  return side;
}

function makeCard(place, { name, facing, marked, offered, words, at }, tap) {
  const card = make(at === null ? "div" : "button", "", "card");
  card.dataset.card = `${place} ${name}`;
  card.dataset.facing = facing ?? "none";
  card.dataset.offered = offered;
  card.append(make("strong", marked ? `${name} ⚑` : name), make("span", words));
  if (at !== null) {
    card.type = "button";
    card.addEventListener("click", () => tap(...at));
  }
  return card;
}
