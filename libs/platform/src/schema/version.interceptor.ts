import { type CallHandler, type ExecutionContext, Injectable, type NestInterceptor } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { FastifyRequest } from 'fastify';
import { map, type Observable } from 'rxjs';
import { UnreadableBody } from '../http/api/unreadable-body.js';
import { ProblemError } from '../problems/problem-error.js';
import { type OlderVersion, stepsOf, VERSIONED } from './versioned.js';

const isMembers = (body: unknown): body is Record<string, unknown> =>
  typeof body === 'object' && body !== null && !Array.isArray(body) && !(body instanceof UnreadableBody);

/** Leads bodies of older versions to the newest one, and answers back to the version that was asked for. */
@Injectable()
export class VersionInterceptor implements NestInterceptor {
  constructor(private readonly reflector: Reflector) {}

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    if (context.getType() !== 'http') return next.handle();
    const request = context.switchToHttp().getRequest<FastifyRequest>();
    const steps = stepsOf(this.reflector.get(VERSIONED, context.getHandler()), request.apiVersion);
    if (steps.length === 0) return next.handle();
    request.body = newerBody(request, steps);
    return next.handle().pipe(map((body) => olderAnswer(body, steps.toReversed())));
  }
}

/** A value that is no object stays as it is, for the schema to refuse. */
function newerBody({ body, apiVersion }: FastifyRequest, steps: readonly OlderVersion[]): unknown {
  if (!isMembers(body)) return body;
  try {
    return steps.reduce((members, { request }) => request?.(members) ?? members, body);
  } catch (cause) {
    // A step expects members of a shape that nobody has checked: it is the caller's mistake when they have
    // another.
    const detail = `The body is not one of version ${apiVersion}.`;
    return new UnreadableBody(new ProblemError('validation-failed', { detail, cause }));
  }
}

function olderAnswer(body: unknown, steps: readonly OlderVersion[]): unknown {
  if (!isMembers(body)) return body;
  const older = (row: object): object =>
    steps.reduce<object>((now, { response }) => response?.(now as Record<string, unknown>) ?? now, row);
  return Array.isArray(body['data']) ? { ...body, data: body['data'].map(older) } : older(body);
}
