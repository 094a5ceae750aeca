/** Rows that one statement of a removal takes at most, well within the time of a statement. */
export const REMOVED_AT_ONCE = 10_000;

/**
 * Repeats a statement that removes `atOnce` rows at most until it finds fewer. Resolves with how many rows
 * went in all.
 *
 * @param removeSome resolves with how many rows went
 */
export async function removeInParts(
  removeSome: () => Promise<number>,
  atOnce = REMOVED_AT_ONCE,
): Promise<number> {
  let removed = 0;
  for (;;) {
    const some = await removeSome();
    removed += some;
    if (some < atOnce) return removed;
  }
}
