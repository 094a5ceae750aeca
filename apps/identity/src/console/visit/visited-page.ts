import {
  applyDecorators,
  createParamDecorator,
  type ExecutionContext,
  UseFilters,
  UseGuards,
} from '@nestjs/common';
import { Public } from '@safety/platform';
import type { FastifyRequest } from 'fastify';
import { SameOriginGuard } from '../../pages/same-origin.guard.js';
import { ConsoleGuard } from './console.guard.js';
import { ConsoleErrorFilter } from './console-error.filter.js';
import type { Visit } from './visit.js';
import { visitOf } from './visits.js';

/**
 * A page of the console: for whoever is signed in to it. Its access is a session, not a token, hence
 * `Public`.
 */
export const VisitedPage = (): MethodDecorator & ClassDecorator =>
  applyDecorators(Public(), UseFilters(ConsoleErrorFilter), UseGuards(SameOriginGuard, ConsoleGuard));

/** The visit that the request is. */
export const CurrentVisit = createParamDecorator((_: unknown, context: ExecutionContext): Visit => {
  const visit = visitOf(context.switchToHttp().getRequest<FastifyRequest>());
  if (!visit) throw new Error('The page is no VisitedPage');
  return visit;
});
