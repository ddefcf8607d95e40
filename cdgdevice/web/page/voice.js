// What a screen reader says by itself: new words, once, when they have come to rest.

import { spoken } from "./board_make.js";

const REST_MS = 350;

// `region` is a polite live region.
export function makeVoice(region) {
  const said = new Map(); // per speaker, the lines as last said
  const fresh = new Map(); // per speaker, the lines to say when all is at rest
  let timer = null;

  // `lines` are all that `speaker` shows now, in the language `lang`; only the ones that were not
  // there before are said, and none where they are not `heard`.
  function tell(speaker, lines, lang, heard = true) {
    fresh.set(speaker, { lines, lang, heard });
    clearTimeout(timer);
    timer = setTimeout(speak, REST_MS);
  }

  function speak() {
    const news = [];
    for (const [speaker, { lines, lang, heard }] of fresh) {
      const before = said.get(speaker) ?? [];
      const added = lines.filter((line) => !before.includes(line));
      if (heard && added.length > 0) news.push(inLanguage(`${speaker}: ${spoken(added)}`, lang));
      said.set(speaker, lines);
    }
    fresh.clear();
    if (news.length > 0) region.replaceChildren(...news.flatMap((each) => [each, " "]).slice(0, -1));
  }

  return tell;
}

function inLanguage(words, lang) {
  const span = document.createElement("span");
  span.lang = lang;
  span.textContent = words;
  return span;
}
