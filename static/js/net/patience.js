// How long to wait after failures: longer each time, up to a limit, and never all at the same moment.
export function grown(ms, failures, most) {
  return Math.min(ms * 2 ** failures, most);
}

export function spread(ms) {
  return ms * (0.75 + Math.random() / 2);
}
