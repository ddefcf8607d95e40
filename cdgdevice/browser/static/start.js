// The first page: which game, what it needs on the table, and the games that were begun.

import { makeBluetoothDie } from "./bluetooth_die.js";
import { makeBoard } from "./board.js";
import { chosenLanguage, known, makeLanguageChoice } from "./board_language.js";
import { icon, make, readNames, recall, remember } from "./board_make.js";
import { makeHelp } from "./board_sheets.js";
import { wordsFor } from "./board_words.js";
import { openPlay } from "./play.js";
import { hasLink, takeLink, writeLink } from "./shared_link.js";

// The browser's, until the player chooses another.
const language = chosenLanguage() ?? known(navigator.language.toLowerCase().slice(0, 2)) ?? "en";
document.documentElement.lang = language;
const words = wordsFor(language).start;

const FEW_GAMES = 3;
const GAMES = "#games"; // where the page starts again with its list of games
const LONGEST_NAME = 20;
const LONGEST_SIDE = 14;
const MAX_BROUGHT = 64 * 1024 * 1024;
const start = document.getElementById("start");
const root = document.getElementById("board");
let play = null; // null until the program is here
let away = words.loading; // why it isn't
let failed = false; // it will not come
let busy = false;
let wentToGames = location.hash === GAMES;
let wanted = null; // the sheet to be begun as soon as it is, with the names of its sides

const part = {
  search: make("input", { type: "search", id: "search", autocomplete: "off", placeholder: words.find }),
  sheets: make("ul.sheets"),
  games: make("section.mine", { hidden: true }),
  load: make("progress", { max: 1, value: 0, ariaLabel: words.loading }),
  loading: make("p", {}, words.loading),
  trouble: make("p.trouble", { role: "alert", hidden: true }),
  refusal: make("p.trouble", { role: "alert", hidden: true }),
  dialog: make("dialog.sheet"),
  all: make("button.carry", { hidden: true, onclick: (event) => saveAll(event) }, words.saveAll),
};
const die = makeBluetoothDie({
  ask,
  words: () => wordsFor(root.lang || language).bluetooth,
  tell: (said) => (root.hidden ? showTrouble(said) : board.tell(said)),
  rolled: (reply) => board.takeRoll(reply),
  plays: () => !root.hidden,
});
const bluetooth = "bluetooth" in navigator ? die : null;
const board = makeBoard(root, ask, { leave: goToGames, share, chooseLanguage, bluetooth });

// Keeps the latest board: it is shown at once when the page is opened again.
async function ask(question) {
  if (play === null) return { error: away };
  const reply = await play.ask(question);
  if (reply.board) remember("latest", { ...reply, told: null, notice: null });
  if (reply.die) die.follow(reply.die);
  return reply;
}

function chooseLanguage() {
  return makeLanguageChoice(language, async (code) => {
    await ask({ do: "language", code });
    if (root.hidden) location.hash = GAMES;
    location.reload();
  });
}

// What one tap began is done before another begins anything.
async function once(does) {
  if (busy) return;
  busy = true;
  try {
    await does();
  } finally {
    busy = false;
    if (hasLink()) openShared(); // one that came meanwhile
  }
}

function layOut() {
  const label = make("label.unseen", { htmlFor: "search" }, words.find);
  const file = make("input.unseen", { type: "file", accept: ".cdg,.zip", id: "bring", onchange: bring });
  const carry = make("label.carry", { htmlFor: "bring" }, words.bring);
  part.files = make("section.files", { hidden: true }, file, carry, part.all);
  const help = make("button.quiet.help", { onclick: openHelp, ariaLabel: wordsFor(language).help }, make("span.sign", {}, "?"));
  const heading = make("div.heading", {}, make("h1", {}, words.title), help);
  start.append(
    make("header.welcome", {}, heading, ...words.about.map((said) => make("p", {}, said))),
    part.games,
    make("section", {}, make("h2", {}, words.choose), label, part.search, part.sheets),
    part.files,
    chooseLanguage(),
    part.dialog,
  );
  start.before(part.trouble);
  part.footer = make("div.load", { role: "status" }, part.loading, part.load);
  start.after(part.footer);
  part.dialog.addEventListener("click", (event) => event.target === part.dialog && part.dialog.close());
}

// The list of games is a small file of its own: it is there long before the program.
async function listSheets() {
  const answer = await fetch("sheets.json");
  const sheets = await answer.json();
  const recent = recall("recent") ?? [];
  const rank = ({ id }) => (recent.includes(id) ? recent.indexOf(id) : recent.length);
  const sorted = sheets.sort((one, other) => rank(one) - rank(other));
  const rows = sorted.map((sheet) => ({ sheet, row: makeSheet(sheet, recent.includes(sheet.id)) }));
  part.none = make("li.none", { hidden: true }, words.none);
  part.sheets.replaceChildren(...rows.map(({ row }) => row), part.none);
  const find = () => {
    const sought = part.search.value.toLowerCase().trim().split(/\s+/);
    for (const { sheet, row } of rows) {
      const text = [sheet.title, sheet.edition, sheet.publisher, sheet.year, ...sheet.sides, sheet.source];
      row.hidden = !sought.every((word) => text.join(" ").toLowerCase().includes(word));
    }
    part.none.hidden = rows.some(({ row }) => !row.hidden);
  };
  part.search.addEventListener("input", find);
  find();
}

function makeSheet(sheet, isRecent) {
  const made = [sheet.publisher, sheet.year].filter(Boolean).join(", ");
  const button = make("button.sheet-card", { onclick: () => openSheet(sheet) });
  button.append(
    make("span.crest", { ariaHidden: "true" }, make("i"), make("i")),
    make("span.name", {}, sheet.title),
    make("span.edition", {}, words.edition(sheet.edition)),
    make("span.made", {}, isRecent ? `${words.recent} · ${made}` : made),
  );
  return make("li", {}, button);
}

function openHelp() {
  const said = wordsFor(language);
  openDialog(said.help, ...makeHelp(said));
}

// Opens the first page's sheet with what it is about.
function openDialog(title, ...parts) {
  const close = make("button.quiet.close", { ariaLabel: words.close, onclick: () => part.dialog.close() }, icon("close"));
  part.dialog.setAttribute("aria-labelledby", "begin-title");
  const header = make("header", {}, make("h2", { id: "begin-title" }, title), close);
  part.dialog.replaceChildren(header, make("div.sheet-body", { tabIndex: 0 }, ...parts));
  if (!part.dialog.open) part.dialog.showModal();
}

// What a dialog that stays open says in itself; nothing where `said` is empty.
function refuse(said) {
  part.refusal.textContent = said ?? "";
  part.refusal.hidden = !said;
}

function openSheet(sheet, given) {
  const fields = sheet.sides.map((side, at) => {
    const field = make("input", { type: "text", id: `side-${at}`, maxLength: LONGEST_SIDE, autocomplete: "off" });
    return Object.assign(field, { placeholder: side, value: given?.[at] ?? "" });
  });
  const names = fields.map((field, at) => make("label", { htmlFor: field.id }, words.sideName(sheet.sides[at]), field));
  const begin = make("button.primary.begin", {}, words.begin);
  begin.onclick = () => begins({ sheet, names: readNames(fields, sheet.sides) });
  openDialog(
    sheet.title,
    make("p", {}, words.sides(sheet.sides)),
    make("h3", {}, words.need),
    make("ul.needed", {}, ...words.needs(sheet.title).map((said) => make("li", {}, said))),
    make("p.quiet-text", {}, `${words.from} ${sheet.source}.`),
    make("details.options", { open: Boolean(given) }, make("summary", {}, words.nameSides), ...names),
    part.refusal,
    begin,
  );
  refuse();
  begin.focus();
}

function begins(chosen) {
  const { sheet, names } = chosen;
  if (failed) return showTrouble(away);
  if (busy) return;
  if (play === null) {
    wanted = chosen;
    part.dialog.close();
    part.loading.textContent = words.soon(sheet.title);
    return;
  }
  wanted = null;
  once(async () => {
    const reply = await ask({ do: "begin", sheet: sheet.id, options: {}, names });
    if (reply.error) {
      openSheet(sheet, names); // with what was typed: it may be closed, or another's
      return refuse(reply.error);
    }
    remember("recent", [sheet.id, ...(recall("recent") ?? []).filter((id) => id !== sheet.id)].slice(0, 6));
    showBoard(reply, true);
    navigator.storage?.persist?.(); // so that the browser doesn't clear the games away
  });
}

// Asks for a board and lays it on the table; a refusal is told where the player is.
const lay = (question, another = true) =>
  once(async () => {
    const reply = await ask(question);
    if (reply.error) return showTrouble(reply.error);
    if (reply.board === null) return showStart();
    showBoard(reply, another);
  });

function showBoard(reply, another = false) {
  part.dialog.close(); // it is of the start, and would stay in front of the board unseen
  start.hidden = true;
  root.hidden = false;
  part.trouble.hidden = true;
  if (play === null) board.wait(part.footer);
  board.show(reply, another);
  scrollTo(0, 0);
}

function goToGames() {
  wentToGames = true;
  showStart();
}

async function showStart() {
  root.hidden = true;
  start.hidden = false;
  if (play === null) start.after(part.footer);
  listSheets();
  showGames((await ask({ do: "games" })).games ?? []);
}

function showGames(games, all = games.length <= FEW_GAMES + 1) {
  const shown = all ? games : games.slice(0, FEW_GAMES);
  const rest = make("button.quiet", { onclick: () => showGames(games, true) }, words.allGames(games.length));
  part.games.hidden = games.length === 0;
  part.all.hidden = games.length === 0;
  part.games.replaceChildren(make("h2", {}, words.mine), make("ul.games", {}, ...shown.map(makeGame)));
  if (!all) part.games.append(rest);
}

function makeGame(game) {
  const open = make("button.game", { onclick: () => lay({ do: "resume", number: game.number }, !game.current) });
  const played = game.last && words.played(new Date(game.last).toLocaleDateString(language));
  const about = [game.name && game.title, game.stands, played];
  open.append(
    make("span.name", {}, game.name || game.title),
    make("span.made", {}, game.fault ?? about.filter(Boolean).join(" · ")),
  );
  open.disabled = game.fault !== null;
  const more = make("button.quiet", { onclick: () => openGame(game) }, icon("more"));
  more.setAttribute("aria-label", words.moreOf(game.name || game.title));
  return make("li", {}, open, more);
}

function openGame(game) {
  const field = make("input", { type: "text", id: "game-name", value: game.name, maxLength: LONGEST_NAME, autocomplete: "off" });
  const entry = (said, does) => make("button.entry", { onclick: does }, said);
  const change = (question) =>
    once(async () => {
      const reply = await play.ask(question);
      refuse(reply.error);
      if (reply.error) return;
      part.trouble.hidden = true;
      part.dialog.close();
      showGames(reply.games);
      if (reply.unsaved) showTrouble(reply.unsaved);
    });
  const rename = () => change({ do: "rename", number: game.number, name: field.value });
  // No `onkeydown`: what that returns would keep letters out of the field.
  field.addEventListener("keydown", ({ key, repeat }) => key === "Enter" && !repeat && rename());
  refuse();
  const remove = entry(words.remove, (event) => {
    if (event.detail > 1) return; // the second tap of a double one says nothing
    if (remove.classList.contains("armed")) return change({ do: "delete", number: game.number });
    remove.classList.add("armed");
    remove.textContent = words.removeSure;
  });
  remove.hidden = game.current; // the game on the table can't be deleted
  openDialog(
    game.name || game.title,
    make("label", { htmlFor: "game-name" }, words.name),
    field,
    part.refusal,
    entry(words.rename, rename),
    entry(words.save, ({ target }) => saveGame(game, target)),
    remove,
  );
}

const saveGame = (game, button) =>
  save(() => play.exportGame(game.number), `${plain(game.title)}-${day(game.last)}.cdg`, button);
const saveAll = ({ target }) => save(() => play.exportAll(), `games-${day()}.zip`, target);

// Letters, digits and hyphens, which any system can have in the name of a file.
const plain = (said) =>
  said.normalize("NFKD").replace(/[\u0300-\u036f'’]/g, "").toLowerCase().replace(/[^a-z0-9]+/g, "-").replace(/^-|-$/g, "");

function day(time) {
  const date = time ? new Date(time) : new Date();
  const two = (number) => String(number).padStart(2, "0");
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}

async function save(pack, name, button) {
  try {
    const url = URL.createObjectURL(await pack());
    make("a", { href: url, download: name }).click();
    setTimeout(() => URL.revokeObjectURL(url), 60000);
    button.textContent = words.saved(name);
  } catch (error) {
    showTrouble(error.message);
  }
}

async function bring({ target }) {
  const [file] = target.files;
  if (!file) return;
  await once(() => bringFile(file));
  target.value = ""; // so that the same file can be picked again
}

async function bringFile(file) {
  if (file.size > MAX_BROUGHT) return showTrouble(words.tooBig(file.name));
  const reply = await play.bring(file).catch(() => ({ error: words.unreadable(file.name) }));
  if (reply.error) return showTrouble(reply.error);
  remember("latest", { ...reply, notice: null });
  showOpened(reply);
}

function showOpened(reply) {
  const opened = words.opened([reply.board.title, reply.board.edition].filter(Boolean).join(" "));
  showBoard({ ...reply, notice: [opened, reply.notice].filter(Boolean).join(" ") }, true);
}

async function share() {
  const { shared, error } = await ask({ do: "share" });
  return error ? { error } : { link: writeLink(shared) };
}

// Opens the game of a link that somebody shared, as one more game.
async function openShared() {
  if (!play || !hasLink()) return;
  await once(async () => {
    const shared = takeLink();
    const reply = await ask({ do: "open", shared });
    if (reply.error) showTrouble(reply.error);
    else showOpened(reply);
  });
}

function showTrouble(said) {
  part.dialog.close();
  part.trouble.textContent = said;
  part.trouble.hidden = false;
  scrollTo(0, 0);
}

function showProgress(loaded, total) {
  part.load.value = total ? loaded / total : 0;
  const here = loaded < total ? words.loadingBytes(loaded, total) : words.starting;
  part.loading.textContent = wanted ? words.soon(wanted.sheet.title) : here;
}

function showLatest() {
  const latest = recall("latest");
  if (!latest?.board || wentToGames) return;
  try {
    showBoard(latest);
  } catch {
    // Another version kept it: the program writes its own in a moment.
    root.hidden = true;
    start.hidden = false;
  }
}

async function open() {
  try {
    play = await openPlay({ progress: showProgress, lost: showTrouble });
  } catch (error) {
    part.footer.hidden = true;
    away = error.message;
    failed = true;
    return showTrouble(away);
  }
  part.files.hidden = false;
  const reply = await ask({ do: "language", code: language });
  part.footer.hidden = true;
  board.wait(null);
  if (wanted && !hasLink()) return begins(wanted);
  if (reply.board && !wentToGames && !part.dialog.open) showBoard(reply);
  else if (root.hidden || !reply.board) showStart();
  openShared();
}

if (wentToGames) history.replaceState(null, "", location.pathname + location.search);
addEventListener("keydown", ({ key, target }) => {
  if (key === "?" && !start.hidden && !part.dialog.open && target.tagName !== "INPUT") openHelp();
});
addEventListener("hashchange", openShared);
layOut();
listSheets();
showLatest();
open();
