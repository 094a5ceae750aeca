/** Random choices that a seed repeats: a failing case is run again by the seed that it names. */
export interface Random {
  /** True in so many cases out of one. */
  chance(share: number): boolean;
  below(count: number): number;
  of<Item>(items: readonly Item[]): Item;
  /** Each item with such a chance, in their order. */
  some<Item>(items: readonly Item[], share: number): Item[];
  shuffled<Item>(items: readonly Item[]): Item[];
}

/** A seed that is another one in each run. */
export const newSeed = (): number => Date.now() % 2 ** 31;

/** Mulberry32, a generator of 32 bits. */
export function randomBy(seed: number): Random {
  let state = seed;
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (count: number): number => Math.floor(next() * count);
  const chance = (share: number): boolean => next() < share;
  return {
    chance,
    below,
    of: (items) => {
      const item = items[below(items.length)];
      if (item === undefined) throw new Error('There is nothing to choose from');
      return item;
    },
    some: (items, share) => items.filter(() => chance(share)),
    shuffled: (items) =>
      items
        .map((item) => ({ item, at: next() }))
        .sort((one, other) => one.at - other.at)
        .map(({ item }) => item),
  };
}
