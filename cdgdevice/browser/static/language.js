// The language of the page without a gadget: the browser's, until the player chooses another.

import { make, recall, remember } from "./board_make.js";
import { WORDS } from "./board_words.js";

const known = (code) => (code in WORDS ? code : null);
const own = known(recall("language")) ?? known(navigator.language.toLowerCase().slice(0, 2));
export const language = own ?? "en";
document.documentElement.lang = language;

// `change(code)` has the program write another language; the page starts again in it.
export function makeLanguageChoice(change) {
  const options = Object.entries(WORDS).map(([value, { name }]) => make("option", { value, lang: value }, name));
  const list = make("select", {}, ...options);
  list.value = language;
  list.onchange = async () => {
    remember("language", list.value);
    await change(list.value);
    location.reload();
  };
  return make("label.language", {}, make("span", {}, WORDS[language].language), list);
}
