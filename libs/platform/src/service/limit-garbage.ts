import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { FastifyInstance } from 'fastify';
import { isRoutine } from '../http/routine.js';

const CHECK_EVERY_MS = 5_000;
const QUIET_AFTER_START_MS = 5_000;
/**
 * Collecting throws away compiled code too: for seconds of load after it a request costs up to twice as much.
 * So it is not done between two clicks of somebody who works.
 */
const QUIET_AFTER_MS = 60_000;

/**
 * Garbage that is let lie, in percent of what is in use. V8 by itself lets about three times as much lie as
 * is in use.
 */
const GARBAGE_PERCENT = 50;

/**
 * Keeps what a request makes among the young objects, which are collected cheaply. V8 by itself learns which
 * code makes objects that live on, and puts theirs among the old ones: under load the rows of requests that
 * are under way look like that, and live for some milliseconds.
 *
 * Keeps memory flat under load that lasts: garbage is collected when there is half as much of it as of what
 * is in use. And gives memory back whenever the service has become quiet: what loading the modules has used,
 * and what a wave of requests has. V8 by itself keeps up to a third of a small service's memory for garbage
 * that does not come any more. Collecting takes some 50 ms, once for each time that requests end.
 */
export function limitGarbage(fastify: FastifyInstance): void {
  setFlagsFromString('--no-allocation-site-pretenuring');
  setFlagsFromString(`--heap-growing-percent=${GARBAGE_PERCENT}`);
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as (options: { type: 'major'; flavor: 'last-resort' }) => void;
  let requests = 1;
  let collected = 0;
  let seen = 0;
  let quietMs = 0;
  fastify.addHook('onRequest', (request, _reply, done) => {
    if (!isRoutine(request.url)) requests++;
    done();
  });
  const timer = setInterval(() => {
    quietMs = requests === seen ? quietMs + CHECK_EVERY_MS : 0;
    seen = requests;
    if (requests === collected || quietMs < (collected === 0 ? QUIET_AFTER_START_MS : QUIET_AFTER_MS)) return;
    collect({ type: 'major', flavor: 'last-resort' });
    collected = requests;
  }, CHECK_EVERY_MS);
  timer.unref();
}
