// The die in the tray, and the hand that throws it.

// Each face is as likely: a byte that doesn't divide evenly by six is thrown away.
function chance() {
  const byte = new Uint8Array(1);
  do crypto.getRandomValues(byte);
  while (byte[0] >= 252);
  return (byte[0] % 6) + 1;
}

// Throws with `send`; the die lies as it was thrown last, blank before that.
export function makeDie(die, send) {
  let turns = 0;

  function lie(face, lean) {
    turns += 1;
    die.dataset.face = face;
    die.classList.toggle("leans", lean);
    // The style sheet turns the die; where motion is unwelcome it just lies there.
    die.style.setProperty("--turns", turns);
  }

  function throwDie(face = chance()) {
    send({ do: "throw", face });
    lie(face, false);
  }

  function lean() {
    send({ do: "cock" });
    lie(die.dataset.face ?? "", true);
  }

  return { throwDie, lean };
}
