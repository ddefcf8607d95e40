// The player's Bluetooth die, where the browser links one: bytes go between it and the program, which
// knows what they mean.

const IDENTIFY_MS = 5000;

const now = () => performance.now() / 1000;
const bytesOf = ({ buffer, byteOffset, byteLength }) => [...new Uint8Array(buffer, byteOffset, byteLength)];

// `ask(question)` asks the program, and `words()` gives the page's words of a die. `tell(sentence)` is
// called with what the player must know, and `rolled(reply)` with the board after a roll that counted;
// `plays()` says whether the board is in sight.
export function makeBluetoothDie({ ask, words, tell, rolled, plays }) {
  let linked = null; // the die, and where it takes commands
  let busy = false;
  let written = Promise.resolve(); // the latest command: a die takes one at a time

  // A press, without which a browser asks for no die.
  async function press() {
    if (busy) return;
    if (linked) return letGo();
    busy = true;
    try {
      await link();
    } catch (error) {
      tell(error.message);
    } finally {
      busy = false;
    }
  }

  async function link() {
    const { kinds, error } = await ask({ do: "die-kinds" });
    if (error) throw new Error(error);
    const device = await choose(kinds);
    if (device === null) return;
    const die = { device, command: null, trouble: null };
    device.addEventListener("gattserverdisconnected", () => lose(die), { once: true });
    try {
      await open(die);
    } catch (error) {
      const isLinked = linked === die;
      linked = null;
      if (isLinked) await ask({ do: "die-lost", at: now() });
      device.gatt.disconnect();
      throw error;
    }
  }

  // Resolves to null where the player chose none.
  async function choose(kinds) {
    const filters = kinds.map(({ prefix, service }) => (prefix ? { namePrefix: prefix } : { services: [service] }));
    try {
      const optionalServices = kinds.map(({ service }) => service);
      return await navigator.bluetooth.requestDevice({ filters, optionalServices });
    } catch (error) {
      const works = await navigator.bluetooth.getAvailability();
      if (error.name === "NotFoundError" && works) return null;
      throw new Error(words().radio);
    }
  }

  async function open(die) {
    const silent = () => {
      throw new Error(words().silent);
    };
    const server = await die.device.gatt.connect().catch(silent);
    const services = await server.getPrimaryServices().catch(silent);
    const has = services.map(({ uuid }) => uuid);
    const reply = await ask({ do: "die-linked", name: die.device.name ?? "", has, at: now() });
    if (!reply.service) throw new Error(reply.error ?? words().unknown);
    linked = die;
    try {
      const service = await server.getPrimaryService(reply.service);
      die.command = await service.getCharacteristic(reply.command);
      const notify = await service.getCharacteristic(reply.notify);
      notify.addEventListener("characteristicvaluechanged", ({ target }) => hear(die, bytesOf(target.value)));
      await notify.startNotifications();
    } catch {
      silent();
    }
    follow(reply.die);
    tell(words().linked(name()));
    setTimeout(() => die === linked && die.trouble === "away" && giveUp(), IDENTIFY_MS);
  }

  async function hear(die, bytes) {
    if (die !== linked) return;
    const reply = await ask({ do: "die-heard", bytes, plays: plays(), at: now() });
    if (reply.board) rolled(reply);
    if (reply.said ?? reply.error) tell(reply.said ?? reply.error);
  }

  // Takes what a reply of the program says of the die that is linked.
  function follow({ trouble, write }) {
    if (linked === null) return;
    for (const command of write) send(linked, new Uint8Array(command));
    const isNew = trouble !== linked.trouble;
    linked.trouble = trouble;
    if (isNew && trouble !== "away" && trouble !== null) tell(words().troubles[trouble]);
    if (trouble === "shape") letGo(); // it is of no use
  }

  function send({ command }, bytes) {
    const write = () => (command.properties.write ? command.writeValueWithResponse(bytes) : command.writeValueWithoutResponse(bytes));
    // A light that does not come on is no fault, and a link that is lost is told as such.
    if (command) written = written.then(write).catch(() => {});
  }

  async function lose(die) {
    if (die !== linked) return;
    linked = null;
    const { die: lost, error } = await ask({ do: "die-lost", at: now() });
    tell(lost ? words().troubles[lost.trouble] : error);
  }

  async function letGo() {
    const { device } = linked;
    linked = null;
    await ask({ do: "die-lost", at: now() });
    device.gatt.disconnect();
  }

  function giveUp() {
    letGo();
    tell(words().silent);
  }

  const name = () => linked?.device.name || words().die;
  const title = () => (linked ? words().letGo(name()) : words().link);
  return { press, follow, title };
}
