import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import { whenAnswered } from '../http/answered.js';
import { pathOf } from '../http/path-of.js';
import { runInContextOf } from '../http/request-context.js';
import { isRoutine } from '../http/routine.js';

/**
 * One line for each request: method, path without query, status, why it is refused or its answer not whole,
 * and milliseconds. Probes and what services ask each other all the time are silent.
 */
export function logAnswers(fastify: FastifyInstance, logger: Logger): void {
  if (!logger.isLevelEnabled('info')) return;
  whenAnswered(fastify, ({ status, problem, ms }, request) => {
    if (isRoutine(request.url)) return;
    const { method, url } = request;
    const line = { method, path: pathOf(url), status, problem, ms: Math.round(ms * 10) / 10 };
    runInContextOf(request, () => request.log.info(line, 'request: answered'));
  });
}
