// Words for those who listen.

// Joins lines to one text: each ends as a sentence does, so that a pause is heard after it.
export function spoken(lines) {
  return lines.map((line) => (/[.!?:…]$/.test(line) ? line : `${line}.`)).join(" ");
}
