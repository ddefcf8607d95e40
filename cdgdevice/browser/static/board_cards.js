// The two sides of the table: their names and counts, their five spaces, and the cards there.

import { icon, make } from "./board_make.js";

const SPACES = ["A", "B", "C", "D", "E"];

// `take(side, name)` is called with a card that was tapped, `takeRound(side)` with the side that
// wants the round though the other one is at work. The elements stay, so that nothing moves and
// the focus keeps its place.
export function makeTable(words, take, takeRound) {
  const mats = { left: makeMat(), right: makeMat() };

  function makeMat() {
    const name = make("h2");
    const pips = make("span.pips", { ariaHidden: "true" });
    const counted = make("span.unseen");
    const others = make("button.quiet.others", { onclick: () => takeRound(mat.place) }, icon("swap"), make("span.label"));
    const spaces = SPACES.map(() => makeSpace());
    const element = make(
      "section.mat",
      {},
      make("header", {}, name, others, make("p.count", {}, pips, counted)),
      make("ol.spaces", {}, ...spaces.map((space) => space.slot)),
    );
    const mat = { element, name, pips, counted, others, spaces, cards: new Map(), place: "" };
    return mat;
  }

  function show(board) {
    for (const side of board.sides) {
      const mat = mats[side.place];
      mat.place = side.place;
      mat.element.classList.toggle("active", board.active === side.place && !board.over);
      mat.element.classList.toggle("bare", side.cards.length === 0); // a guided game has no cards
      mat.element.dataset.side = side.place;
      mat.name.textContent = side.name;
      mat.element.setAttribute("aria-label", side.name);
      showCount(mat, side);
      const offersRound = board.active !== side.place && board.others.length > 0;
      mat.others.disabled = !offersRound;
      mat.others.lastChild.textContent = words().takes;
      mat.others.setAttribute("aria-label", words().takesRound(side.name));
      mat.others.title = words().takesRound(side.name);
      for (const [place, space] of SPACES.entries()) {
        showSpace(mat, mat.spaces[place], side, SPACES[place]);
      }
    }
  }

  function showSpace(mat, space, side, letter) {
    const cards = side.cards.filter((card) => card.space === letter);
    while (space.cards.length < cards.length) addCard(space);
    while (space.cards.length > cards.length) space.cards.pop().remove();
    cards.forEach((card, place) => showCard(space.cards[place], card, side));
    space.slot.classList.toggle("doubled", cards.length > 1);
  }

  function addCard(space) {
    const button = make("button.card", {
      onclick: (event) => event.detail < 2 && take(button.dataset.side, button.dataset.name),
    });
    space.cards.push(button);
    space.slot.append(button);
  }

  function showCard(button, card, side) {
    const face = card.facing ?? "gap";
    const turned = button.dataset.face !== undefined && button.dataset.face !== face;
    Object.assign(button.dataset, { face, name: card.name, side: side.place });
    button.disabled = !card.offered;
    button.setAttribute("aria-label", `${side.name}, ${card.name}: ${card.words}`);
    button.classList.toggle("offered", card.offered);
    button.classList.remove("picked");
    button.replaceChildren(...makeFace(card));
    button.classList.remove("turned", "left");
    void button.offsetWidth; // an animation begins again only when its class has been away
    if (turned) button.classList.add(face === "gap" ? "left" : "turned");
  }

  function makeFace(card) {
    const [letter, number] = card.name;
    const drawn = [make("span.letter", {}, letter, number ? make("sub", {}, number) : "")];
    if (card.mark) {
      const said = make("span.mark-word", {}, words().marks[card.mark] ?? card.mark);
      drawn.push(make("span.mark", {}, icon(card.mark), said));
    }
    return drawn;
  }

  const find = (side, name) =>
    mats[side].spaces.flatMap((space) => space.cards).find((card) => card.dataset.name === name);

  // How many of the throws offer each card.
  function showOdds({ throws, cards }) {
    for (const old of element.querySelectorAll(".odds")) old.remove();
    for (const { side, name, count } of throws ? cards : []) {
      const card = find(side, name);
      card?.append(make("span.odds", {}, `${count}/${throws}`));
      card?.setAttribute("aria-label", `${card.getAttribute("aria-label")}, ${words().oddsOf(count, throws)}`);
    }
  }

  const pick = (side, name) => find(side, name)?.classList.add("picked");

  const element = make("div.table", {}, mats.left.element, mats.right.element);
  return { element, show, showOdds, pick };
}

function makeSpace() {
  const slot = make("li.slot");
  return { slot, cards: [] };
}

function showCount(mat, side) {
  mat.counted.textContent = side.counted;
  const known = side.left !== null && side.of !== null;
  mat.pips.hidden = !known;
  mat.counted.classList.toggle("unseen", known);
  if (!known) return;
  const pips = Array.from({ length: side.of }, (_, place) => make(place < side.left ? "i.full" : "i"));
  mat.pips.replaceChildren(...pips, make("b", {}, `${side.left}/${side.of}`));
}
