// The keyboard: the same controls without a pointer.

// `fitted` tells whether the build has a control; `acts` has `turn(steps)`, `throwDie(face)` and
// `hold(length)`, "short" or "long". The keys work while the focus is in `part`, and mean nothing to
// the board then; while there is none, as `alone()` tells, they work everywhere. Enter and Space
// belong to a focused button.
export function feelKeys(part, alone, touches, fitted, acts) {
  const on = document.getElementById("keys-on");
  on.checked = localStorage.getItem("keys") !== "off";
  on.addEventListener("change", () => {
    localStorage.setItem("keys", on.checked ? "on" : "off");
    touches.liftAll();
  });

  const presses = { f: "left", j: "right", enter: "knob", a: "a", b: "b", c: "c", d: "d", e: "e" };
  const turns = { arrowleft: -1, arrowup: -1, arrowright: 1, arrowdown: 1 };
  const holds = { h: "short", l: "long" };

  function keyDown(event) {
    if (!part.contains(event.target) && !alone()) return;
    if (event.target.matches("input:not([type=checkbox])")) return; // there they are letters
    event.stopPropagation();
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    const key = event.key.toLowerCase();
    const focused = document.activeElement.closest("a, button, input, summary");
    if (focused !== null && (key === "enter" || key === " ")) {
      const control = focused.dataset.control;
      if (control !== undefined) press(event, control);
      else if (event.repeat) event.preventDefault(); // a key kept down is one press
      return;
    }
    if (!on.checked) return;
    if (fitted(presses[key])) press(event, presses[key]);
    else if (key in turns && fitted("knob")) act(event, () => acts.turn(turns[key]), true);
    else if (key in holds) act(event, () => acts.hold(holds[key]));
    else if (fitted("die") && (key === "t" || key === " ")) act(event, () => acts.throwDie());
    else if (fitted("die") && /^[1-6]$/.test(key)) act(event, () => acts.throwDie(Number(key)));
  }

  function press(event, control) {
    event.preventDefault();
    if (!event.repeat) touches.down(`key ${event.code}`, control);
  }

  function act(event, what, repeats = false) {
    event.preventDefault();
    if (repeats || !event.repeat) what();
  }

  function keyUp(event) {
    // Space lets a focused button click when it comes up; a control has been pressed already.
    if (event.key === " " && document.activeElement.dataset.control) event.preventDefault();
    touches.up(`key ${event.code}`);
  }

  document.addEventListener("keydown", keyDown, true); // before the board
  document.addEventListener("keyup", keyUp);
}
