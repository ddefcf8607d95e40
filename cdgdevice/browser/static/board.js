// The board: the cards of both sides, and one panel that says what to do and takes the answer.

import { makeTable } from "./board_cards.js";
import { makeChoices, MOST_NUMBERS } from "./board_choices.js";
import { makeDice } from "./board_die.js";
import { icon, keepAwake, make, recall, remember } from "./board_make.js";
import { makeParts } from "./board_parts.js";
import { makeSheets } from "./board_sheets.js";
import { wordsFor } from "./board_words.js";

const TOAST_MS = 6000;
const hasRoom = matchMedia("(min-width: 64rem) and (min-height: 44rem)");

// `root` becomes the board, and `ask(question)` resolves to the program's reply. `leave`, if given,
// is called when the player wants the list of games. Gives `show(reply)`.
export function makeBoard(root, ask, { leave = null } = {}) {
  let board = null;
  let words = wordsFor("en");
  let busy = false;
  let loading = false; // nothing can be answered yet
  let told = recall("told"); // what is still to be put right by hand
  let shownSteps = "";
  const explained = new Set(recall("explained") ?? []);

  const sheets = makeSheets(() => words, { ask: askOrTell, take, undoTo, explainAgain });
  const table = makeTable(() => words, takeCard, takeRound);
  const dice = makeDice();
  const part = makeParts({ leave, dice, table, sheets, undo });
  root.classList.add("board");
  root.replaceChildren(...part.all);

  async function askOrTell(question) {
    const reply = await ask(question);
    if (reply.error) showToast(reply.error);
    return reply;
  }

  async function send(question) {
    if (busy || loading || board === null) return;
    busy = true;
    root.classList.add("busy");
    const reply = await askOrTell(question);
    busy = false;
    root.classList.remove("busy");
    if (reply.board) return show(reply);
    // What was refused may have come too late: the game may have changed meanwhile.
    const now = await ask({ do: "board" });
    if (now.board) show(now);
  }

  function take(request) {
    if (request) send({ do: "answer", request, answers: board.answers });
  }

  function undoTo(answers) {
    send({ do: "undo", to: answers });
  }

  function undo() {
    if (board?.undo) undoTo(board.answers - 1);
  }

  function takeCard(side, name) {
    const choice = board.choices.find(({ card }) => card?.side === side && card.name === name);
    if (!choice || busy || loading) return;
    table.pick(side, name);
    take(choice.request);
  }

  function takeRound(place) {
    const side = board.sides.find((each) => each.place === place);
    const entries = board.others.map(({ title, request }) => ({ title, request, ways: [], at: 0 }));
    const own = board.others.find((choice) => choice.own.length);
    if (own) entries.push({ title: words.ownDie, request: null, ways: own.own, at: -1 });
    sheets.openTree(words.takesRound(side.name), entries);
  }

  function explainAgain() {
    explained.clear();
    remember("explained", []);
    showGuide();
  }

  // `another`: it is not the game that stood here.
  function show(reply, another = false) {
    const before = board;
    board = reply.board;
    words = wordsFor(reply.language);
    root.lang = reply.language ?? "en";
    if (before && before.stage !== board.stage) passGuide(before.stage);
    if (another) keepTold(null);
    if (reply.told) keepTold({ title: reply.told.title, text: [...(told?.text ?? []), ...reply.told.text] });
    const rolls = isNewRoll(before, board);
    root.classList.toggle("rolls", rolls);
    root.classList.toggle("guided", board.sides.every((side) => side.cards.length === 0));
    const held = part.panel.contains(document.activeElement) || document.activeElement?.disabled;
    showWords();
    table.show(board);
    showHead(reply);
    showOrders(rolls);
    showChoices();
    showOdds();
    showStory();
    // What had the focus may be gone: the keyboard goes on from the panel.
    if (before && (held || document.activeElement?.disabled)) part.panel.focus({ preventScroll: true });
    announce(before, reply);
  }

  function showWords() {
    for (const [name, button] of Object.entries(part.named)) {
      button.querySelector(".label").textContent = words[name];
    }
    part.panel.setAttribute("aria-label", words.whatToDo);
  }

  function showHead({ unsaved, notice }) {
    const edition = make("span.edition-name", {}, board.edition ?? "");
    part.title.replaceChildren(make("span.game-name", {}, board.title), " ", edition);
    part.where.textContent = board.where;
    part.warning.textContent = unsaved ?? "";
    part.warning.hidden = !unsaved;
    part.named.undo.disabled = board.undo === null;
    part.undone.textContent = board.undo ?? "";
    part.named.undo.setAttribute("aria-label", board.undo ? words.undoes(board.undo) : words.undo);
    if (notice) showToast(notice);
  }

  function showOrders(rolls) {
    part.rolled.hidden = board.die.length === 0 && board.result === "";
    dice.show(board.die, board.colours ?? [], rolls);
    part.result.textContent = board.result;
    part.kept.replaceChildren(...board.kept.map((said) => make("li", {}, said.replace(/\.$/, ""))));
    part.kept.hidden = board.kept.length === 0;
    showTold();
    showGuide();
    const steps = JSON.stringify([board.where, board.active, board.result, board.steps]);
    if (steps !== shownSteps) part.steps.replaceChildren(...board.steps.map(makeStep));
    if (steps !== shownSteps) part.orders.scrollTop = 0;
    shownSteps = steps;
    const empty = [...part.orders.children].every((each) => each.hidden || [part.steps, part.story].includes(each));
    part.orders.classList.toggle("empty", empty && board.steps.length === 0);
  }

  // It stays over a reload, until the player says that it is done.
  function keepTold(now) {
    told = now;
    remember("told", told);
  }

  function showTold() {
    part.told.hidden = told === null;
    if (told === null) return;
    const ok = make("button.primary", {}, words.ok);
    ok.onclick = () => {
      keepTold(null);
      showTold();
      part.panel.focus({ preventScroll: true });
    };
    const text = told.text.map((line) => make("li", {}, line));
    part.told.replaceChildren(make("h3", {}, told.title), make("ul", {}, ...text), ok);
  }

  function showGuide() {
    const said = explained.has(board.stage) ? undefined : words.guide[board.stage];
    part.guide.hidden = said === undefined;
    if (said === undefined) return;
    const skip = make("button.quiet", {}, icon("close"));
    skip.setAttribute("aria-label", words.guideSkip);
    skip.title = words.guideSkip;
    skip.onclick = () => {
      Object.keys(words.guide).forEach(passGuide);
      showGuide();
      part.panel.focus({ preventScroll: true });
    };
    part.guide.replaceChildren(make("p", {}, said), skip);
  }

  function passGuide(stage) {
    explained.add(stage);
    remember("explained", [...explained]);
  }

  function showChoices() {
    const meanings = new Set(board.choices.map(({ title, meaning }) => `${title}: ${meaning}`));
    const asks = board.asks.filter((sentence) => !meanings.has(sentence));
    part.asks.replaceChildren(...asks.map((sentence) => make("p", {}, sentence)));
    part.choices.replaceChildren(...makeChoices(board, words, answer, openOwn));
    if (board.over && leave) {
      part.choices.append(make("button.choice.primary", { onclick: leave }, words.games));
    }
    const numbers = board.choices.filter(({ number }) => number !== null).length;
    part.choices.classList.toggle("numbers", numbers > 2 && numbers <= MOST_NUMBERS);
    part.choices.classList.toggle("meant", board.choices.some(({ meaning }) => meaning));
    part.act.scrollTop = 0;
  }

  function answer(choice) {
    if (choice.card) table.pick(choice.card.side, choice.card.name);
    take(choice.request);
  }

  function openOwn(choice) {
    sheets.openTree(words.ownDieTitle, choice.own);
  }

  async function showOdds() {
    const rolls = board.choices.some((choice) => choice.rolls);
    const odds = rolls ? await ask({ do: "odds" }) : { throws: 0, cards: [] };
    if (!odds.error) table.showOdds(odds);
  }

  // With room for it, the log's latest lines stand below the orders.
  async function showStory() {
    const found = hasRoom.matches ? await ask({ do: "log" }) : {};
    part.story.hidden = !found.lines?.length;
    if (part.story.hidden) return;
    const heading = make("h3", {}, words.log);
    part.story.replaceChildren(heading, make("ol.lines", {}, ...found.lines.map(sheets.makeLine)));
  }

  // Each order is said once: what stood before is no news.
  function announce(before, { told: news, notice, unsaved }) {
    const old = new Set([...(before?.steps ?? []), before?.result]);
    const orders = [board.result, ...board.steps].filter((said) => said && !old.has(said));
    const toldNow = news ? [news.title, ...news.text] : [];
    const said = [...toldNow, ...orders, ...board.asks, notice, unsaved].filter(Boolean).join(" ");
    part.said.textContent = said === part.said.textContent ? `${said}\u00a0` : said;
  }

  // While the program loads, the board that was kept is there to look at; `bar` says so in the
  // place of the tools, and is null when it has come.
  function wait(bar) {
    loading = bar !== null;
    root.classList.toggle("loading", loading);
    for (const each of [table.element, part.orders, part.act, part.tools]) each.inert = loading;
    if (bar) part.panel.append(bar);
  }

  let toastEnds = 0;
  function showToast(said) {
    part.toast.textContent = said;
    part.toast.classList.add("shown");
    clearTimeout(toastEnds);
    toastEnds = setTimeout(() => part.toast.classList.remove("shown"), TOAST_MS);
  }

  const keys = {
    u: undo,
    l: () => sheets.openLog(),
    r: () => sheets.openRules(),
    m: () => sheets.openMore(board.actions),
    "?": () => sheets.openHelp(),
  };
  part.named.log.onclick = keys.l;
  part.named.rules.onclick = keys.r;
  part.named.more.onclick = keys.m;
  part.named.help.onclick = keys["?"];

  function takeKey(event) {
    // A held key says one thing once.
    if (event.repeat && ["Enter", " "].includes(event.key)) return event.preventDefault();
    const elsewhere = loading || event.ctrlKey || event.altKey || event.metaKey || event.repeat;
    if (elsewhere || board === null || root.hidden || sheets.dialog.open) return;
    if (event.key === "Enter" || event.key === " ") return takeEnter(event);
    if (event.target.closest("input:not([type=checkbox]), select, textarea")) return;
    const key = event.key.toLowerCase();
    if (/^[a-e]$/.test(key)) return takeLetter(key.toUpperCase());
    if (/^[0-9]$/.test(key)) return takeDigit(Number(key));
    keys[key]?.();
  }

  // A button or tick that has the focus takes the key itself.
  function takeEnter(event) {
    if (event.target.closest("button, input, a, summary")) return;
    event.preventDefault();
    if (board.enter !== null) take(board.choices[board.enter].request);
  }

  function takeLetter(letter) {
    const meant = board.choices.filter(({ card }) => card?.name[0] === letter);
    if (meant.length === 1) answer(meant[0]);
  }

  // Where a number is asked for a digit is that number, and else the place of an answer.
  function takeDigit(digit) {
    const field = part.choices.querySelector("#number");
    if (field) {
      field.focus(); // and the digit goes there
      return field.select();
    }
    const asked = board.choices.some(({ number }) => number !== null);
    const said = board.choices.find(({ number }) => number === digit);
    const places = board.choices.filter(({ request }) => request !== null);
    const choice = asked ? said : places[digit - 1];
    if (choice) answer(choice);
  }

  document.addEventListener("keydown", takeKey);
  document.addEventListener("visibilitychange", keepAwake); // a hidden page loses it
  keepAwake();
  hasRoom.addEventListener("change", () => board && showStory());
  return { show, wait };
}

function isNewRoll(before, board) {
  if (!before || board.die.length === 0 || before.answers >= board.answers) return false;
  return before.die.length === 0 || String(before.die) !== String(board.die);
}

function makeStep(said) {
  const box = make("input", { type: "checkbox" });
  return make("li", {}, make("label.step", {}, box, make("span", {}, said)));
}
