import type { FastifyInstance } from 'fastify';
import { pathOf } from '../http/path-of.js';
import { isRoutine } from '../http/routine.js';

/**
 * One line for each answer: method, path without query, status and milliseconds. Probes and what services ask each other
 * all the time are silent.
 */
export function logAnswers(fastify: FastifyInstance): void {
  fastify.addHook('onResponse', (request, reply, done) => {
    if (!isRoutine(request.url)) {
      request.log.info(
        {
          method: request.method,
          path: pathOf(request.url),
          status: reply.statusCode,
          ms: Math.round(reply.elapsedTime * 10) / 10,
        },
        'answered',
      );
    }
    done();
  });
}
