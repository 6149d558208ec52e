// Parts of beats: drawings, and motion by transforms and opacity alone.

// Create the part of that name, drawn by css/beats.css.
export function part(name) {
  const drawn = document.createElement("i");
  drawn.className = name;
  return drawn;
}

// Let the medallion and all around it appear, and vanish at the end.
export function fadeInAndOut(layer, lasts) {
  const timing = { duration: lasts, fill: "both" };
  const frames = [0, 1, 1, 0].map((opacity, place) => ({ opacity, offset: [0, 0.12, 0.88, 1][place] }));
  layer.animate(frames, timing);
  layer.querySelector(".medallion").animate([
    { scale: 0.7, offset: 0, easing: "cubic-bezier(.2, 1.6, .4, 1)" },
    { scale: 1, offset: 0.16 },
    { scale: 1, offset: 1 },
  ], timing);
}

// Move a part along stops, each with its moment from 0 to 1, its value and perhaps its easing. It stays at the last.
export function move(layer, selector, lasts, property, stops) {
  const frames = stops.map(([offset, value, easing = "linear"]) => ({ [property]: value, offset, easing }));
  const [, last] = stops.at(-1);
  if (stops.at(-1)[0] < 1) frames.push({ [property]: last, offset: 1 });
  layer.querySelector(selector).animate(frames, { duration: lasts, fill: "both" });
}
