// The fingers on the controls: a pointer, a key and a timed hold are each a finger.

const STILL_MS = 150; // the gadget gives a finger up that it does not hear of for half a second

// A control is down while any finger is on it; only the first press and the last lift are sent,
// and in between that it is still down.
export function makeFingers(send) {
  const touching = new Map(); // which finger is on which control

  const isHeld = (control) => [...touching.values()].includes(control);

  function down(finger, control) {
    if (touching.has(finger)) return;
    const first = !isHeld(control);
    touching.set(finger, control);
    if (!first) return;
    send({ do: "down", control });
    show(control);
  }

  function up(finger) {
    const control = touching.get(finger);
    if (!touching.delete(finger) || isHeld(control)) return;
    send({ do: "up", control });
    show(control);
  }

  setInterval(() => {
    for (const control of new Set(touching.values())) send({ do: "still", control });
  }, STILL_MS);

  function hold(control, ms) {
    const finger = `timed ${control}`;
    down(finger, control);
    setTimeout(() => up(finger), ms);
  }

  function liftAll() {
    for (const finger of [...touching.keys()]) up(finger);
  }

  function show(control) {
    for (const button of document.querySelectorAll(`[data-control="${control}"]`)) {
      button.classList.toggle("down", isHeld(control));
    }
  }

  return { down, up, hold, liftAll };
}

// Makes a real button press as a finger does: down when touched, up when let go.
export function feelPointer(button, fingers) {
  const control = button.dataset.control;
  button.addEventListener("pointerdown", (event) => {
    if (event.button === 0) fingers.down(`pointer ${event.pointerId}`, control);
  });
  for (const kind of ["pointerup", "pointercancel", "pointerleave"]) {
    button.addEventListener(kind, (event) => fingers.up(`pointer ${event.pointerId}`));
  }
  // A screen reader's or a voice's click comes without a pointer: it is a short press.
  button.addEventListener("click", (event) => {
    if (event.detail === 0) {
      fingers.down("click", control);
      fingers.up("click");
    }
  });
  button.addEventListener("contextmenu", (event) => event.preventDefault());
}
