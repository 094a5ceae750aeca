// What a client notices while several hundred others send or read as slowly as they can, and how long those last.
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { start } from './children.mjs';
import { pace } from './load.mjs';
import { percentile } from './statistics.mjs';

const PACE_PER_SECOND = 200;
const KINDS = ['slow headers', 'slow bodies', 'slow readers'];
/** By then all of them wait, and the first are cut off. */
const UNDER_WAY_MS = 10_000;
const MEASURE_SECONDS = 20;
const WARM_UP_SECONDS = 5;
const GOAL = 2;

/** Measures a client alone and under each attack by `connections` at once, in turns. */
export async function measureAttacks({ gateway, headers }, connections) {
  const target = { ...gateway, headers };
  const rows = {};
  await pace(target, PACE_PER_SECOND, WARM_UP_SECONDS);
  for (const kind of KINDS) {
    const alone = await pace(target, PACE_PER_SECOND, MEASURE_SECONDS);
    const { child } = await start('attackers.mjs', {
      URL: gateway.url,
      KIND: kind,
      CONNECTIONS: String(connections),
      HEADERS: JSON.stringify(headers),
    });
    await delay(UNDER_WAY_MS);
    const during = await pace(target, PACE_PER_SECOND, MEASURE_SECONDS);
    child.send('stop');
    const [{ lives, answers }] = await once(child, 'message');
    child.kill();
    const ratio = percentile(during.took, 0.99) / percentile(alone.took, 0.99);
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
