// The board: the cards of both sides, and one panel that says what to do and takes the answer.

import { makeTable } from "./board_cards.js";
import { makeChoices, MAX_NUMBERS } from "./board_choices.js";
import { makeDice } from "./board_die.js";
import { feelKeys } from "./board_keys.js";
import { keepAwake, make } from "./board_make.js";
import { hasRoom, isNewRoll, makeOrders } from "./board_orders.js";
import { makeParts } from "./board_parts.js";
import { makeRedo } from "./board_redo.js";
import { makeSheets } from "./board_sheets.js";
import { makeGuide, makeTold } from "./board_told.js";
import { wordsFor } from "./board_words.js";

const TOAST_MS = 6000;

// `root` becomes the board, and `ask(question)` resolves to the program's reply. `leave`, if given,
// is called when the player wants the list of games. `gadget`, if given, is what the board is the
// page of: its `element` stands beside the table, `open()` brings it into sight, and `wantsKeys()`
// says whether the board may take keys. `share()`, if given, resolves to the `link` of the game as it
// stands; `chooseLanguage()` makes what the language is chosen with; `bluetooth`, if given, links a die by
// `press()`, which `title()` names. Gives `show(reply)`, `takeRoll(reply)` of a real die, `tell(sentence)`,
// `help()`, `tellMenu(isOpen)` and `rest(true)` while nobody answers.
export function makeBoard(root, ask, { leave = null, gadget = null, share = null, chooseLanguage, bluetooth = null }) {
  // `id` is the board's: an answer names it. While `loading` nothing can be answered yet.
  const now = { board: null, id: null, words: wordsFor("en"), busy: false, loading: false };
  const words = () => now.words;
  const askOrTell = async (question) => {
    const reply = await ask(question);
    if (reply.error) toast(reply.error);
    return reply;
  };
  const answers = makeAnswers(root, now, { ask, askOrTell, show });
  const { take, undo, undoTo, redo } = answers;
  const explainAgain = () => guide.again();
  const sheets = makeSheets(words, { ask: askOrTell, take, undoTo, explainAgain, share, chooseLanguage, bluetooth }, gadget === null);
  const table = makeTable(words, takeCard, (place) => openRound(now, sheets, place));
  const dice = makeDice();
  const part = makeParts({ leave, gadget, dice, table, sheets, undo });
  const toast = makeToast(part.toast);
  const goOn = () => part.panel.focus({ preventScroll: true });
  const told = makeTold(part.told, words, goOn, answers.findRedo);
  const guide = makeGuide(part.guide, words, goOn);
  const orders = makeOrders(part, dice);
  root.classList.add("board");
  root.replaceChildren(...part.all);
  // How high the table is: what is left of the window is the panel's, if more follows the table.
  const upper = () => table.element.offsetTop + table.element.offsetHeight;
  new ResizeObserver(() => root.style.setProperty("--upper", `${upper()}px`)).observe(table.element);

  function takeCard(side, name) {
    const choice = now.board.choices.find(({ card }) => card?.side === side && card.name === name);
    if (!choice || now.busy || now.loading) return;
    table.pick(side, name);
    take(choice.request);
  }

  // `another`: it is not the game that stood here; `again`: an answer was given again.
  function show(reply, another = false, again = false) {
    const before = another ? null : now.board;
    const { board } = reply;
    Object.assign(now, { board, id: reply.id, words: wordsFor(reply.language) });
    root.lang = reply.language ?? "en";
    answers.follow(reply, again);
    if (another || (again && !answers.findRedo())) told.clear();
    if (reply.told !== undefined) told.follow(reply.told);
    const rolls = isNewRoll(before, board);
    root.classList.toggle("rolls", rolls);
    root.classList.toggle("guided", board.sides.every((side) => side.cards.length === 0));
    const held = part.panel.contains(document.activeElement) || document.activeElement?.disabled;
    table.show(board);
    showHead(part, now, reply);
    if (reply.notice) toast(reply.notice);
    told.show();
    guide.follow(board);
    orders.show(board, rolls);
    showChoices(part, now, { answer, openOwn, leave });
    showOdds();
    showStory();
    // What had the focus may be gone: the keyboard goes on from the panel.
    if (before && (held || document.activeElement?.disabled)) goOn();
    announce(part.said, before, reply);
  }

  function answer(choice) {
    if (choice.request === null && choice.own.length) return openOwn(choice);
    if (choice.card) table.pick(choice.card.side, choice.card.name);
    take(choice.request);
  }

  const openOwn = (choice) => sheets.openTree(now.words.ownDieTitle, choice.own);

  async function showOdds() {
    const rolls = now.board.choices.some((choice) => choice.rolls);
    const odds = rolls ? await ask({ do: "odds" }) : { throws: 0, cards: [] };
    if (!odds.error) table.showOdds(odds);
  }

  async function showStory() {
    const found = hasRoom.matches ? await ask({ do: "log" }) : {};
    orders.showStory(now.words.log, (found.lines ?? []).map(sheets.makeLine));
  }

  // Whatever is open over the board: who rolls a die looks at the board.
  function takeRoll(reply) {
    sheets.dialog.close();
    show(reply);
  }

  // While the program is not there, the latest board is, to look at.
  function rest(loading) {
    now.loading = loading;
    root.classList.toggle("loading", loading);
    for (const each of [table.element, part.orders, part.act, part.tools]) each.inert = loading;
  }

  // What the gadget's buttons mean there may be another thing than what is asked here.
  function tellMenu(isOpen) {
    part.menu.textContent = isOpen ? now.words.menuOpen : "";
  }

  // `bar` says in the place of the tools that the program loads, and is null when it has come.
  function wait(bar) {
    rest(bar !== null);
    if (bar) part.panel.append(bar);
  }

  const keys = makeKeys(now, part, sheets, answers);
  const takesNoKeys = () => now.loading || root.hidden || sheets.dialog.open || gadget?.wantsKeys() === false;
  feelKeys({
    keys,
    answer,
    now: () => (takesNoKeys() ? null : now.board),
    field: () => part.choices.querySelector("#number"),
  });
  if (gadget === null) {
    document.addEventListener("visibilitychange", keepAwake); // a hidden page loses it
    keepAwake();
  }
  hasRoom.addEventListener("change", () => now.board && showStory());
  return { show, takeRoll, tell: toast, rest, wait, tellMenu, help: keys["?"] };
}

// Sends answers one at a time: an undo or redo that is asked for meanwhile waits.
function makeAnswers(root, now, { ask, askOrTell, show }) {
  const kept = makeRedo();
  const later = [];

  // `again`: the question is an answer that was taken back.
  async function send(question, again = false) {
    if (now.busy || now.loading || now.board === null) return;
    now.busy = true;
    root.classList.add("busy");
    const reply = await askOrTell(question);
    now.busy = false;
    root.classList.remove("busy");
    if (reply.board) {
      show(reply, false, again);
      while (later.length && !now.busy) later.shift()();
      return;
    }
    later.length = 0;
    kept.drop();
    // What was refused may have come too late: the game may have changed meanwhile.
    const latest = await ask({ do: "board" });
    if (latest.board) show(latest);
  }

  const take = (request, again) => request && send({ do: "answer", request, id: now.id }, again);
  const undoTo = (answers) => send({ do: "undo", to: answers, id: now.id });

  function undo() {
    if (now.busy) later.push(undo);
    else if (now.board?.undo) undoTo(now.board.answers - 1);
  }

  function redo() {
    if (now.busy) later.push(redo);
    else take(kept.next(), true);
  }

  return { take, undo, undoTo, redo, follow: kept.follow, findRedo: () => (kept.next() ? redo : null) };
}

function openRound({ board, words }, sheets, place) {
  const side = board.sides.find((each) => each.place === place);
  const entries = board.others
    .filter(({ request }) => request !== null)
    .map(({ title, request }) => ({ title, request, ways: [], at: 0 }));
  const own = board.others.find((choice) => choice.own.length);
  if (own) entries.push({ title: words.ownDie, request: null, ways: own.own, at: -1 });
  sheets.openTree(words.takesRound(side.name), entries);
}

function showHead(part, { board, words }, { unsaved }) {
  for (const [name, button] of Object.entries(part.named)) {
    button.querySelector(".label").textContent = words[name];
  }
  part.panel.setAttribute("aria-label", words.whatToDo);
  const edition = make("span.edition-name", {}, board.edition ?? "");
  part.title.replaceChildren(make("span.game-name", {}, board.title), " ", edition);
  part.where.textContent = board.where;
  part.warning.textContent = unsaved ?? "";
  part.warning.hidden = !unsaved;
  part.named.undo.disabled = board.undo === null;
  part.undone.textContent = board.undo ?? "";
  part.named.undo.setAttribute("aria-label", board.undo ? words.undoes(board.undo) : words.undo);
}

function showChoices(part, { board, words }, { answer, openOwn, leave }) {
  const meanings = new Set(board.choices.map(({ title, meaning }) => `${title}: ${meaning}`));
  const asks = board.asks.filter((sentence) => !meanings.has(sentence));
  part.asks.replaceChildren(...asks.map((sentence) => make("p", {}, sentence)));
  part.choices.replaceChildren(...makeChoices(board, words, answer, openOwn));
  if (board.over && leave) {
    part.choices.append(make("button.choice.primary", { onclick: leave }, words.games));
  }
  const numbers = board.choices.filter(({ number }) => number !== null).length;
  part.choices.classList.toggle("numbers", numbers > 2 && numbers <= MAX_NUMBERS);
  part.choices.classList.toggle("meant", board.choices.some(({ meaning }) => meaning));
  part.act.scrollTop = 0;
}

// Each order is said once: what stood before is no news.
function announce(element, before, { board, told, notice, unsaved }) {
  const old = new Set([...(before?.steps ?? []), before?.result]);
  const fresh = [board.result, ...board.steps].filter((said) => said && !old.has(said));
  const toldNow = told ? [told.title, ...told.text] : [];
  const said = [...toldNow, ...fresh, ...board.asks, notice, unsaved].filter(Boolean).join(" ");
  element.textContent = said === element.textContent ? `${said}\u00a0` : said;
}

function makeToast(element) {
  const hide = () => element.classList.remove("shown");
  element.onclick = hide;
  let ends = 0;
  return (said) => {
    element.textContent = said;
    element.classList.add("shown");
    clearTimeout(ends);
    ends = setTimeout(hide, TOAST_MS);
  };
}

// The letters of the keyboard; the tools of the panel do the same.
function makeKeys(now, { named }, sheets, { undo, redo, findRedo }) {
  const keys = {
    u: undo,
    y: redo,
    l: () => sheets.openLog(),
    r: () => sheets.openRules(),
    m: () => sheets.openMore(now.board.actions, findRedo()),
    "?": () => sheets.openHelp(),
  };
  named.log.onclick = keys.l;
  named.rules.onclick = keys.r;
  named.more.onclick = keys.m;
  named.help.onclick = keys["?"];
  return keys;
}
