import type { Server } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { Readiness } from '../health/readiness.js';
import { endConnectionsWithAnswers } from '../http/wire/close-connections.js';
import type { Logger } from '../logging/logger.token.js';
import type { BaseSettings } from '../settings/base-settings.js';
import { stopSignals } from './end-on-signal.js';
import type { Service } from './service.js';

/** How much of the grace belongs to the requests; the rest is for closing what they have used. */
const SHARE_OF_REQUESTS = 0.75;

/**
 * An orderly exit would wait for threads, and so perhaps for what hangs. Linux keeps the first process of a
 * container from killing itself; its abort ends in an instruction that the processor refuses, and that ends
 * it too.
 */
function endAtOnce(): never {
  process.kill(process.pid, 'SIGKILL');
  process.abort();
}

/**
 * Stops the service on SIGTERM or SIGINT and exits with 0. It always ends within `SHUTDOWN_DELAY_MS` and
 * `SHUTDOWN_GRACE_MS` together: requests that last longer are cut off, and a process that does not end even
 * then is killed.
 */
export function stopOnSignal<Settings extends BaseSettings>(
  { app, settings }: Service<Settings>,
  logger: Logger,
): void {
  let stopping = false;
  const stop = async (signal: string) => {
    if (stopping) return;
    stopping = true;
    logger.info({ signal }, 'service: stopping');
    app.get(Readiness).drain();
    endConnectionsWithAnswers(app.getHttpServer());
    await delay(settings.SHUTDOWN_DELAY_MS);
    setTimeout(() => {
      logger.warn('service: not stopped yet, cuts off the requests under way');
      (app.getHttpServer() as Server).closeAllConnections();
    }, settings.SHUTDOWN_GRACE_MS * SHARE_OF_REQUESTS);
    setTimeout(endAtOnce, settings.SHUTDOWN_GRACE_MS);
    await app.close();
    process.exit(0);
  };
  for (const signal of stopSignals) process.on(signal, () => void stop(signal));
}
