import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import { pathOf } from '../http/path-of.js';
import { runInContextOf } from '../http/request-context.js';
import { isRoutine } from '../http/routine.js';
import { problemOf } from '../metrics/request-metrics.js';

/**
 * One line for each answer: method, path without query, status, why it is refused, and milliseconds. Probes
 * and what services ask each other all the time are silent.
 */
export function logAnswers(fastify: FastifyInstance, logger: Logger): void {
  if (!logger.isLevelEnabled('info')) return;
  fastify.addHook('onResponse', (request, reply, done) => {
    if (!isRoutine(request.url)) runInContextOf(request, () => logAnswer(request, reply));
    done();
  });
}

function logAnswer(request: FastifyRequest, reply: FastifyReply): void {
  const line = {
    method: request.method,
    path: pathOf(request.url),
    status: reply.statusCode,
    problem: problemOf(reply),
    ms: Math.round(reply.elapsedTime * 10) / 10,
  };
  request.log.info(line, 'request: answered');
}
