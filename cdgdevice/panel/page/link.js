// The line to the gadget: states come in on a stream, operations go out one at a time.

const RETRY_MS = 1000;
const SILENT_BEATS = 3;
const MOST_STEPS = 20;

// `hello`, `state`, `lost` and `refused` are called as these things happen. The gadget counts as
// lost from the start until its first state, and after a few silent beats.
export function openLink({ hello, state, lost, refused }) {
  let source = null;
  let hand = null; // our name for this connection; an operation without it is refused
  let silence = null; // the timer that ends the patience
  let retry = null;
  let patience = 5000;
  let waiting = [];
  let posting = null; // what aborts the request on its way

  function connect() {
    retry = null;
    source = new EventSource("events");
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
    source.close();
    posting?.abort();
    waiting = [];
    hand = null;
    lost();
    retry ??= setTimeout(connect, RETRY_MS);
  }

  // One request at a time keeps a press and its release in order.
  function send(operation) {
    if (hand === null) return;
    const last = waiting.at(-1);
    if (operation.do === "turn" && last?.do === "turn") {
      last.steps += operation.steps;
      if (last.steps === 0) waiting.pop();
    } else {
      waiting.push({ ...operation });
    }
    if (posting === null) post();
  }

  // The next to be sent; of a long turn only as much as goes at once.
  function next() {
    const first = waiting[0];
    if (first.do !== "turn" || Math.abs(first.steps) <= MOST_STEPS) return waiting.shift();
    const steps = MOST_STEPS * Math.sign(first.steps);
    first.steps -= steps;
    return { do: "turn", steps };
  }

  async function post() {
    while (waiting.length > 0) {
      posting = new AbortController();
      try {
        const answer = await fetch("operate", {
          method: "POST",
          headers: { "Content-Type": "application/json", "X-Panel-Hand": hand },
          body: JSON.stringify(next()),
          signal: posting.signal,
        });
        if (answer.status === 410) reconnect();
        else if (!answer.ok) refused((await answer.json()).error);
      } catch {
        waiting = []; // the stream notices too, and says so
      }
    }
    posting = null;
  }

  connect();
  return send;
}
