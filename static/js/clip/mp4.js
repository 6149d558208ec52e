// Writes H.264 frames of one size into an MP4 file (ISO 14496-12 and 14496-15).
const SCALE = 30_000, MICROSECOND = 1_000_000;
const UNITY = [0x00010000, 0, 0, 0, 0x00010000, 0, 0, 0, 0x40000000];
const RESOLUTION = 0x00480000, UNDETERMINED = 0x55c4, COLOUR_DEPTH = 0x18;

// Return the file as a Blob. `frames` are in the order of decoding: `data`, `isKey`, and `timestamp` in microseconds.
// `description` is the encoder's own (an AVCDecoderConfigurationRecord), `lastsMs` is the whole film's duration.
export function writeMp4(frames, { description, width, height, lastsMs }) {
  const start = box("ftyp", text("isom"), u32(0x200), text("isomiso2avc1mp41"));
  const film = { frames, description, width, height, lasts: Math.round(lastsMs / 1_000 * SCALE) };
  // the place of the frames follows from the size of what is before them
  const place = start.length + movie(film, 0).length + 8;
  const size = frames.reduce((sum, { data }) => sum + data.length, 8);
  const parts = [start, movie(film, place), u32(size), text("mdat"), ...frames.map(({ data }) => data)];
  return new Blob(parts, { type: "video/mp4" });
}

function movie(film, place) {
  const head = full("mvhd", 0, u32(0, 0, SCALE, film.lasts, 0x00010000), u16(0x0100, 0), u32(0, 0, ...UNITY),
    u32(0, 0, 0, 0, 0, 0, 2));
  return box("moov", head, track(film, place));
}

function track(film, place) {
  const { width, height, lasts } = film;
  const head = full("tkhd", 3, u32(0, 0, 1, 0, lasts, 0, 0), u16(0, 0, 0, 0), u32(...UNITY),
    u32(width * 0x10000, height * 0x10000));
  const media = full("mdhd", 0, u32(0, 0, SCALE, lasts), u16(UNDETERMINED, 0));
  const handler = full("hdlr", 0, u32(0), text("vide"), u32(0, 0, 0), Uint8Array.of(0));
  const here = box("dinf", full("dref", 0, u32(1), full("url ", 1)));
  const info = box("minf", full("vmhd", 1, u16(0, 0, 0, 0)), here, table(film, place));
  return box("trak", head, box("mdia", media, handler, info));
}

function table({ frames, description, width, height, lasts }, place) {
  const size = [u16(width, height), u32(RESOLUTION, RESOLUTION, 0), u16(1)];
  const entry = box("avc1", u16(0, 0, 0, 1), u32(0, 0, 0, 0), ...size, new Uint8Array(32), u16(COLOUR_DEPTH, 0xffff),
    box("avcC", description));
  const keys = frames.flatMap(({ isKey }, number) => (isKey ? [number + 1] : []));
  // an encoder may need later frames for earlier ones, so the moments of decoding and showing differ
  const shown = frames.map(({ timestamp }) => Math.round(timestamp / MICROSECOND * SCALE));
  const decoded = shown.toSorted((one, other) => one - other);
  const durations = decoded.map((moment, number) => (decoded[number + 1] ?? lasts) - moment);
  const delays = shown.map((moment, number) => moment - decoded[number]);
  const isLate = delays.some(Boolean);
  return box("stbl",
    full("stsd", 0, u32(1), entry),
    full("stts", 0, u32(frames.length, ...durations.flatMap(duration => [1, duration]))),
    ...(isLate ? [full("ctts", 0x01000000, u32(frames.length, ...delays.flatMap(delay => [1, delay])))] : []),
    full("stss", 0, u32(keys.length, ...keys)),
    full("stsc", 0, u32(1, 1, frames.length, 1)),
    full("stsz", 0, u32(0, frames.length, ...frames.map(({ data }) => data.length))),
    full("stco", 0, u32(1, place)));
}

function box(type, ...parts) {
  const length = parts.reduce((sum, part) => sum + part.length, 8);
  const made = new Uint8Array(length);
  let at = 0;
  for (const part of [u32(length), text(type), ...parts]) {
    made.set(part, at);
    at += part.length;
  }
  return made;
}

// Return a box that begins with its version and flags.
function full(type, flags, ...parts) {
  return box(type, u32(flags), ...parts);
}

function u32(...numbers) {
  const view = new DataView(new ArrayBuffer(numbers.length * 4));
  numbers.forEach((number, place) => view.setInt32(place * 4, number));
  return new Uint8Array(view.buffer);
}

function u16(...numbers) {
  const view = new DataView(new ArrayBuffer(numbers.length * 2));
  numbers.forEach((number, place) => view.setUint16(place * 2, number));
  return new Uint8Array(view.buffer);
}

function text(letters) {
  return Uint8Array.from(letters, letter => letter.charCodeAt(0));
}
