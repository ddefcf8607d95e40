// Begins a game, plays a turn of it, and goes back: clicks what a finger could tap. Or, if the page has
// `pressKey`, which presses a key of the keyboard, by its keys alone.
//
// Returns how many taps it took, where the game is then, and what was amiss: a sentence each. `seed`
// decides what is chosen.
async ({ title, edition, seed, mostTaps, isPhone }) => {
  const TARGET = 44;
  const TEXT = 16;
  const MAX_TABS = 100;
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

  // The key that stands for it on the board; null where it is reached as anything else on a page.
  function findKey(each, choices) {
    const { activeElement: focused } = document;
    if (each.closest(".number-field") || !each.closest(".panel, .mat")) return null;
    if (name(each) === name(root.querySelector(".leave"))) return null; // after the last answer
    if (each.matches(".primary")) return focused.closest("button, input, a, summary") ? null : "Enter";
    const letter = each.dataset.name?.[0];
    const alike = choices.filter(({ dataset }) => dataset.name?.[0] === letter);
    if (letter) return alike.length === 1 ? letter.toLowerCase() : null;
    const answers = choices.filter((choice) => choice.matches(".choice"));
    const key = answers.some((answer) => answer.matches(".number")) ? each.textContent : `${answers.indexOf(each) + 1}`;
    return /^[0-9]$/.test(key) && !root.querySelector("#number") ? key : null;
  }

  // `find` finds it again: a list may be drawn once more meanwhile.
  async function touch(find, choices = []) {
    if (!self.pressKey) return find().click();
    const key = findKey(find(), choices);
    for (let tabs = 0; key === null && document.activeElement !== find(); tabs += 1) {
      if (tabs > MAX_TABS) throw new Error(`No key comes to ${name(find())}.`);
      await self.pressKey("Tab");
    }
    await self.pressKey(key ?? "Enter");
  }

  async function tap() {
    const choices = visible(".choice:not(:disabled), .card.offered");
    const main = choices.find((each) => each.classList.contains("primary"));
    const tapped = main && decide(3) > 0 ? main : choices[decide(choices.length)];
    const asked = root.querySelector(".choices").firstChild;
    await touch(() => tapped, choices);
    taps += 1;
    const dialog = document.querySelector("dialog[open]");
    if (dialog) await touch(() => dialog.querySelector(".close"));
    const isAnswered = () => asked !== root.querySelector(".choices").firstChild || tapped.matches(".step-by");
    await until(`the answer to ${name(tapped)}`, () => (dialog || hasLeft() || isAnswered()) && !root.classList.contains("busy"));
  }

  const isSheet = (each) =>
    each.querySelector(".name").textContent === title && each.querySelector(".edition").textContent.includes(edition);
  const find = () => [...document.querySelectorAll(".sheet-card")].find(isSheet);
  await until(title, find);
  await touch(find);
  await until("its page", () => document.querySelector(".begin"));
  await touch(() => document.querySelector(".begin"));
  const isReady = () => root.checkVisibility() && root.querySelector(".game-name")?.textContent === title;
  await until("the board", () => isReady() && visible(".choice").length > 0 && !root.classList.contains("loading"));
  const first = turn();
  for (look(); taps < mostTaps && turn() <= first && !hasLeft(); look()) await tap();
  if (!hasLeft()) await touch(() => root.querySelector(".leave"));
  return { taps, where: where(), amiss: [...amiss] };
}
