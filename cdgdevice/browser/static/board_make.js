// How the board's modules make their elements; no markup is ever read from a text.

// `make("button.plain", { type: "button" }, "Undo")`: properties are set where the element has them,
// and attributes otherwise.
export function make(kind, given = {}, ...children) {
  const [tag, ...classes] = kind.split(".");
  const made = document.createElement(tag);
  if (classes.length) made.className = classes.join(" ");
  if (tag === "button") made.type = "button";
  for (const [name, value] of Object.entries(given)) {
    if (value === undefined || value === null) continue;
    const aria = /^aria([A-Z]\w*)$/.exec(name); // not every browser has these as properties
    if (aria) made.setAttribute(`aria-${aria[1].toLowerCase()}`, value);
    else if (name in made) made[name] = value;
    else made.setAttribute(name, value);
  }
  made.append(...children.filter((child) => child !== null));
  return made;
}

// What a player calls two sides by these fields, one left empty as ever; undefined where both are.
export function readNames(fields, sides) {
  const given = fields.map((field) => field.value.trim());
  return given.some(Boolean) ? given.map((name, at) => name || sides[at]) : undefined;
}

const PATHS = {
  undo: "M9 14 4 9l5-5M4 9h10a6 6 0 0 1 0 12h-3",
  log: "M8 6h12M8 12h12M8 18h12M4 6h.01M4 12h.01M4 18h.01",
  rules: "M12 6c-2-1.5-5-2-8-2v14c3 0 6 .5 8 2 2-1.5 5-2 8-2V4c-3 0-6 .5-8 2zm0 0v14",
  more: "M5 12h.01M12 12h.01M19 12h.01",
  back: "M15 5l-7 7 7 7",
  close: "M6 6l12 12M18 6 6 18",
  gadget: "M3 5h18v14H3zM6 8h4v3H6zM14 8h4v3h-4zM12 15h.01",
  die: "M5 4h14a1 1 0 0 1 1 1v14a1 1 0 0 1-1 1H5a1 1 0 0 1-1-1V5a1 1 0 0 1 1-1zM9 9h.01M15 15h.01M12 12h.01",
  swap: "M7 4 3 8l4 4M3 8h13M17 12l4 4-4 4M21 16H8",
  mandatory: "M12 4v11M12 20h.01",
  "first-opportunity": "M9 8l4-3v14M9 19h8",
  scoring: "m12 3 2.7 5.8 6.3.8-4.6 4.4 1.1 6.3L12 17.3 6.500 20.300l1.100-6.300L3 9.600l6.300-.8z",
  combat: "M4 4l12 12M20 4 8 16M5 15l4 4M15 19l4-4M6 18l-3 3M18 18l3 3",
  reaction: "M9 14 4 9l5-5M4 9h16v10",
  special: "M12 3v18M3 12h18M6 6l12 12M18 6 6 18",
};

// An icon says nothing by itself: whatever has one also has words.
export function icon(name) {
  const spaces = "http://www.w3.org/2000/svg";
  const drawn = document.createElementNS(spaces, "svg");
  drawn.setAttribute("viewBox", "0 0 24 24");
  drawn.setAttribute("class", "icon");
  drawn.setAttribute("aria-hidden", "true");
  const path = document.createElementNS(spaces, "path");
  path.setAttribute("d", PATHS[name]);
  drawn.append(path);
  return drawn;
}

// What the player chose on this device, such as the sound; a browser may keep nothing.
export function recall(name) {
  try {
    return JSON.parse(localStorage.getItem(`board ${name}`));
  } catch {
    return null;
  }
}

export function remember(name, value) {
  try {
    localStorage.setItem(`board ${name}`, JSON.stringify(value));
  } catch {
    // It lasts as long as the page then.
  }
}

let lock = null;

// Keeps the screen of a phone on while the board is in sight, if the player wants that.
export async function keepAwake() {
  const wanted = recall("awake") === true && !document.hidden;
  if (!wanted) return lock?.release();
  // A low battery may refuse; the page is no worse for it.
  lock = (await navigator.wakeLock?.request("screen").catch(() => null)) ?? null;
}

// Joins lines to one text: each ends as a sentence does, so that a pause is heard after it.
export function spoken(lines) {
  return lines.map((line) => (/[.!?:…]$/.test(line) ? line : `${line}.`)).join(" ");
}
