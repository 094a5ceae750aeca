const MOST = 1_000;
const FURTHER = 4;

/** How many rows to look through for a page: first so many, and then more, up to a bound. */
export function* widening(first: number): Generator<number> {
  for (let most = first; most <= MOST; most *= FURTHER) yield most;
}
