// The cost of each proxy, and the time that it adds to an answer, in rounds that take turns.

import { cpuSeconds } from '../common/children.mjs';
import { demand } from '../common/goals.mjs';
import { median, percentile } from '../common/statistics.mjs';
import { loadProgram, pace, saturate } from './load.mjs';
import { startTargets } from './targets.mjs';

const PACE_PER_SECOND = 400;
/** By then what is compiled under load is compiled. */
const WARM_UP_SECONDS = 15;
/** Of each turn: V8 throws away compiled code that rests while the others are measured. */
const REWARM_SECONDS = 3;
/** Of the gateway to others, in a second of CPU, and what it may add at the median. */
const GOALS = { ratios: { '@fastify/http-proxy': 1.5, HAProxy: 1.4 }, addedMs: 0.25 };

/** Measures and reports; `rounds` rounds of twice `seconds` for each target. */
export async function measureThroughput(scene, { rounds, seconds }) {
  const { targets, stop } = await startTargets(scene);
  try {
    const measured = Object.fromEntries(Object.keys(targets).map((name) => [name, { rates: [], took: [] }]));
    for (const target of Object.values(targets)) {
      await saturate(target, WARM_UP_SECONDS);
      await pace(target, PACE_PER_SECOND, 1);
    }
    for (let round = 0; round < rounds; round++) {
      for (const [name, target] of Object.entries(targets)) {
        await saturate(target, REWARM_SECONDS);
        measured[name].rates.push(await rate(target, seconds));
        const { took, refused } = await pace(target, PACE_PER_SECOND, seconds);
        if (refused > 0) throw new Error(`${name} refused ${refused} requests`);
        measured[name].took.push(...took);
      }
    }
    report(measured);
  } finally {
    await stop();
  }
}

async function rate(target, seconds) {
  const before = target.pid && cpuSeconds(target.pid);
  const perSecond = await saturate(target, seconds);
  if (!target.pid) return { perSecond, perCpuSecond: Number.NaN };
  return { perSecond, perCpuSecond: (perSecond * seconds) / (cpuSeconds(target.pid) - before) };
}

function report(measured) {
  const direct = measured.direct.took;
  const summary = {};
  for (const [name, { rates, took }] of Object.entries(measured)) {
    const of = (key) => Math.round(median(rates.map((round) => round[key])));
    const ms = (part) =>
      Number((percentile(took, part) - (name === 'direct' ? 0 : percentile(direct, part))).toFixed(2));
    summary[name] = {
      'requests/s': of('perSecond'),
      'in a second of CPU': of('perCpuSecond'),
      'p50 ms more than direct': ms(0.5),
      'p99 ms more': ms(0.99),
      'rounds, in a second of CPU': rates.map(({ perCpuSecond }) => Math.round(perCpuSecond)).join(' '),
    };
  }
  console.log(`Load by ${loadProgram}; the row "direct" shows milliseconds, not differences.`);
  console.table(summary);
  const addedMs = summary.gateway['p50 ms more than direct'];
  demand(`at most ${GOALS.addedMs} ms more at the median`, addedMs <= GOALS.addedMs);
  for (const name of Object.keys(measured)) {
    if (name === 'direct' || name === 'gateway') continue;
    const ratios = measured.gateway.rates.map(
      ({ perCpuSecond }, round) => perCpuSecond / measured[name].rates[round].perCpuSecond,
    );
    const goal = GOALS.ratios[name];
    if (goal) demand(`the gateway at least ${goal} of ${name}`, median(ratios) >= goal);
    console.log(
      `gateway / ${name}, in a second of CPU: ${median(ratios).toFixed(2)} (${ratios.map((one) => one.toFixed(2)).join(' ')})`,
    );
  }
}
