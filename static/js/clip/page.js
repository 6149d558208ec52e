// Entry script of the page that films a reveal: it plays the film on the stage, records it and offers the file.
import { encode, encoderSettings } from "./encoder.js";
import { record, recordedKind } from "./recorder.js";
import { isStill } from "../settings/settings.js";
import { Screen } from "./screen.js";
import { Snapshots } from "./snapshots.js";
import { Take } from "./take.js";

const LONGEST_MS = 20_000;
// patience with a browser that reads the size of a video
const PROBED_MS = 10_000;
// part of the progress that playing takes; recording takes the rest
const PLAYED = 0.4, LOADED = 0.5;
const MEGABYTE = 1_000_000;
document.documentElement.classList.add("js");
const box = document.getElementById("clip");
const [canvas, video, progress, says, send, save, cancel, again] = ["canvas", "video", "progress", "says", "send"]
  .concat(["save", "cancel", "again"]).map(name => document.getElementById(`clip-${name}`));
let stopping = null;
let isInterrupted = false;
let file = null;

// Film the reveal, and offer the clip, or a picture where no clip can be made.
async function film() {
  forgetFile();
  stopping = new AbortController();
  const { signal } = stopping;
  show({ says: box.dataset.filming, isFilming: true });
  try {
    await make(signal);
  } catch (error) {
    if (signal.aborted) show({ says: box.dataset.cancelled });
    else {
      console.error(error);
      show({ says: box.dataset.failed });
    }
  }
  stopping = null;
}

async function make(signal) {
  const stage = document.getElementById("clip-stage");
  const snapshots = new Snapshots(stage);
  const [films] = await Promise.all([fetchFilms(signal), snapshots.load()]);
  const take = new Take(stage, snapshots);
  signal.addEventListener("abort", () => take.end());
  await take.run(films, box.dataset.ask, part => { progress.value = PLAYED * part; });
  signal.throwIfAborted();
  const screen = new Screen(canvas, stage, take);
  const { ask } = box.dataset;
  await screen.load(snapshots, [...document.querySelectorAll(`#replay-signs > [data-ask="${ask}"] > li`)]);
  take.hold(screen.signsEndAt);
  progress.value = LOADED;
  const blob = await makeVideo(screen, take, signal);
  signal.throwIfAborted();
  if (blob) offerClip(blob, take);
  else offerPicture(await takePicture(screen, take));
}

// Return the clip as a Blob; null if this browser can make none, or fails at it.
async function makeVideo(screen, { lastsMs }, signal) {
  canvas.hidden = isStill();
  const speed = Math.max(1, lastsMs / LONGEST_MS);
  const tell = part => { progress.value = LOADED + (1 - LOADED) * part; };
  const how = { lastsMs, speed, tell, signal };
  const kind = recordedKind();
  // WebKitGTK without encoders records nothing, and crashes when it is asked what it encodes
  const settings = kind && await encoderSettings(canvas);
  for (const attempt of [
    settings && (() => encode(canvas, screen, { settings, ...how })),
    kind && (() => record(canvas, screen, { kind, ...how })),
  ]) {
    try {
      const blob = attempt && await attempt();
      if (blob?.size && await fits(blob)) return blob;
    } catch (error) {
      if (signal.aborted) throw error;
      console.error(error);
    }
  }
  return null;
}

// Return true if a video has the size of the canvas. Firefox at times records one of 16 x 160 pixels on a busy machine.
async function fits(blob) {
  const probe = Object.assign(document.createElement("video"), { preload: "metadata", muted: true });
  probe.src = URL.createObjectURL(blob);
  try {
    await new Promise((done, fail) => {
      probe.onloadedmetadata = done;
      probe.onerror = () => fail(new Error("not playable"));
      setTimeout(() => fail(new Error("no answer")), PROBED_MS);
    });
    return probe.videoWidth === canvas.width && probe.videoHeight === canvas.height;
  } finally {
    URL.revokeObjectURL(probe.src);
  }
}

async function takePicture(screen, { bestAt, lastsMs }) {
  const time = bestAt ?? lastsMs;
  await screen.bring(time);
  screen.draw(time);
  return new Promise((done, fail) => {
    canvas.toBlob(blob => (blob ? done(blob) : fail(new Error("no picture"))), "image/png");
  });
}

function offerClip(blob, { lastsMs }) {
  const seconds = Math.round(Math.min(lastsMs, LONGEST_MS) / 1_000);
  const size = new Intl.NumberFormat(document.documentElement.lang, { maximumFractionDigits: 1 })
    .format(blob.size / MEGABYTE);
  keep(blob, blob.type.split("/")[1]);
  video.src = save.href;
  show({ says: box.dataset.ready.replace("{seconds}", seconds).replace("{size}", size), shown: video });
}

function offerPicture(blob) {
  keep(blob, "png");
  canvas.setAttribute("aria-label", document.getElementById("clip-line").textContent);
  show({ says: box.dataset.still, shown: canvas });
}

function keep(blob, ending) {
  file = new File([blob], `${box.dataset.name}.${ending}`, { type: blob.type });
  save.href = URL.createObjectURL(file);
  save.download = file.name;
}

function forgetFile() {
  if (file) URL.revokeObjectURL(save.href);
  file = null;
  video.removeAttribute("src");
}

function show({ says: words, isFilming = false, shown = null }) {
  const hadFocus = [cancel, again].includes(document.activeElement);
  says.textContent = words;
  progress.hidden = !isFilming;
  progress.value = 0;
  cancel.hidden = !isFilming;
  again.hidden = isFilming;
  for (const each of [canvas, video]) each.hidden = each !== shown;
  save.hidden = !file;
  send.hidden = !file || !navigator.canShare?.({ files: [file] });
  if (hadFocus) [cancel, send, save, again].find(each => !each.hidden).focus();
}

async function fetchFilms(signal) {
  const answer = await fetch(box.dataset.films, { headers: { Accept: "application/json" }, signal });
  if (!answer.ok) throw new Error("not now");
  return answer.json();
}

async function sendFile() {
  try {
    await navigator.share({ files: [file], title: document.title });
  } catch (error) {
    if (error.name !== "AbortError") save.click();
  }
}

if (box) {
  send.addEventListener("click", sendFile);
  cancel.addEventListener("click", () => stopping?.abort());
  again.addEventListener("click", film);
  // a hidden page draws no frames, so filming begins anew when it is visible
  document.addEventListener("visibilitychange", () => {
    if (document.hidden && stopping) {
      isInterrupted = true;
      stopping.abort();
    } else if (!document.hidden && isInterrupted) {
      isInterrupted = false;
      film();
    }
  });
  film();
}
