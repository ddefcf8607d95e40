// The door: a browser that is not allowed yet names the code that the gadget shows.

import { pair } from "./link.js";

const ASK_MS = 3000;

// `door` is the part of the page that asks for the code. Gives a function that asks, and resolves
// once this browser is allowed.
export function makePairing(door) {
  const code = door.querySelector("input");
  const said = door.querySelector("[role=status]");

  // Names a code, or without one asks whether the gadget shows one; resolves to whether it was right.
  async function knock(digits) {
    try {
      said.textContent = (await pair(digits)) ?? "";
    } catch {
      said.textContent = "The gadget doesn't answer.";
    }
    return said.textContent === "";
  }

  // Says what to do at the gadget until that has been done there.
  async function waitForCode() {
    while (!door.hidden && !(await knock()))
      await new Promise((resolve) => setTimeout(resolve, ASK_MS));
  }

  return async () => {
    // Whoever comes by the picture with the code has it in the address.
    const brought = /^#([0-9]{6})$/.exec(location.hash)?.[1];
    history.replaceState(null, "", location.pathname);
    if (brought !== undefined && (await knock(brought))) return;
    document.body.dataset.door = "shut";
    door.hidden = false;
    code.focus();
    if (brought === undefined) waitForCode();
    await new Promise((letIn) => {
      door.addEventListener("submit", async function name(event) {
        event.preventDefault();
        if (!(await knock(code.value))) return code.select();
        door.removeEventListener("submit", name);
        letIn();
      });
    });
    door.hidden = true;
    delete document.body.dataset.door;
  };
}
