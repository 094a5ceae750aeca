/**
 * Calls `work` from so many workers for a while, each one call after another; a worker whose call answers
 * false is done.
 * @returns the calls and the seconds
 */
export async function atOnce(workers, seconds, work) {
  let done = 0;
  const begun = performance.now();
  const end = begun + seconds * 1000;
  const worker = async (_, index) => {
    while (performance.now() < end) {
      if ((await work(index)) === false) return;
      done++;
    }
  };
  await Promise.all(Array.from({ length: workers }, worker));
  return { done, seconds: (performance.now() - begun) / 1000 };
}
