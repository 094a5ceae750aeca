import type { FastifyInstance } from 'fastify';
import { attributesOf, whenAnswered } from '../http/answered.js';
import type { Metrics } from './metrics.js';

/** Seconds. */
const LIMITS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
const PROBE = '/health/';

/** Counts each request by method, route, status and problem, with its duration. Probes are left out. */
export function measureRequests(fastify: FastifyInstance, metrics: Metrics): void {
  const duration = metrics.histogram('http.server.request.duration', {
    help: 'Requests by their duration.',
    unit: 'seconds',
    limits: LIMITS,
  });
  if (!duration) return;
  whenAnswered(fastify, (answered) => {
    const { method, route, status, problem, ms } = answered;
    if (route.startsWith(PROBE)) return;
    duration.record(ms / 1000, `${method} ${status} ${problem} ${route}`, () => attributesOf(answered));
  });
}
