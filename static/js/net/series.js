// Which commands stand in line with each other, and which of them take the place of an earlier one.
const NUMBER = "signet-number";
const CHAT = new Set(["say", "phrase", "react", "watcher_say", "nudge"]);
// Commands of which the last one counts, by what they set.
const SETS = {
  seal: () => "choice",
  lift: () => "choice",
  plan: () => "plan",
  instructions: () => "instructions",
  away: () => "away",
  pause: () => "pause",
  resume: () => "pause",
  lock: () => "lock",
  hear_watchers: () => "hear_watchers",
  vote: ({ motion }) => `vote-${motion}`,
  host: ({ seat }) => `host-${seat}`,
  stand_in: ({ seat }) => `stand_in-${seat}`,
  bot: ({ seat }) => `bot-${seat}`,
};
let last = 0;

// What is said holds up nothing that is done.
export function laneOf(message) {
  return CHAT.has(message.do) ? "chat" : "table";
}

// What a command sets as a whole, so that an earlier one need not be carried out; "" if it does not.
export function seriesOf(message) {
  return Object.hasOwn(SETS, message.do) ? SETS[message.do](message) : "";
}

// An id that is new; one in a series has the next number of this device.
export function newId(series) {
  const bytes = crypto.getRandomValues(new Uint8Array(series ? 3 : 12));
  // crypto.randomUUID is missing on plain http in a local network
  const drawn = Array.from(bytes, byte => byte.toString(16).padStart(2, "0")).join("");
  return series ? `${series}~${nextNumber()}~${drawn}` : drawn;
}

// The time, or what follows the last number where a clock was set back: all tabs of the device count together.
function nextNumber() {
  last = Math.max(last, known()) + 1;
  last = Math.max(last, Date.now());
  try {
    localStorage.setItem(NUMBER, String(last));
  } catch {
    // private windows may refuse: then each tab counts for itself
  }
  return last;
}

function known() {
  try {
    const number = Number(localStorage.getItem(NUMBER));
    return Number.isSafeInteger(number) && number < 1e15 ? number : 0;
  } catch {
    return 0;
  }
}
