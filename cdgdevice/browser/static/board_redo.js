// The answers that this page took back, to be given again until there is any other answer.

export function makeRedo() {
  let waiting = [];
  let id = null; // the board that the first of them answers

  // `undone` are the answers that came back just now; `again` says that one was given again.
  function follow(reply, again) {
    if (reply.undone) waiting = [...reply.undone, ...waiting];
    else if (again) waiting = waiting.slice(1);
    else if (reply.id !== id) waiting = [];
    id = reply.id;
  }

  return { follow, next: () => waiting[0] ?? null, drop: () => (waiting = []) };
}
