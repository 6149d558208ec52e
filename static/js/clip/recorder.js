// Records a canvas as a video while it is drawn, where the browser cannot encode frame by frame.
const FRAMES = 30, BITS = 4_000_000;
// the kinds that other programs read best come first
const KINDS = ["video/mp4;codecs=avc1.640028", "video/mp4;codecs=avc1.42E01F", "video/mp4;codecs=avc1", "video/mp4"]
  .concat(["video/webm;codecs=vp9", "video/webm;codecs=vp8", "video/webm"]);

// Return the kind of video that this browser records; null if it records none.
export function recordedKind() {
  const canRecord = "MediaRecorder" in window && "captureStream" in HTMLCanvasElement.prototype;
  return canRecord ? KINDS.find(kind => MediaRecorder.isTypeSupported(kind)) ?? null : null;
}

// Draw the screen from its first to its last moment and return the video as a Blob. While a frame is not ready, the
// recording pauses. `tell(part)` gets the part that is done; `signal` aborts.
export async function record(canvas, screen, { kind, lastsMs, speed, tell, signal }) {
  const stream = canvas.captureStream(FRAMES);
  const recorder = new MediaRecorder(stream, { mimeType: kind, videoBitsPerSecond: BITS });
  const chunks = [];
  recorder.ondataavailable = ({ data }) => data.size && chunks.push(data);
  const over = new Promise((done, fail) => {
    recorder.onstop = done;
    recorder.onerror = ({ error }) => fail(error ?? new Error("not recorded"));
  });
  try {
    await screen.bring(0);
    screen.draw(0);
    const begun = new Promise(done => { recorder.onstart = done; });
    recorder.start(1_000);
    await begun;
    await play(recorder, screen, { lastsMs, speed, tell, signal });
    recorder.stop();
    await over;
  } finally {
    for (const track of stream.getTracks()) track.stop();
  }
  signal.throwIfAborted();
  return new Blob(chunks, { type: kind.split(";")[0] });
}

async function play(recorder, screen, { lastsMs, speed, tell, signal }) {
  let time = 0;
  let before = performance.now();
  while (time < lastsMs) {
    await new Promise(requestAnimationFrame);
    signal.throwIfAborted();
    if (!screen.isReady(time)) {
      recorder.pause();
      await screen.bring(time);
      recorder.resume();
      before = performance.now();
    }
    screen.draw(time);
    tell(time / lastsMs);
    const now = performance.now();
    time += (now - before) * speed;
    before = now;
  }
}
