/** Where an org structure stands, and since when; null for since ever. */
export interface Placement {
  itemId: string | null;
  itemSince: string | null;
  pathIds: string[];
  pathSince: (string | null)[] | null;
}

/**
 * Since when an org structure stands where a message of `day` puts it. Below an org structure of the same
 * item it goes on as it was: the same requirements apply. Where it stood first, it stands since ever.
 */
export function placedAnew(
  before: Placement | undefined,
  now: Pick<Placement, 'itemId' | 'pathIds'>,
  itemOf: ReadonlyMap<string, string | null>,
  day: string,
): Placement {
  if (!before) return { ...now, itemSince: null, pathSince: null };
  const since = (index: number) => before.pathSince?.[index] ?? null;
  const pathSince = now.pathIds.map((id) => {
    const item = itemOf.get(id) ?? null;
    const known = before.pathIds.flatMap((other, index) =>
      other === id || (item !== null && itemOf.get(other) === item) ? [since(index)] : [],
    );
    if (known.length === 0) return day;
    return known.includes(null) ? null : (known.sort()[0] ?? null);
  });
  return {
    ...now,
    itemSince: before.itemId === now.itemId ? before.itemSince : day,
    pathSince: pathSince.every((one) => one === null) ? null : pathSince,
  };
}
