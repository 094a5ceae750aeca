import { startSuite } from '@safety/local-stack';
import { tapEnvironment } from './statements.mjs';

/** A suite whose statements are heard, and whose gateway counts requests without ever refusing one. */
export async function startTapped() {
  const tap = tapEnvironment({ ...process.env, LOG_LEVEL: process.env.LOG_LEVEL ?? 'warn' });
  const limits = ['USER', 'COMPANY', 'CLIENT'].map((name) => [`RATE_LIMIT_${name}`, '10000000']);
  const suite = await startSuite({ env: tap.env, settings: { gateway: Object.fromEntries(limits) } });
  const stop = async () => {
    await suite.stop();
    tap.remove();
  };
  return { suite, tap, stop };
}
