// Verifies in the browser that the deals were fair. It is a classic script without imports, so that a saved page works
// from disk. It has its own SHA-256, because browsers offer theirs only to secure pages. Pages in a local network are
// not secure.
(() => {
  document.documentElement.classList.add("js");
  const main = document.getElementById("main");
  const say = main.dataset;

  const primes = count => {
    const found = [];
    for (let n = 2; found.length < count; n++) if (found.every(prime => n % prime)) found.push(n);
    return found;
  };
  const fraction = root => Math.floor((root - Math.floor(root)) * 2 ** 32) | 0;
  const START = primes(8).map(prime => fraction(Math.sqrt(prime)));
  const ROUND = primes(64).map(prime => fraction(Math.cbrt(prime)));
  const turned = (word, by) => (word >>> by) | (word << (32 - by));

  // FIPS 180-4
  const sha256 = bytes => {
    const padded = new Uint8Array(Math.ceil((bytes.length + 9) / 64) * 64);
    padded.set(bytes);
    padded[bytes.length] = 0x80;
    const view = new DataView(padded.buffer);
    view.setUint32(padded.length - 4, bytes.length * 8);
    const sums = [...START];
    const words = new Int32Array(64);
    for (let block = 0; block < padded.length; block += 64) {
      for (let i = 0; i < 16; i++) words[i] = view.getInt32(block + 4 * i);
      for (let i = 16; i < 64; i++) {
        const [early, late] = [words[i - 15], words[i - 2]];
        const one = turned(early, 7) ^ turned(early, 18) ^ (early >>> 3);
        const two = turned(late, 17) ^ turned(late, 19) ^ (late >>> 10);
        words[i] = words[i - 16] + one + words[i - 7] + two;
      }
      let [a, b, c, d, e, f, g, h] = sums;
      for (let i = 0; i < 64; i++) {
        const one = h + (turned(e, 6) ^ turned(e, 11) ^ turned(e, 25)) + ((e & f) ^ (~e & g)) + ROUND[i] + words[i];
        const two = (turned(a, 2) ^ turned(a, 13) ^ turned(a, 22)) + ((a & b) ^ (a & c) ^ (b & c));
        [h, g, f, e, d, c, b, a] = [g, f, e, (d + one) | 0, c, b, a, (one + two) | 0];
      }
      [a, b, c, d, e, f, g, h].forEach((word, i) => { sums[i] = (sums[i] + word) | 0; });
    }
    const out = new DataView(new ArrayBuffer(32));
    sums.forEach((word, i) => out.setInt32(4 * i, word));
    return new Uint8Array(out.buffer);
  };

  const joined = (one, two) => {
    const both = new Uint8Array(one.length + two.length);
    both.set(one);
    both.set(two, one.length);
    return both;
  };
  // RFC 2104; a seed has 32 bytes, so the key is never longer than a block
  const hmac = (key, message) => {
    const pad = byte => Uint8Array.from({ length: 64 }, (_, i) => (key[i] ?? 0) ^ byte);
    return sha256(joined(pad(0x5c), sha256(joined(pad(0x36), message))));
  };

  const isNumber = text => /^[0-9a-f]{64}$/.test(text);
  const bytesOf = text => Uint8Array.from(text.match(/../g), pair => parseInt(pair, 16));
  const hexOf = bytes => [...bytes].map(byte => byte.toString(16).padStart(2, "0")).join("");
  const fits = (seed, commitment) => hexOf(sha256(bytesOf(seed))) === commitment;

  function* wordsOf(seed, label) {
    for (let block = 0; ; block++) {
      const digest = new DataView(hmac(seed, new TextEncoder().encode(`${label}#${block}`)).buffer);
      for (let at = 0; at < 32; at += 4) yield digest.getUint32(at);
    }
  }
  const below = (bound, words) => {
    const limit = 2 ** 32 - (2 ** 32 % bound);
    for (;;) {
      const word = words.next().value;
      if (word < limit) return word % bound;
    }
  };
  const shuffled = (seed, label, items) => {
    const order = [...items];
    const words = wordsOf(seed, label);
    for (let last = order.length - 1; last > 0; last--) {
      const other = below(last + 1, words);
      [order[last], order[other]] = [order[other], order[last]];
    }
    return order;
  };

  const show = (element, holds) => {
    element.dataset.state = holds ? "holds" : "fails";
    element.querySelector(".mark").textContent = holds ? say.same : say.other;
  };

  const commitment = document.getElementById("commitment");
  if (commitment) {
    const seed = document.getElementById("seed").textContent;
    show(document.getElementById("commitment-check"), fits(seed, commitment.textContent));
    const all = [...document.querySelectorAll(".deal")].map(deal => {
      const order = shuffled(bytesOf(seed), deal.dataset.label, JSON.parse(deal.dataset.items));
      const holds = JSON.stringify(order) === JSON.stringify(JSON.parse(deal.dataset.order));
      show(deal, holds);
      return holds;
    });
    show(document.getElementById("deals-check"), all.length > 0 && all.every(Boolean));
  }

  document.getElementById("by-hand").addEventListener("submit", event => {
    event.preventDefault();
    const [shown, seed] = ["commitment", "seed"].map(name => event.target.elements[name].value.trim().toLowerCase());
    const says = document.getElementById("by-hand-says");
    const holds = isNumber(shown) && isNumber(seed) && fits(seed, shown);
    says.dataset.state = holds ? "holds" : "fails";
    says.textContent = !isNumber(shown) || !isNumber(seed) ? say.noNumber : holds ? say.same : say.other;
  });

  const line = (text, state, mark) => {
    const item = document.createElement("li");
    item.className = "check";
    item.dataset.state = state;
    if (mark) item.append(Object.assign(document.createElement("b"), { className: "mark", textContent: mark }), " ");
    item.append(Object.assign(document.createElement("span"), { textContent: text }));
    return item;
  };
  const gamesOf = record => {
    if (record?.format !== "signet-journal" || !Array.isArray(record.facts)) return null;
    return record.facts.filter(fact => fact?.fact === "GameBegun" && typeof fact.commitment === "string");
  };
  document.getElementById("record-file").addEventListener("change", async event => {
    const [file] = event.target.files;
    const list = document.getElementById("record-says");
    let games = null;
    try {
      games = file && gamesOf(JSON.parse(await file.text()));
    } catch {
      games = null;
    }
    list.replaceChildren(...(games ?? []).map(game => {
      const title = say.game.replace("{number}", () => game.number).replace("{commitment}", () => game.commitment);
      if (game.seed === undefined) return line(`${title} ${say.running}`, "waits", "");
      const holds = typeof game.seed === "string" && isNumber(game.seed) && fits(game.seed, game.commitment);
      return line(title, holds ? "holds" : "fails", holds ? say.same : say.other);
    }));
    if (!games) list.append(line(say.noRecord, "fails", ""));
  });
})();
