import { setTimeout as delay } from 'node:timers/promises';
import type { Suite } from '@safety/local-stack';

/** Kills every gateway, and resolves when others have taken their places. */
export async function restartGateways(suite: Suite): Promise<void> {
  const pids = suite.replicaUrls.gateway.map((_, replica) => suite.pid('gateway', replica));
  for (const [replica] of pids.entries()) suite.kill('gateway', 'SIGKILL', replica);
  while (pids.some((pid, replica) => [pid, undefined].includes(suite.pid('gateway', replica))))
    await delay(20);
  await suite.ready('gateway');
}
