// The screens: each a canvas of 128 by 64 pixels, with its words for those who don't see it.

import { make, spoken } from "./board_make.js";

const WIDTH = 128;
const HEIGHT = 64;
const LIT = "#d3eefb";
const GAP_FROM = 6; // device pixels a dot needs before the dark line between dots is drawn

// A fold with the screens of a gadget that this game is played on; `ask(question)` asks the program
// once it is opened.
export function makeScreensFold(words, ask) {
  const room = make("div.screens");
  const screens = makeScreens(room, words.screenAt);
  const fold = make("details.on-screens", {}, make("summary", {}, words.onScreens), room);
  fold.addEventListener("toggle", async () => {
    if (!fold.open) return;
    fold.closest("dialog").addEventListener("close", () => screens.show([]), { once: true });
    const shown = await ask({ do: "screens" });
    if (shown.error) fold.open = false;
    else screens.show(shown.screens, shown.language);
  });
  return fold;
}

// Shows screens in `room`, as many as come. Sharp at any size: every dot has the same whole
// number of device pixels, and the remainder is outside of the screen. `places` has what each is
// called by its place. `tap(screen, x, y)`, if given, is called with the dot that a finger points at.
export function makeScreens(room, places, tap = null) {
  const panes = new Map();

  // What is on a screen is written in `language`.
  function show(screens, language) {
    const names = screens.map((screen) => screen.name);
    for (const [name, pane] of panes) {
      if (!names.includes(name)) {
        pane.close();
        panes.delete(name);
      }
    }
    for (const screen of screens) {
      if (!panes.has(screen.name)) panes.set(screen.name, makePane(room, screen.name, places[screen.name], tap));
      panes.get(screen.name).show(screen, language);
    }
    room.dataset.count = screens.length;
  }

  // A screen whose gadget is gone shows nothing at all: an old picture would look alive.
  function blank() {
    for (const pane of panes.values()) pane.blank();
  }

  return { show, blank };
}

// The place is all that a screen is called by before a game is chosen.
function makePane(room, name, place, tap) {
  const figure = document.createElement("figure");
  const window_ = document.createElement("div");
  const canvas = document.createElement("canvas");
  const caption = document.createElement("figcaption");
  figure.dataset.screen = name;
  window_.className = "glass";
  canvas.setAttribute("role", "img");
  canvas.addEventListener("click", (event) => {
    if (tap === null) return;
    const dot = (along, length, dots) => Math.min(Math.max(Math.floor((along / length) * dots), 0), dots - 1);
    tap(name, dot(event.offsetX, canvas.clientWidth, WIDTH), dot(event.offsetY, canvas.clientHeight, HEIGHT));
  });
  caption.setAttribute("aria-hidden", "true"); // the canvas says it too
  window_.append(canvas);
  figure.append(window_, caption);
  room.append(figure);

  let picture = null;

  // What the figure leaves between the screen's edges; the screen itself is as wide as its canvas.
  function widest() {
    const edges = getComputedStyle(window_);
    const sides = [edges.paddingLeft, edges.paddingRight, edges.borderLeftWidth, edges.borderRightWidth];
    return sides.reduce((left, side) => left - parseFloat(side), figure.getBoundingClientRect().width);
  }

  function draw() {
    const ratio = window.devicePixelRatio || 1;
    const dot = Math.max(1, Math.floor((widest() * ratio) / WIDTH));
    canvas.width = WIDTH * dot;
    canvas.height = HEIGHT * dot;
    canvas.style.width = `${canvas.width / ratio}px`;
    canvas.style.height = `${canvas.height / ratio}px`;
    if (picture === null) return;
    const side = dot >= GAP_FROM ? dot - 1 : dot;
    const ink = canvas.getContext("2d");
    ink.fillStyle = LIT;
    for (let y = 0; y < HEIGHT; y += 1) {
      for (let x = 0; x < WIDTH; x += 1) {
        if (picture[(y >> 3) * WIDTH + x] & (1 << (y & 7))) {
          ink.fillRect(x * dot, y * dot, side, side);
        }
      }
    }
  }

  function show(screen, language) {
    picture = screen.on ? Uint8Array.from(atob(screen.picture), (c) => c.charCodeAt(0)) : null;
    const words = screen.on ? spoken(screen.words) : "asleep";
    const called = [place, screen.label].filter(Boolean).join(", ");
    canvas.setAttribute("aria-label", `${called}: ${words}`);
    canvas.lang = screen.on ? language : document.documentElement.lang;
    // An OLED at contrast 0 still glows, and to the eye half the current is more than half as bright.
    canvas.style.opacity = 0.3 + 0.7 * Math.sqrt(screen.contrast / 255);
    const side = screen.label || place;
    caption.textContent = screen.on ? side : `${side}: asleep. Press anything.`;
    figure.dataset.on = screen.on;
    draw();
  }

  function blank() {
    picture = null;
    canvas.setAttribute("aria-label", `${place}: not connected`);
    canvas.lang = document.documentElement.lang;
    figure.dataset.on = false;
    draw();
  }

  // Another monitor may have finer dots in the same width.
  const closed = new AbortController();
  function followDots() {
    const changed = () => {
      draw();
      followDots();
    };
    const fineness = matchMedia(`(resolution: ${window.devicePixelRatio}dppx)`);
    fineness.addEventListener("change", changed, { once: true, signal: closed.signal });
  }

  const fit = new ResizeObserver(draw);
  fit.observe(figure);
  followDots();

  function close() {
    fit.disconnect();
    closed.abort();
    figure.remove();
  }

  return { show, blank, close };
}
