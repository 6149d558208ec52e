// Compute waiting times after failures: they grow up to a limit and are randomized, so clients do not retry together.
export function grown(ms, failures, most) {
  return Math.min(ms * 2 ** failures, most);
}

export function spread(ms) {
  return ms * (0.75 + Math.random() / 2);
}
