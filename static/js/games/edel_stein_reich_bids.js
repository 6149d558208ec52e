// Advises on what a bid still lacks (E5.2, E5.4, E5.7). Gems are counts by colour, the most valuable first.
export function advice(gems, held, standing, isSingle) {
  const count = sum(gems);
  if (isSingle) return { key: count === 0 ? "none" : count === 1 ? "bid" : "too-many", isLegal: count === 1 };
  if (!standing) return { key: count ? "bid" : "none", isLegal: count > 0 };
  const wanted = sum(standing);
  if (count > wanted || (count === wanted && isHigher(gems, standing))) return { key: "raise", isLegal: true };
  if (!count) return { key: "none-raise", isLegal: false };
  return { ...lack(gems, held, standing, wanted - count), isLegal: false };
}

function lack(gems, held, standing, missing) {
  const spare = held.map((number, place) => number - gems[place]);
  const left = sum(spare);
  if (missing === 0) {
    const change = upgrade(gems, spare, standing);
    if (change) return { key: left ? "more-one-or" : "instead", ...change };
    return { key: left ? "more-one" : "nothing" };
  }
  if (missing === 1) {
    const better = cheapest(gems, spare, standing);
    if (better >= 0) return { key: left > 1 ? "add-or" : "add", better };
    return left > 1 ? { key: "more", count: 2 } : { key: "nothing" };
  }
  if (!canMatch(gems, spare, standing, missing)) {
    return left > missing ? { key: "more", count: missing + 1 } : { key: "nothing" };
  }
  return { key: left > missing ? "more-or" : "higher", count: missing + 1, fewer: missing };
}

// Return the index of the cheapest colour where one more gem is enough, or -1.
function cheapest(gems, spare, standing) {
  return spare.findLastIndex((number, place) => number && isHigher(changeGems(gems, place, 1), standing));
}

// Return the cheapest replacement of one gem by a better one that makes the bid the higher, or null.
function upgrade(gems, spare, standing) {
  for (let better = gems.length - 1; better >= 0; better--) {
    for (let worse = gems.length - 1; worse > better; worse--) {
      if (spare[better] && gems[worse] && isHigher(changeGems(changeGems(gems, better, 1), worse, -1), standing)) {
        return { better, worse };
      }
    }
  }
  return null;
}

// Return true if adding the best `missing` spare gems makes a bid of equal size the higher one.
function canMatch(gems, spare, standing, missing) {
  const best = [...gems];
  spare.forEach((number, place) => {
    const taken = Math.min(number, missing);
    best[place] += taken;
    missing -= taken;
  });
  return missing === 0 && isHigher(best, standing);
}

function changeGems(gems, place, by) {
  return gems.map((number, other) => number + (other === place ? by : 0));
}

function isHigher(one, other) {
  const place = one.findIndex((number, each) => number !== other[each]);
  return place >= 0 && one[place] > other[place];
}

function sum(gems) {
  return gems.reduce((all, number) => all + number, 0);
}
