/** Made for something that is done once in some time at most: whether now is the time to do it. */
export function onceIn(milliseconds: number): () => boolean {
  let doneAt = Number.NEGATIVE_INFINITY;
  return () => {
    const now = performance.now();
    if (now - doneAt < milliseconds) return false;
    doneAt = now;
    return true;
  };
}
