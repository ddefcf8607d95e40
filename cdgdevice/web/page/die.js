// The die in the tray: it shows what the gadget says, and never what the page would like.

export function makeDie(die) {
  let thrown = null; // how often, when last heard; null before that
  let turns = 0;

  function show({ face, leans, throws }) {
    if (thrown !== null && thrown !== throws) turns += 1;
    thrown = throws;
    die.dataset.face = face ?? "";
    die.classList.toggle("leans", leans);
    // The style sheet turns the die; where motion is unwelcome it just lies there.
    die.style.setProperty("--turns", turns);
  }

  return show;
}
