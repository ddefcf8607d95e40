// Touches on the controls: a pointer, a key and a timed hold each touch one.

const STILL_MS = 150; // the gadget gives a finger up that it does not hear of for half a second

// A control is down while any finger is on it; only the first press and the last lift are sent,
// and in between that it is still down.
export function makeTouches(send) {
  const touching = new Map(); // which finger is on which control
  const timers = new Map(); // what lifts a timed finger

  const isHeld = (control) => [...touching.values()].includes(control);

  function down(finger, control) {
    if (touching.has(finger)) return;
    const first = !isHeld(control);
    touching.set(finger, control);
    if (!first) return;
    send({ do: "down", control });
    show(control);
  }

  // Gives the control that the finger was on.
  function lift(finger) {
    clearTimeout(timers.get(finger));
    timers.delete(finger);
    const control = touching.get(finger);
    touching.delete(finger);
    return control;
  }

  function up(finger) {
    const control = lift(finger);
    if (control === undefined || isHeld(control)) return;
    send({ do: "up", control });
    show(control);
  }

  setInterval(() => {
    for (const control of new Set(touching.values())) send({ do: "still", control });
  }, STILL_MS);

  function hold(control, ms) {
    const finger = `timed ${control}`;
    if (touching.has(finger)) return;
    down(finger, control);
    timers.set(finger, setTimeout(() => up(finger), ms));
  }

  // A hold that is broken off is no press: the gadget hears of it no more, and gives it up.
  function liftAll() {
    for (const finger of [...touching.keys()]) {
      if (timers.has(finger)) show(lift(finger));
      else up(finger);
    }
  }

  function show(control) {
    for (const button of document.querySelectorAll(`[data-control="${control}"]`)) {
      button.classList.toggle("down", isHeld(control));
    }
  }

  return { down, up, hold, liftAll };
}

const PUSH_MS = 150; // a finger that has rested so long on the knob pushes it and won't turn it
const DETENT_PX = 16; // how far it is drawn for a detent: to the right or up is clockwise

// Makes the knob push as a button does, and turn when it is drawn.
export function feelKnob(button, touches, turn) {
  const control = button.dataset.control;
  let from = null; // where the finger is, as far as it has been turned; null: none, or it pushes
  let turned = false;
  let resting = null;

  const push = (finger) => {
    from = null;
    touches.down(finger, control);
  };
  button.addEventListener("pointerdown", (event) => {
    if (event.button !== 0) return;
    const finger = `pointer ${event.pointerId}`;
    button.setPointerCapture(event.pointerId);
    from = event.clientX - event.clientY;
    turned = false;
    resting = setTimeout(() => push(finger), PUSH_MS);
  });
  button.addEventListener("pointermove", (event) => {
    if (from === null) return;
    const steps = Math.trunc((event.clientX - event.clientY - from) / DETENT_PX);
    if (steps === 0) return;
    clearTimeout(resting);
    turned = true;
    from += steps * DETENT_PX;
    turn(steps);
  });
  button.addEventListener("pointerup", (event) => {
    clearTimeout(resting);
    const finger = `pointer ${event.pointerId}`;
    if (from !== null && !turned) push(finger); // a short tap
    from = null;
    touches.up(finger);
  });
  button.addEventListener("pointercancel", (event) => {
    clearTimeout(resting);
    from = null;
    touches.up(`pointer ${event.pointerId}`);
  });
  feelClick(button, touches);
}

// Makes a real button press as a finger does: down when touched, up when let go.
export function feelPointer(button, touches) {
  const control = button.dataset.control;
  button.addEventListener("pointerdown", (event) => {
    if (event.button === 0) touches.down(`pointer ${event.pointerId}`, control);
  });
  for (const kind of ["pointerup", "pointercancel", "pointerleave"]) {
    button.addEventListener(kind, (event) => touches.up(`pointer ${event.pointerId}`));
  }
  feelClick(button, touches);
}

// A screen reader's or a voice's click comes without a pointer: it is a short press.
function feelClick(button, touches) {
  button.addEventListener("click", (event) => {
    if (event.detail === 0) {
      touches.down("click", button.dataset.control);
      touches.up("click");
    }
  });
  button.addEventListener("contextmenu", (event) => event.preventDefault());
}
