// Begins a game, plays a turn of it, and goes back: clicks what a finger could tap.
//
// Returns how many taps it took, where the game is then, and what was amiss: a sentence each. `seed`
// decides what is chosen.
async ({ title, edition, seed, mostTaps, isPhone }) => {
  const TARGET = 44;
  const TEXT = 16;
  const PATIENCE = 120000;
  const root = document.querySelector("#board");
  const amiss = new Set();
  let taps = 0;

  // Always the same for the same seed.
  const decide = (count) => {
    seed = (seed * 1103515245 + 12345) % 2 ** 31;
    return (seed >> 8) % count;
  };
  const frame = () => new Promise((resolve) => setTimeout(resolve));
  const until = async (what, holds) => {
    for (const begun = performance.now(); !holds(); await frame()) {
      if (performance.now() - begun > PATIENCE) throw new Error(`It never came: ${what}.`);
    }
  };
  const visible = (selector) => [...root.querySelectorAll(selector)].filter((each) => each.checkVisibility());
  const name = (each) => each.getAttribute("aria-label") ?? each.textContent;

  // What a finger on the middle of it would meet; long lists may be scrolled to it, the page may not.
  function isInReach(each) {
    each.scrollIntoView({ block: "nearest" });
    const { x, y, width, height } = each.getBoundingClientRect();
    const met = document.elementFromPoint(x + width / 2, y + height / 2);
    return scrollY === 0 && met !== null && each.contains(met);
  }

  // What moves is looked at where it comes to rest.
  function stopMotion() {
    for (const each of root.getAnimations({ subtree: true })) {
      if (each.effect.getComputedTiming().endTime < Infinity) each.finish();
    }
  }

  function look() {
    stopMotion();
    const wide = document.documentElement.scrollWidth;
    if (wide > innerWidth) amiss.add(`The page is ${wide} wide in a window of ${innerWidth}.`);
    for (const each of visible(".choice, .card.offered, .tool")) {
      const { width, height } = each.getBoundingClientRect();
      if (isPhone && Math.min(width, height) < TARGET) amiss.add(`${name(each)}: ${width} by ${height}.`);
      if (!isInReach(each)) amiss.add(`${name(each)} is out of reach at ${where()}.`);
    }
    for (const each of isPhone ? visible(".steps span, .asks p, .choice span, .choice small") : []) {
      const size = parseFloat(getComputedStyle(each).fontSize);
      if (size < TEXT) amiss.add(`${each.textContent}: letters of ${size} pixels.`);
    }
  }

  const where = () => root.querySelector(".where").textContent;
  const turn = () => Number(where().match(/\d+/)?.[0] ?? 0);
  const hasLeft = () => !root.checkVisibility(); // after its last answer a game offers only that

  async function tap() {
    const choices = visible(".choice:not(:disabled), .card.offered");
    const main = choices.find((each) => each.classList.contains("primary"));
    const tapped = main && decide(3) > 0 ? main : choices[decide(choices.length)];
    tapped.click();
    taps += 1;
    const dialog = document.querySelector("dialog[open]");
    if (dialog) dialog.querySelector(".close").click();
    await until(`the answer to ${name(tapped)}`, () => !root.classList.contains("busy"));
  }

  const isSheet = (each) =>
    each.querySelector(".name").textContent === title && each.querySelector(".edition").textContent.includes(edition);
  await until(title, () => [...document.querySelectorAll(".sheet-card")].find(isSheet)?.click() ?? document.querySelector(".begin"));
  document.querySelector(".begin").click();
  const isReady = () => root.checkVisibility() && root.querySelector(".game-name")?.textContent === title;
  await until("the board", () => isReady() && visible(".choice").length > 0 && !root.classList.contains("loading"));
  const first = turn();
  for (look(); taps < mostTaps && turn() <= first && !hasLeft(); look()) await tap();
  if (!hasLeft()) root.querySelector(".leave").click();
  return { taps, where: where(), amiss: [...amiss] };
}
