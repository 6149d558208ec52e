// States of the table at every stop of a replay, calculated from the moves, for steps in both directions.
export class Pictures {
  #stops;
  #made;

  // Takes the JSON of `.../replay/films`.
  constructor({ start, stops }) {
    this.#stops = stops;
    this.#made = [start];
  }

  // Return the state at a stop's index: `table` for everybody, as `Table.replace` takes it, and `hand` for this
  // perspective.
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
    if (!into && !("gone" in move)) pieces[as] = placePiece(was, move);
  }
}

// Return a piece after a move, as `[place, face, kind, order, seat]`.
function placePiece(was, { to, face, kind, order, seat, outof }) {
  if (!was) return [to, face, kind ?? outof.slice(outof.lastIndexOf("/") + 1), order ?? 0, seat ?? null];
  return [to ?? was[0], face ?? was[1], was[2], order ?? was[3], seat === undefined ? was[4] : seat];
}
