import type { FastifyRequest } from 'fastify';
import type { Visit } from './visit.js';

const visits = new WeakMap<FastifyRequest, Visit>();

/** Keeps the visit that a request turned out to be. */
export const keepVisit = (request: FastifyRequest, visit: Visit): void => void visits.set(request, visit);

export const visitOf = (request: FastifyRequest): Visit | undefined => visits.get(request);
