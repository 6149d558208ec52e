// Encodes a film frame by frame, so that a slow device loses none. Browsers allow that over https and at home alone.
import { writeMp4 } from "./mp4.js";

const CODECS = ["avc1.640028", "avc1.4d0028", "avc1.42e028"];
const RATE = 25, BITS = 3_000_000, MOST_WAITING = 4, PATIENCE_MS = 4;
// some browsers never answer whether they can encode, or stop encoding
const ANSWER_MS = 2_000, STALLED_MS = 15_000;
// frames between two that need no other, and the longest rest of one frame
const KEY_EVERY = 50, REST = 10;

// Return the settings of an H.264 encoder for that canvas; null if this browser has none.
export async function encoderSettings({ width, height }) {
  if (!("VideoEncoder" in window)) return null;
  for (const codec of CODECS) {
    const settings = { codec, width, height, bitrate: BITS, framerate: RATE, avc: { format: "avc" } };
    const asked = (async () => VideoEncoder.isConfigSupported(settings))().catch(() => null);
    const answer = await Promise.race([asked, pause(ANSWER_MS)]);
    if (!answer) return null;
    if (answer.supported) return settings;
  }
  return null;
}

// Draw and encode all frames; return the film as a Blob. `tell(part)` gets the part that is done; `signal` aborts.
// Throws an error if the encoder fails.
export async function encode(canvas, screen, { settings, lastsMs, speed, tell, signal }) {
  const frames = [];
  let description = null;
  let failure = null;
  const encoder = new VideoEncoder({
    output: (chunk, { decoderConfig } = {}) => {
      description ??= decoderConfig?.description ?? null;
      const data = new Uint8Array(chunk.byteLength);
      chunk.copyTo(data);
      frames.push({ data, isKey: chunk.type === "key", timestamp: chunk.timestamp });
    },
    error: error => { failure = error; },
  });
  try {
    encoder.configure(settings);
    const count = Math.ceil(lastsMs / speed / 1_000 * RATE);
    let last = -Infinity;
    for (let number = 0; number < count; number++) {
      const time = number / RATE * 1_000 * speed;
      // where nothing moves, one frame stays for a while
      if (number < last + REST && screen.isSame(last / RATE * 1_000 * speed, time)) continue;
      await screen.bring(time);
      const began = performance.now();
      do await pause();
      while (encoder.encodeQueueSize > MOST_WAITING && performance.now() < began + STALLED_MS);
      if (encoder.encodeQueueSize > MOST_WAITING) throw new Error("stalled");
      signal.throwIfAborted();
      if (failure) throw failure;
      screen.draw(time);
      const frame = new VideoFrame(canvas, { timestamp: Math.round(number / RATE * 1e6) });
      encoder.encode(frame, { keyFrame: Math.floor(number / KEY_EVERY) > Math.floor(last / KEY_EVERY) });
      last = number;
      frame.close();
      tell(number / count);
    }
    const isOver = await Promise.race([encoder.flush().then(() => true), pause(STALLED_MS)]);
    if (!isOver) throw new Error("stalled");
  } finally {
    if (encoder.state !== "closed") encoder.close();
  }
  if (!description) throw new Error("not encoded");
  return writeMp4(frames, { description: bytesOf(description), ...settings, lastsMs: lastsMs / speed });
}

function bytesOf(source) {
  return ArrayBuffer.isView(source) ? new Uint8Array(source.buffer, source.byteOffset, source.byteLength)
    : new Uint8Array(source);
}

// Let the page go on, and the encoder.
function pause(ms = PATIENCE_MS) {
  return new Promise(done => setTimeout(done, ms));
}
