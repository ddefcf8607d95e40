// Stands in for the browser's Web Bluetooth, no kinder than its standard: a device is given only to a
// press, and if a filter matches it; services that were not named stay hidden; values are views into a
// larger buffer; a second command at once is refused; after the link is lost nothing works.
// The test has `air`: what is in range, what the user picks, what a die sends, and what it was sent.

(() => {
  const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
  const fail = (name, said) => {
    throw new DOMException(said, name);
  };
  const soon = () => new Promise((resolve) => setTimeout(resolve, 5));

  class Characteristic extends EventTarget {
    constructor(service, uuid, properties) {
      super();
      Object.assign(this, { service, uuid, properties, value: null, notifies: false, life: service.device.life });
    }

    check() {
      const { device } = this.service;
      if (!device.gatt.connected) fail("NetworkError", "GATT Server is disconnected.");
      if (this.life !== device.life) fail("InvalidStateError", "Characteristic is no longer valid.");
    }

    async startNotifications() {
      this.check();
      if (!this.properties.notify) fail("NotSupportedError", "GATT Error: Not supported.");
      await soon();
      this.check();
      this.notifies = true;
      return this;
    }

    async writeValueWithResponse(bytes) {
      if (!this.properties.write) fail("NotSupportedError", "GATT Error: Not supported.");
      return this.write(bytes);
    }

    async writeValueWithoutResponse(bytes) {
      if (!this.properties.writeWithoutResponse) fail("NotSupportedError", "GATT Error: Not supported.");
      return this.write(bytes);
    }

    async write(bytes) {
      this.check();
      const { device } = this.service;
      if (device.writes) fail("NetworkError", "GATT operation already in progress.");
      if (!ArrayBuffer.isView(bytes) && !(bytes instanceof ArrayBuffer)) throw new TypeError("no buffer");
      device.writes = true;
      const sent = [...new Uint8Array(bytes.buffer ?? bytes)];
      await soon();
      device.writes = false;
      this.check();
      air.written.push(sent);
      device.answer?.(sent);
    }
  }

  class Device extends EventTarget {
    constructor({ id, name, advertised, services }) {
      super();
      const gatt = { device: this, connected: false };
      Object.assign(this, { id, name, advertised, allowed: new Set(), life: 0, writes: false, gatt, services });
      gatt.connect = async () => {
        await soon();
        if (!air.inRange.includes(id)) fail("NetworkError", "Bluetooth Device is no longer in range.");
        gatt.connected = true;
        this.life += 1;
        this.made = new Map();
        return gatt;
      };
      gatt.disconnect = () => this.lose();
      gatt.getPrimaryServices = async () => {
        await soon();
        if (!gatt.connected) fail("NetworkError", "GATT Server is disconnected.");
        const seen = Object.keys(services).filter((uuid) => this.allowed.has(uuid));
        if (seen.length === 0) fail("NotFoundError", "No Services found in device.");
        return seen.map((uuid) => this.serve(uuid));
      };
      gatt.getPrimaryService = async (uuid) => {
        await soon();
        if (!gatt.connected) fail("NetworkError", "GATT Server is disconnected.");
        if (!this.allowed.has(uuid)) fail("SecurityError", "Origin is not allowed to access the service.");
        if (!(uuid in services)) fail("NotFoundError", `No Services matching UUID ${uuid} found in Device.`);
        return this.serve(uuid);
      };
    }

    serve(uuid) {
      const service = { device: this, uuid };
      service.getCharacteristic = async (wanted) => {
        await soon();
        if (!this.gatt.connected) fail("NetworkError", "GATT Server is disconnected.");
        const properties = this.services[uuid][wanted];
        if (!properties) fail("NotFoundError", `No Characteristics matching UUID ${wanted} found.`);
        if (!this.made.has(wanted)) this.made.set(wanted, new Characteristic(service, wanted, properties));
        return this.made.get(wanted);
      };
      return service;
    }

    lose() {
      if (!this.gatt.connected) return;
      this.gatt.connected = false;
      setTimeout(() => this.dispatchEvent(new Event("gattserverdisconnected", { bubbles: true })));
    }

    notify(bytes) {
      for (const each of this.made?.values() ?? []) {
        if (!this.gatt.connected || !each.notifies) continue;
        const whole = new Uint8Array([99, 99, ...bytes, 99]);
        each.value = new DataView(whole.buffer, 2, bytes.length);
        each.dispatchEvent(new Event("characteristicvaluechanged", { bubbles: true }));
      }
    }
  }

  const matches = (device, { namePrefix, services = [] }) =>
    (namePrefix === undefined || device.name?.startsWith(namePrefix)) &&
    services.every((uuid) => device.advertised.includes(uuid));

  const air = (window.air = {
    works: true,
    inRange: [],
    picks: null, // the id of the device that the user picks; null: the user closes the list
    devices: {},
    written: [],
    bring(given) {
      air.devices[given.id] = new Device(given);
      air.inRange.push(given.id);
      air.picks = given.id;
    },
  });

  const bluetooth = {
    getAvailability: async () => air.works,
    async requestDevice({ filters, optionalServices = [] }) {
      if (!navigator.userActivation.isActive) fail("SecurityError", "Must be handling a user gesture.");
      if (!filters?.length) throw new TypeError("no filters");
      for (const { namePrefix, services } of filters) {
        if (namePrefix === undefined && !services?.length) throw new TypeError("an empty filter");
        if (namePrefix === "") throw new TypeError("an empty name prefix");
      }
      const named = [...filters.flatMap(({ services = [] }) => services), ...optionalServices];
      if (!named.every((uuid) => UUID.test(uuid))) throw new TypeError("Invalid service");
      if (!air.works) fail("NotFoundError", "Bluetooth adapter not available.");
      await soon();
      const device = air.devices[air.picks];
      const found = device && air.inRange.includes(device.id) && filters.some((each) => matches(device, each));
      if (!found) fail("NotFoundError", "User cancelled the requestDevice() chooser.");
      named.forEach((uuid) => device.allowed.add(uuid));
      return device;
    },
  };
  Object.defineProperty(navigator, "bluetooth", { value: bluetooth, configurable: true });
})();
