import { setTimeout as delay } from 'node:timers/promises';

/** Begins `work` so often each second, whether earlier calls have ended or not; resolves once all have. */
export async function atPace(perSecond, seconds, work) {
  const underWay = [];
  const begun = performance.now();
  for (let index = 0; index < perSecond * seconds; index++) {
    const wait = begun + (index * 1000) / perSecond - performance.now();
    if (wait > 0) await delay(wait);
    underWay.push(work(index));
  }
  await Promise.all(underWay);
}
