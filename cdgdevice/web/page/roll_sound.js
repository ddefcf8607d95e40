// A sound as the dice are thrown, for those who look at their table and not at the page.

const NOTES_HZ = [659, 880];
const NOTE_S = 0.12;

// `box` is the checkbox that wants it. Gives a function that is told how many throws the game has
// in each state, and null where the gadget is lost.
export function makeSound(box) {
  let last = null; // null before a first state: what had been thrown by then is no news
  let speaker = null;

  // A browser lets a page be heard only once somebody has touched it.
  function wake() {
    if (!box.checked) return;
    speaker ??= new AudioContext();
    speaker.resume();
  }

  function ring() {
    if (speaker === null) return;
    NOTES_HZ.forEach((pitch, place) => {
      const from = speaker.currentTime + place * NOTE_S;
      const tone = new OscillatorNode(speaker, { frequency: pitch });
      const loud = new GainNode(speaker, { gain: 0.2 });
      loud.gain.setValueAtTime(0.2, from);
      loud.gain.exponentialRampToValueAtTime(0.001, from + NOTE_S); // without a click at its end
      tone.connect(loud).connect(speaker.destination);
      tone.start(from);
      tone.stop(from + NOTE_S);
    });
  }

  box.checked = localStorage.getItem("sound") === "on";
  box.addEventListener("change", () => {
    localStorage.setItem("sound", box.checked ? "on" : "off");
    wake();
    if (box.checked) ring(); // so it is heard what was chosen
  });
  for (const touch of ["pointerdown", "keydown"]) document.addEventListener(touch, wake);

  return (throws) => {
    // An undo has fewer, and another game any number: one more is a throw.
    if (last !== null && throws === last + 1 && box.checked) ring();
    last = throws;
  };
}
