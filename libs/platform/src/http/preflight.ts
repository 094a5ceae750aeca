import type { FastifyRequest } from 'fastify';

/** Whether a browser asks before a call of a page (Fetch standard, section 3.3.2). */
export const isPreflight = ({ method, headers }: Pick<FastifyRequest, 'method' | 'headers'>): boolean =>
  method === 'OPTIONS' &&
  headers.origin !== undefined &&
  headers['access-control-request-method'] !== undefined;
