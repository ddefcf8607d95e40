// The language that the player chose in this browser.

import { make, recall, remember } from "./board_make.js";
import { WORDS, wordsFor } from "./board_words.js";

// Gives a language that the page has, or null.
export const known = (code) => (code in WORDS ? code : null);
export const chosenLanguage = () => known(recall("language"));

// What it is chosen with; it stands on `language`, and `change(code)` has all written in another.
export function makeLanguageChoice(language, change) {
  const options = Object.entries(WORDS).map(([value, { name }]) => make("option", { value, lang: value }, name));
  const list = make("select", {}, ...options);
  list.value = language;
  list.onchange = () => {
    remember("language", list.value);
    change(list.value);
  };
  return make("label.language", {}, make("span", {}, wordsFor(language).language), list);
}
