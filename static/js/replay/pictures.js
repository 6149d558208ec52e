// The table at every stop of a replay, worked out of the moves alone: one can go to any of them, forward and backward.
export class Pictures {
  #stops;
  #made;

  // As `.../replay/films` tells them.
  constructor({ start, stops }) {
    this.#stops = stops;
    this.#made = [start];
  }

  // What lies there: `table` for everybody, as `Table.replace` takes it, and `hand` for this perspective.
  at(place) {
    while (this.#made.length <= place) this.#made.push(after(this.#made.at(-1), this.#stops[this.#made.length]));
    return this.#made[place];
  }
}

function after({ table, hand }, { stop, ends = [], seals = [], moves, hand: changed = {} }) {
  const next = { table_id: stop, pieces: { ...table.pieces }, heaps: { ...table.heaps }, signs: { ...table.signs } };
  for (const move of [...ends, ...seals, ...moves]) apply(next, move);
  const held = Object.entries({ ...hand, ...changed }).filter(([, piece]) => piece);
  return { table: next, hand: Object.fromEntries(held) };
}

function apply({ pieces, heaps, signs }, move) {
  const count = (heap, by) => (heaps[heap] = (heaps[heap] ?? 0) + by);
  if ("sign" in move) signs[move.sign] = move.is;
  else if ("heap" in move) {
    if ("from" in move) count(`${move.from}/${move.heap}`, -move.n);
    if ("to" in move) count(`${move.to}/${move.heap}`, move.n);
  } else {
    const { id, as = id, into, outof } = move;
    const was = pieces[id];
    delete pieces[id];
    if (into) count(into, 1);
    if (outof) count(outof, -1);
    if (!into && !("gone" in move)) pieces[as] = placed(was, move);
  }
}

// `[place, face, kind, order, seat]`
function placed(was, { to, face, kind, order, seat, outof }) {
  if (!was) return [to, face, kind ?? outof.slice(outof.lastIndexOf("/") + 1), order ?? 0, seat ?? null];
  return [to ?? was[0], face ?? was[1], was[2], order ?? was[3], seat === undefined ? was[4] : seat];
}
