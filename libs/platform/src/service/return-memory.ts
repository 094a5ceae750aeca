import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { FastifyInstance } from 'fastify';
import { isRoutine } from '../http/routine.js';

const QUIET_AFTER_MS = 5_000;

/**
 * Gives memory back whenever the service has become quiet: what loading the modules has used, and what a wave of
 * requests has. V8 by itself keeps up to a third of a small service's memory for garbage that does not come any more.
 * Collecting takes some 50 ms, once for each time that requests end.
 */
export function returnMemoryWhenQuiet(fastify: FastifyInstance): void {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as (options: { type: 'major'; flavor: 'last-resort' }) => void;
  let requests = 1;
  let collected = 0;
  let seen = 0;
  fastify.addHook('onRequest', (request, _reply, done) => {
    if (!isRoutine(request.url)) requests++;
    done();
  });
  const timer = setInterval(() => {
    if (requests === seen && requests !== collected) {
      collect({ type: 'major', flavor: 'last-resort' });
      collected = requests;
    }
    seen = requests;
  }, QUIET_AFTER_MS);
  timer.unref();
}
