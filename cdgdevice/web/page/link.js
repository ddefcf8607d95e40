// The line to the gadget: states come in on a stream, operations go out one at a time.

const RETRY_MS = 1000;
const SILENT_BEATS = 3;
const MAX_STEPS = 20;

class NotPaired extends Error {}

// Names the code that the gadget shows, or without one asks whether it shows one; resolves to the
// sentence that refuses it, or to null.
export async function pair(code) {
  const answer = await fetch("pair", {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(code === undefined ? {} : { code }),
  });
  return answer.ok ? null : (await answer.json()).error;
}

// Has the gadget forget this browser ("me") or all the "others"; resolves to what came of it.
export async function forget(who) {
  const answer = await fetch("leave", {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ who }),
  });
  return answer.ok ? "Forgotten." : (await answer.json()).error;
}

// Only a page from the gadget itself can ask for the token without which there is no stream.
async function askForToken(signal) {
  const answer = await fetch("token", {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    signal,
  });
  if (answer.status === 401) throw new NotPaired();
  if (!answer.ok) throw new Error((await answer.json()).error);
  return (await answer.json()).token;
}

// `hello`, `state`, `lost` and `refused` are called as these things happen. The gadget counts as
// lost from the start until its first state, and after a few silent beats. `unpaired` is called
// where it allows nobody without a code; it resolves once this browser is allowed.
// Gives `send(operation)`, `ask(question)` of the board and `bring(file)`.
export function openLink({ hello, state, lost, refused, unpaired }) {
  let source = null;
  let hand = null; // our name for this connection; an operation without it is refused
  let silence = null; // the timer that ends the patience
  let retry = null;
  let asking = null; // what aborts the question for a token
  let patience = 5000;
  let waiting = [];
  let posting = null; // what aborts the request on its way
  let questions = new AbortController(); // what aborts those of the board

  async function connect() {
    retry = null;
    const attempt = (asking = new AbortController());
    waitLonger();
    try {
      const token = await askForToken(attempt.signal);
      if (attempt.signal.aborted) return;
      source = new EventSource(`events?token=${encodeURIComponent(token)}`);
    } catch (why) {
      if (attempt.signal.aborted) return;
      if (why instanceof NotPaired) {
        clearTimeout(silence);
        await unpaired();
        connect();
      } else reconnect();
      return;
    }
    listen("hello", (data) => {
      hand = data.hand;
      patience = data.beat * 1000 * SILENT_BEATS;
      hello(data);
    });
    listen("state", state);
    listen("beat", () => {});
    source.onerror = reconnect;
    waitLonger();
  }

  function listen(name, act) {
    source.addEventListener(name, (event) => {
      waitLonger();
      act(JSON.parse(event.data));
    });
  }

  function waitLonger() {
    clearTimeout(silence);
    silence = setTimeout(reconnect, patience);
  }

  // Never the browser's own retry: some give up when nobody listens on the port.
  function reconnect() {
    clearTimeout(silence);
    hangUp();
    lost();
    retry ??= setTimeout(connect, RETRY_MS);
  }

  function hangUp() {
    asking?.abort();
    source?.close();
    posting?.abort();
    questions.abort();
    questions = new AbortController();
    waiting = [];
    hand = null;
  }

  // One request at a time keeps a press and its release in order.
  function send(operation) {
    if (hand === null) return;
    const last = waiting.at(-1);
    if (operation.do === "still" && waiting.length > 0) return; // that says enough
    if (operation.do === "turn" && last?.do === "turn") {
      last.steps += operation.steps;
      if (last.steps === 0) waiting.pop();
    } else {
      waiting.push({ ...operation });
    }
    if (posting === null) sendAll();
  }

  // The next to be sent; of a long turn only as much as goes at once.
  function next() {
    const first = waiting[0];
    if (first.do !== "turn" || Math.abs(first.steps) <= MAX_STEPS) return waiting.shift();
    const steps = MAX_STEPS * Math.sign(first.steps);
    first.steps -= steps;
    return { do: "turn", steps };
  }

  const post = (where, said, signal) =>
    fetch(where, {
      method: "POST",
      headers: { "Content-Type": "application/json", "X-Panel-Hand": hand ?? "" },
      body: JSON.stringify(said),
      signal,
    });

  async function sendAll() {
    while (waiting.length > 0) {
      posting = new AbortController();
      try {
        const answer = await post("operate", next(), posting.signal);
        if (answer.status === 410) reconnect();
        else if (!answer.ok) refused((await answer.json()).error);
      } catch {
        waiting = []; // the stream notices too, and says so
      }
    }
    posting = null;
  }

  // Resolves to the reply, which has an `error` where there is none.
  async function ask(question) {
    try {
      const answer = await post("ask", question, questions.signal);
      if (answer.status === 410) reconnect();
      return await answer.json();
    } catch {
      return { error: "The gadget doesn't answer." };
    }
  }

  // Hands over the file that carries a game; resolves to its `number`, or to an `error`.
  async function bring(file) {
    const answer = await fetch("game", {
      method: "POST",
      headers: { "Content-Type": "application/octet-stream", "X-Panel-Hand": hand ?? "" },
      body: file,
    });
    return answer.json();
  }

  // A page that goes hangs up: what it holds is given up at once. It may come back as it was.
  addEventListener("pagehide", hangUp);
  addEventListener("pageshow", (event) => event.persisted && reconnect());
  connect();
  return { send, ask, bring };
}
