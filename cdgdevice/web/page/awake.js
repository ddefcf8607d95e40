// The screen of a phone stays on while the gadget is awake, where the browser lets a page do that.

// `box` is the checkbox that wants it, `parts` are shown where the browser can do it ("yes") or not ("no").
// Gives a function that is told whether there is a game to look at.
export function keepAwake(box, parts) {
  const can = "wakeLock" in navigator; // browsers have it only on https, and on this computer
  for (const part of parts) part.hidden = (part.dataset.awake === "yes") !== can;
  if (!can) return () => {};

  let playing = false;
  let lock = null;
  let asking = false;

  async function settle() {
    const wanted = playing && box.checked && !document.hidden;
    if (wanted && lock === null && !asking) {
      asking = true;
      try {
        lock = await navigator.wakeLock.request("screen");
        lock.addEventListener("release", () => (lock = null));
      } catch {
        // A low battery may refuse; the page is no worse for it.
      }
      asking = false;
      if (lock !== null && !(playing && box.checked)) lock.release();
    } else if (!wanted) lock?.release();
  }

  // A phone is laid beside the board and looked at; a laptop has its own ideas.
  const usual = matchMedia("(pointer: coarse)").matches ? "on" : "off";
  box.checked = (localStorage.getItem("awake") ?? usual) === "on";
  box.addEventListener("change", () => {
    localStorage.setItem("awake", box.checked ? "on" : "off");
    settle();
  });
  document.addEventListener("visibilitychange", settle); // a hidden page loses it

  return (now) => {
    playing = now;
    settle();
  };
}
