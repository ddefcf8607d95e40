// What lies over the board while it is open: the log, the rules and notes, seldom actions, help.

import { icon, keepAwake, make, recall, remember } from "./board_make.js";
import { rattle } from "./board_die.js";
import { makeScreensFold } from "./board_screens.js";
import { makeStatistics } from "./board_statistics.js";

// What ends more than a slip should is asked for twice.
const ENDS = ["end-game", "end-turn"];

// `words()` gives the page's words, `hasSwitches` says whether sound and screen are set here; the rest
// is what the sheets do to the game.
export function makeSheets(words, { ask, take, undoTo, explainAgain, share, chooseLanguage, bluetooth }, hasSwitches) {
  const title = make("h2", { id: "sheet-title" });
  const back = make("button.quiet.back", { hidden: true }, icon("back"));
  const close = make("button.quiet.close", { onclick: () => dialog.close() }, icon("close"));
  const body = make("div.sheet-body", { tabIndex: 0 }); // it may be long, without a button in it
  const dialog = make("dialog.sheet", {}, make("header", {}, back, title, close), body);
  dialog.setAttribute("aria-labelledby", "sheet-title");
  dialog.addEventListener("click", (event) => event.target === dialog && dialog.close());

  function open(said, ...parts) {
    title.textContent = said;
    close.setAttribute("aria-label", words().close);
    back.setAttribute("aria-label", words().back);
    back.hidden = true;
    body.replaceChildren(...parts);
    if (!dialog.open) dialog.showModal();
    body.scrollTop = 0;
  }

  // Entries with further ways go down a level each; an entry with a request is taken.
  function openTree(said, entries, extra = null, above = null) {
    const numbers = entries.every((entry) => /^\d+$/.test(entry.title));
    const list = make(numbers ? "div.entries.numbers" : "div.entries");
    list.append(...entries.map(makeEntry));
    open(said, list, ...(extra ? [extra] : []));
    back.hidden = above === null;
    back.onclick = above;

    function makeEntry(entry) {
      const deeper = entry.ways.length > 0;
      const made = make(deeper ? "button.entry.deeper" : "button.entry", {}, entry.title);
      const again = () => openTree(said, entries, extra, above);
      made.onclick = (event) => {
        if (event.detail > 1) return; // the second tap of a double one says nothing
        if (deeper) return openTree(entry.title, entry.ways, null, again);
        if (ENDS.includes(entry.request?.action) && !made.classList.contains("armed")) {
          made.classList.add("armed");
          made.textContent = `${entry.title}?`;
          return;
        }
        dialog.close();
        take(entry.request);
      };
      return made;
    }
  }

  async function openLog() {
    const found = await ask({ do: "log" });
    if (found.error) return;
    const lines = make("ol.lines", {}, ...found.lines.map(makeLine));
    const none = found.lines.length + found.more === 0;
    const rest = none ? make("p.quiet-text", {}, words().nothingYet) : makeEarlier(found, lines);
    open(words().log, makeStatistics(words(), ask), lines, rest);
  }

  // What was before the latest lines can be read, and no longer be taken back.
  function makeEarlier({ lines, more }, list) {
    if (more === 0) return "";
    const entry = make("button.entry", {}, words().earlier(more));
    entry.onclick = async () => {
      const found = await ask({ do: "log", whole: true });
      if (found.error) return;
      const earlier = found.lines.slice(lines.length).map(({ said }) => make("li", {}, make("p", {}, said)));
      list.append(...earlier);
      entry.remove();
      body.focus();
    };
    return entry;
  }

  function makeLine({ before, count, said }) {
    const undo = make("button.quiet", {}, icon("undo"), make("span", {}, words().undoTo));
    undo.setAttribute("aria-label", `${words().undoTo}: ${said}`);
    undo.onclick = () => {
      // Several answers are much to lose by a slip: they are asked for twice.
      if (count > 1 && !undo.classList.contains("armed")) {
        undo.classList.add("armed");
        undo.lastChild.textContent = words().undoCount(count);
        undo.setAttribute("aria-label", words().undoCount(count));
        return;
      }
      dialog.close();
      undoTo(before);
    };
    return make("li", {}, make("p", {}, said), undo);
  }

  async function openRules() {
    const found = await ask({ do: "rules" });
    if (found.error) return;
    const rules = found.rules.length
      ? found.rules.map(makeNote)
      : [make("p.quiet-text", {}, words().noRules)];
    open(words().rules, make("h3", {}, words().rulesNow), ...rules, makeFinder());
  }

  function makeFinder() {
    const list = make("div.notes");
    const field = make("input", { type: "search", id: "find-notes", autocomplete: "off" });
    let latest = 0;
    async function find() {
      const mine = ++latest;
      const found = await ask({ do: "notes", words: field.value });
      if (mine !== latest || found.error) return;
      const notes = found.notes.map(makeNote);
      list.replaceChildren(...(notes.length ? notes : [make("p.quiet-text", {}, words().noNotes)]));
    }
    field.addEventListener("input", find);
    find();
    const label = make("label", { htmlFor: "find-notes" }, words().findNotes);
    return make("section", {}, make("h3", {}, words().notes), label, field, list);
  }

  // `redo`, if given, gives again what was taken back.
  function openMore(actions, redo) {
    openTree(words().more, actions, makeSettings());
    if (!redo) return;
    const again = make("button.entry", {}, words().redo);
    again.onclick = () => {
      dialog.close();
      redo();
    };
    body.firstChild.prepend(again);
  }

  function makeSettings() {
    const again = make("button.entry", {}, words().explain);
    again.onclick = () => {
      dialog.close();
      explainAgain();
    };
    const heading = make("h3", {}, words().settings);
    const language = chooseLanguage();
    if (!hasSwitches) return make("section.settings", {}, heading, language, again);
    const sound = makeSwitch("sound", words().sound, (on) => on && rattle());
    const vibration = makeSwitch("vibration", words().vibration, (on) => on && navigator.vibrate?.(40));
    const awake = makeSwitch("awake", words().awake, keepAwake);
    const sharing = share && makeSharing();
    const screens = makeScreensFold(words(), ask);
    return make("section.settings", {}, sharing, heading, language, bluetooth && makeLinking(), sound, vibration, awake, again, screens);
  }

  function makeLinking() {
    const entry = make("button.entry", {}, bluetooth.title());
    entry.onclick = () => {
      dialog.close();
      bluetooth.press();
    };
    return entry;
  }

  function makeSharing() {
    const said = make("p.quiet-text", { role: "status" });
    const entry = make("button.entry", {}, words().share);
    entry.onclick = async () => {
      const { link, error } = await share();
      if (error) return said.replaceChildren(error);
      const field = make("input", { type: "text", id: "link", readOnly: true, value: link });
      const copy = make("button.entry", {}, words().copy);
      copy.onclick = async () => {
        field.select();
        const copied = await navigator.clipboard.writeText(link).then(() => true, () => false);
        copy.textContent = copied ? words().copied : words().copyByHand;
      };
      const label = make("label", { htmlFor: "link" }, words().shareText);
      open(words().share, make("div.entries", {}, label, field, copy));
      field.select();
    };
    return make("div.entries", {}, entry, said);
  }

  function openHelp() {
    open(words().help, ...makeHelp(words()));
  }

  return { dialog, makeLine, openTree, openLog, openRules, openMore, openHelp };
}

export function makeHelp({ helpText, keyboard, keys }) {
  const named = keys.flatMap(([key, does]) => [make("dt", {}, key), make("dd", {}, does)]);
  const text = helpText.map((said) => make("p", {}, said));
  return [...text, make("h3", {}, keyboard), make("dl.keys", {}, ...named)];
}

// `of` is the order that a note is the rule of.
function makeNote({ of, title, text, source }) {
  const cited = source ? make("p.source", {}, source) : null;
  const order = of ? make("p.source", {}, of) : null;
  return make("article.note", {}, order, make("h4", {}, title), make("p", {}, text), cited);
}

function makeSwitch(name, said, tryIt) {
  const box = make("input", { type: "checkbox", checked: recall(name) === true });
  box.onchange = () => {
    remember(name, box.checked);
    tryIt(box.checked);
  };
  return make("label.switch", {}, box, make("span", {}, said));
}
