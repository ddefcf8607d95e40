// What the orders panel says beside the steps: what was taken back, and the guide of the first round.
// Both stay over a reload until the player has done with them.

import { icon, make, recall, remember } from "./board_make.js";

// `element` is filled, `words()` gives the page's words; `done` is called when the player has read it,
// and `redo()` gives what takes the undo back, or null.
export function makeTold(element, words, done, redo) {
  let told = recall("told");

  function keep(now) {
    told = now;
    remember("told", told);
  }

  // `fresh` is what an answer came to, or null: then only what is to be put right by hand stays.
  function follow(fresh) {
    if (fresh === null) return told?.by_hand || keep(null);
    const text = [...(told?.text ?? []), ...fresh.text];
    keep({ ...fresh, text, by_hand: fresh.by_hand || (told?.by_hand ?? false) });
  }

  function show() {
    element.hidden = told === null;
    if (told === null) return;
    const ok = make("button.primary", {}, words().ok);
    ok.onclick = () => {
      keep(null);
      show();
      done();
    };
    const text = told.text.map((line) => make("li", {}, line));
    const again = redo() && make("button.quiet", { onclick: redo() }, words().redo);
    const buttons = make("div.buttons", {}, ok, again);
    element.replaceChildren(make("h3", {}, told.title), make("ul", {}, ...text), buttons);
  }

  return { follow, show, clear: () => keep(null) };
}

// A number is chosen without a card, and a guided list goes on without a roll.
function isAsExplained({ stage, sides, choices }) {
  const offersCard = sides.some(({ cards }) => cards.some(({ offered }) => offered));
  if (["choose", "nominate"].includes(stage)) return offersCard;
  return stage !== "ready" || choices.some(({ rolls }) => rolls);
}

export function makeGuide(element, words, done) {
  const explained = new Set(recall("explained") ?? []);
  let stage = null;

  function pass(name) {
    explained.add(name);
    remember("explained", [...explained]);
  }

  // Each stage is explained until the game has gone on from it once.
  function follow(board) {
    const now = isAsExplained(board) ? board.stage : null;
    if (stage !== null && stage !== now) pass(stage);
    stage = now;
    show();
  }

  function show() {
    const said = explained.has(stage) ? undefined : words().guide[stage];
    element.hidden = said === undefined;
    if (said === undefined) return;
    const skip = make("button.quiet", { ariaLabel: words().guideSkip, title: words().guideSkip }, icon("close"));
    skip.onclick = () => {
      Object.keys(words().guide).forEach(pass);
      show();
      done();
    };
    element.replaceChildren(make("p", {}, said), skip);
  }

  function again() {
    explained.clear();
    remember("explained", []);
    show();
  }

  return { follow, again };
}
