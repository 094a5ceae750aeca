// The delays of a client while several hundred others send or read as slowly as they can, and how long those
// last.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { constants, setPriority } from 'node:os';
import { text } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { findExecutable } from '@safety/local-stack';
import { start } from '../common/children.mjs';
import { demand } from '../common/goals.mjs';
import { percentile } from '../common/statistics.mjs';
import { pace } from './load.mjs';

const PACE_PER_SECOND = 200;
const python = findExecutable(['python3'], process.env.PATH);
/** By then all of them wait, and the first are cut off. */
const UNDER_WAY_MS = 10_000;
const MEASURE_SECONDS = 40;
const WARM_UP_SECONDS = 5;
const GOAL = 2;
const { PRIORITY_LOW, PRIORITY_ABOVE_NORMAL } = constants.priority;

/**
 * Begins an attack; resolves to what ends it, and tells how long each connection lasted and how it was
 * answered.
 */
const attacks = {
  'slow headers': attackSending,
  'slow bodies': attackSending,
  'slow readers': attackReading,
};

async function attackSending(kind, { gateway, headers }, connections) {
  const { child } = await start(new URL('./attackers.mjs', import.meta.url), {
    URL: gateway.url,
    KIND: kind,
    CONNECTIONS: String(connections),
    HEADERS: JSON.stringify(headers),
  });
  setPriority(child.pid, PRIORITY_LOW);
  return async () => {
    child.send('stop');
    const [told] = await once(child, 'message');
    child.kill();
    return told;
  };
}

function attackReading(_, { gateway, headers }, connections) {
  const { hostname, port } = new URL(gateway.url);
  const script = fileURLToPath(new URL('slow-readers.py', import.meta.url));
  const child = spawn(
    python,
    [script, hostname, port, '/api/courses/large', JSON.stringify(headers), String(connections)],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  );
  setPriority(child.pid, PRIORITY_LOW);
  return async () => {
    child.kill();
    return JSON.parse(await text(child.stdout));
  };
}

/**
 * Attackers, the client and the service come from machines of their own in life. On the core that they share
 * here each would wait for milliseconds for the others, which would be taken for the gateway's. Only root may
 * give a higher priority than the usual one.
 */
function goFirst(...pids) {
  if (process.getuid?.() === 0) for (const pid of pids) setPriority(pid, PRIORITY_ABOVE_NORMAL);
}

/** Measures a client alone and under each attack by `connections` at once, in turns. */
export async function measureAttacks(scene, connections) {
  const target = { ...scene.gateway, headers: scene.headers };
  const rows = {};
  goFirst(process.pid, scene.upstreamPid);
  await pace(target, PACE_PER_SECOND, WARM_UP_SECONDS);
  for (const [kind, begin] of Object.entries(attacks)) {
    if (begin === attackReading && !python) {
      console.log('Slow readers are left out: they need python3 on the PATH.');
      continue;
    }
    const alone = await pace(target, PACE_PER_SECOND, MEASURE_SECONDS);
    const end = await begin(kind, scene, connections);
    await delay(UNDER_WAY_MS);
    const during = await pace(target, PACE_PER_SECOND, MEASURE_SECONDS);
    const { lives, answers } = await end();
    const ratio = percentile(during.took, 0.99) / percentile(alone.took, 0.99);
    demand(`${kind}: a p99 below ${GOAL} times that alone`, ratio < GOAL);
    demand(`${kind}: nothing refused`, during.refused === 0);
    rows[kind] = {
      'p99 ms alone': Number(percentile(alone.took, 0.99).toFixed(2)),
      'p99 ms under attack': Number(percentile(during.took, 0.99).toFixed(2)),
      [`ratio (below ${GOAL})`]: Number(ratio.toFixed(2)),
      refused: during.refused,
      'cut off': lives.length,
      'after s':
        lives.length > 0 ? `${Math.min(...lives).toFixed(1)} to ${Math.max(...lives).toFixed(1)}` : '',
      how: Object.entries(answers)
        .map(([how, count]) => `${how}: ${count}`)
        .join(', '),
    };
  }
  console.log(`${connections} connections of each kind:`);
  console.table(rows);
}
