// Define which commands wait for each other and which replace an earlier one.
const NUMBER = "signet-number";
const CHAT = new Set(["say", "phrase", "react", "watcher_say", "nudge"]);
// Commands for which only the last one counts, by what they set.
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

// Return the lane of a command. Commands of a lane wait for each other; chat never delays commands of the table.
export function laneOf(message) {
  return CHAT.has(message.do) ? "chat" : "table";
}

// Return the name of what the command sets as a whole, or "". An earlier command with the same name need not be
// executed.
export function seriesOf(message) {
  return Object.hasOwn(SETS, message.do) ? SETS[message.do](message) : "";
}

// Return a new command id. An id in a series contains the next number of this device.
export function newId(series) {
  const bytes = crypto.getRandomValues(new Uint8Array(series ? 3 : 12));
  // crypto.randomUUID is missing on plain http in a local network
  const drawn = Array.from(bytes, byte => byte.toString(16).padStart(2, "0")).join("");
  return series ? `${series}~${nextNumber()}~${drawn}` : drawn;
}

// Return the current time in ms, or the last number plus one if the clock was set back. All tabs of the device share
// the last number.
function nextNumber() {
  last = Math.max(last, readLast()) + 1;
  last = Math.max(last, Date.now());
  try {
    localStorage.setItem(NUMBER, String(last));
  } catch {
    // private windows may refuse storage: then each tab counts on its own
  }
  return last;
}

function readLast() {
  try {
    const number = Number(localStorage.getItem(NUMBER));
    return Number.isSafeInteger(number) && number < 1e15 ? number : 0;
  } catch {
    return 0;
  }
}
