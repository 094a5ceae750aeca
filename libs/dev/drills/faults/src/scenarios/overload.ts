import { execFile } from 'node:child_process';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import type { Suite } from '@safety/local-stack';
import { tokensOf } from '../client.js';
import { Flood } from '../flood.js';
import type { Scenario } from './scenario.js';
import { must } from './until.js';

const WRITERS = 64;
const CROWD = 20;
const MEASURED_FOR_SECONDS = 4;
const TIMES = 3;
const LOOK_EVERY_MS = 1_000;
/** Less than this is garbage that was not collected yet. */
const GROWTH_BYTES = 40 * 1024 * 1024;

/** The memory of the gateway and of the service behind it, in bytes. */
async function memory(suite: Suite): Promise<number> {
  const pids = (['gateway', 'hazards-events'] as const).flatMap((app) =>
    suite.replicaUrls[app].map((_, replica) => suite.pid(app, replica)),
  );
  const { stdout } = await promisify(execFile)('ps', ['-o', 'rss=', '-p', pids.join()]);
  return stdout
    .trim()
    .split(/\s+/)
    .reduce((sum, kilobytes) => sum + Number(kilobytes) * 1024, 0);
}

const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);

/**
 * As many write to one company at once as two processes have connections. Their references come from one
 * counter: nobody may wait for it until the statement ends.
 */
export const crowded = (seconds: number): Scenario => ({
  name: `crowded: ${CROWD} write to one company for ${seconds} s`,
  concerns: [],
  happen: async ({ suite }, note) => {
    const { access_token: token } = await tokensOf(suite.url, 'both@demo.example');
    const flood = new Flood(suite.replicaUrls.gateway, token);
    const answers = await flood.crowd(CROWD, seconds).finally(() => flood.close());
    note('writes a second', Math.round((answers.get(201) ?? 0) / seconds));
    must(
      `all are answered 201, and not ${JSON.stringify([...answers])}`,
      [...answers.keys()].join() === '201',
    );
  },
});

/** Writes as many as can be answered, measured, and then three times as many whatever comes of them. */
export const overloaded = (seconds: number): Scenario => ({
  name: `three times capacity for ${seconds} s`,
  concerns: ['gateway'],
  happen: async ({ suite }, note) => {
    const { access_token: token } = await tokensOf(suite.url, 'both@demo.example');
    const flood = new Flood(suite.replicaUrls.gateway, token);
    await flood.capacity(WRITERS, MEASURED_FOR_SECONDS);
    const capacity = await flood.capacity(WRITERS, MEASURED_FOR_SECONDS);
    const samples: number[] = [];
    let over = false;
    const sampling = (async () => {
      for (; !over; await delay(LOOK_EVERY_MS)) samples.push(await memory(suite));
    })();
    const answers = await flood.pour(TIMES * capacity, seconds).finally(() => {
      over = true;
      flood.close();
    });
    await sampling;
    const [before, after] = [
      samples.slice(samples.length / 3, (samples.length / 3) * 2),
      samples.slice((samples.length / 3) * 2),
    ];
    const growth = mean(after) - mean(before);
    note('writes a second', Math.round(capacity));
    note('answered 201', answers.get(201) ?? 0);
    note('answered 429 or 503', (answers.get(429) ?? 0) + (answers.get(503) ?? 0));
    note('memory MB', Math.round(mean(after) / 2 ** 20));
    note('grown by MB', Math.round(growth / 2 ** 20));
    const other = [...answers].filter(([status]) => ![201, 429, 503].includes(status));
    must(`the rest is answered 429 or 503, and not ${JSON.stringify(other)}`, other.length === 0);
    must(`something is shed`, (answers.get(429) ?? 0) + (answers.get(503) ?? 0) > 0);
    must(
      `memory does not grow by ${Math.round(growth / 2 ** 20)} MB in a third of the time`,
      growth < GROWTH_BYTES,
    );
  },
});
