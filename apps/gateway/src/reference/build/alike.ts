type Several<Item> = [Item, ...Item[]];

/** The items whose parts are the same JSON, in groups of at least `least`; the largest group first. */
export function alike<Item>(
  items: readonly Item[],
  partOf: (item: Item) => unknown,
  least: number,
): Several<Item>[] {
  const groups = Map.groupBy(items, (item) => JSON.stringify(partOf(item))).values();
  return [...groups]
    .filter((group): group is Several<Item> => group.length >= least)
    .sort((a, b) => b.length - a.length);
}
