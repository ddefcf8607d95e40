// The door: a browser that the gadget does not know yet names the code that the gadget shows.

import { pair } from "./link.js";

// `door` is the part of the page that asks for the code. Gives a function that asks, and resolves
// once this browser is let in.
export function makeDoor(door) {
  const code = door.querySelector("input");
  const said = door.querySelector("[role=status]");

  async function knock(digits) {
    try {
      said.textContent = (await pair(digits)) ?? "";
    } catch {
      said.textContent = "The gadget doesn't answer.";
    }
    return said.textContent === "";
  }

  return async () => {
    // Whoever comes by the picture with the code has it in the address.
    const brought = /^#([0-9]{6})$/.exec(location.hash)?.[1];
    history.replaceState(null, "", location.pathname);
    if (brought !== undefined && (await knock(brought))) return;
    await knock();
    document.body.dataset.door = "shut";
    door.hidden = false;
    code.focus();
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
