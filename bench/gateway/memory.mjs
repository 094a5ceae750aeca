// Whether the gateway keeps what it needs: over minutes of load, and for each of many connections on which
// nothing happens.
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { residentBytes, start } from '../common/children.mjs';
import { demand } from '../common/goals.mjs';
import { median, percentile } from '../common/statistics.mjs';
import { pace, saturate } from './load.mjs';

const MEBIBYTE = 1024 * 1024;
const KIBIBYTE = 1024;
const SAMPLE_EVERY_MS = 1_000;
/** The growth of a process that has just begun is no leak. */
const WARM_UP_SECONDS = 10;
const PACE_PER_SECOND = 200;
/** The last fifth may have this much more than the first and still be called flat. */
const FLAT = 1.05;

/** Full load for so many minutes: the memory of the first and of the last fifth of the time. */
export async function measureMemory({ gateway, headers }, minutes) {
  const target = { ...gateway, headers };
  await saturate(target, WARM_UP_SECONDS);
  const sizes = [];
  const sampling = setInterval(() => sizes.push(residentBytes(gateway.pid) / MEBIBYTE), SAMPLE_EVERY_MS);
  const perSecond = await saturate(target, minutes * 60);
  clearInterval(sampling);
  const fifth = Math.floor(sizes.length / 5);
  const [first, last] = [median(sizes.slice(0, fifth)), median(sizes.slice(-fifth))];
  console.log(
    `${minutes} minutes, ${Math.round(perSecond * minutes * 60)} requests: ${first.toFixed(0)} MiB in the first fifth, ` +
      `${last.toFixed(0)} MiB in the last, ${Math.max(...sizes).toFixed(0)} MiB at most; last / first: ${(last / first).toFixed(2)}`,
  );
  demand(`memory at most ${FLAT} times that of the beginning`, last / first <= FLAT);
}

/** Connections that have asked once and stay open, and what a client notices meanwhile. */
export async function measureIdleConnections({ gateway, headers }, wanted, seconds) {
  const target = { ...gateway, headers };
  const alone = await pace(target, PACE_PER_SECOND, seconds);
  const before = residentBytes(gateway.pid);
  const { child, told } = await start(new URL('./idle-clients.mjs', import.meta.url), {
    URL: gateway.url,
    WANTED: String(wanted),
  });
  const during = await pace(target, PACE_PER_SECOND, seconds);
  const each = (residentBytes(gateway.pid) - before) / told.open;
  child.send('count');
  const [{ open }] = await once(child, 'message');
  child.kill();
  await delay(SAMPLE_EVERY_MS);
  const ms = ({ took, refused }) =>
    `p50 ${percentile(took, 0.5).toFixed(2)} ms, p99 ${percentile(took, 0.99).toFixed(2)} ms, ${refused} refused`;
  console.log(`${open} of ${told.open} idle connections held, ${(each / KIBIBYTE).toFixed(1)} KiB each`);
  demand(`${wanted} connections held`, open >= wanted);
  demand('nothing refused meanwhile', during.refused === 0);
  console.log(`a client before: ${ms(alone)}; meanwhile: ${ms(during)}`);
}
