import type { Reflector } from '@nestjs/core';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { HandlerCall, HandlerStep } from '../handlers/handler-steps.js';
import { isRead } from '../http/is-read.js';
import { setAnswerHeaders } from './answer-headers.js';
import { type Added, RETURNS, type ReturnsMetadata } from './returns.js';
import { serialized } from './serialized.js';
import { askedMembers, reduced } from './sparse.js';
import { TAKES, type TakesMetadata } from './takes.js';
import { refuseUnaskedQuery } from './unasked-query.js';
import { newerBody, olderAnswer } from './version-steps.js';
import { type OlderVersion, type OlderVersions, stepsOf, VERSIONED } from './versioned.js';

/** The words of a handler's decorators. */
interface Declared {
  returns: ReturnsMetadata | undefined;
  takes: TakesMetadata | undefined;
  versions: OlderVersions | undefined;
}

/**
 * The way of a request into a handler, and of its result out of it:
 *
 * 1. refuse a query that the handler does not take: `unasked-query.ts`
 * 2. read `fields`: `sparse.ts`
 * 3. make a newer body of an older one: `version-steps.ts`
 * 4. the handler; of a row that was added, only the row goes on
 * 5. write the result by the response schema: `serialized.ts`
 * 6. make an older answer of it: `version-steps.ts`
 * 7. set `Location`, `ETag` or 304: `answer-headers.ts`
 * 8. keep the asked fields: `sparse.ts`
 */
export class AnswerStep implements HandlerStep {
  private readonly declared = new WeakMap<object, Declared>();

  constructor(
    private readonly reflector: Reflector,
    /** The public address that links begin with. */
    private readonly baseUrl: string,
    /** Whether the service speaks the versioned JSON API. */
    private readonly jsonApi: boolean,
  ) {}

  async run({ request, reply, handler }: HandlerCall, next: () => Promise<unknown>): Promise<unknown> {
    const { returns, takes, versions } = this.declaredBy(handler);
    if (this.jsonApi && !takes?.query) refuseUnaskedQuery(request);
    if (returns) reply.status(returns.status);
    const steps = this.jsonApi ? stepsOf(versions, request.apiVersion) : [];
    const wanted = takesFields(request, takes) ? askedMembers(request, returns?.schema, steps) : undefined;
    if (steps.length > 0) request.body = newerBody(request, steps);
    const result = await next();
    const row = returns?.mayBeRepeated ? addedRow(result as Added<unknown>, reply) : result;
    const body = olderAnswer(await serialized(row, returns?.schema), steps);
    // Fastify would send nothing at all, which is no JSON.
    if (body === null) {
      reply.header('content-type', 'application/json; charset=utf-8');
      return 'null';
    }
    const known = setAnswerHeaders(request, reply, returnedIn(steps, returns), body, this.baseUrl);
    return known === 'known to the reader' ? undefined : reduced(body, wanted);
  }

  private declaredBy(handler: HandlerCall['handler']): Declared {
    const known = this.declared.get(handler);
    if (known) return known;
    const declared: Declared = {
      returns: this.reflector.get(RETURNS, handler),
      takes: this.reflector.get(TAKES, handler),
      versions: this.reflector.get(VERSIONED, handler),
    };
    this.declared.set(handler, declared);
    return declared;
  }
}

/** The declaration as in the version that was asked for: its rows may have been at another path then. */
function returnedIn(
  steps: readonly OlderVersion[],
  returns: ReturnsMetadata | undefined,
): ReturnsMetadata | undefined {
  const location = steps.find((step) => step.location)?.location;
  return returns && location ? { ...returns, location } : returns;
}

/** Reads of one row all take `fields`; the others where their schema says so. */
const takesFields = (request: FastifyRequest, takes: TakesMetadata | undefined): boolean =>
  isRead(request) && (takes?.query === undefined || 'fields' in takes.query.shape);

/** The row of an `Added`: 200 when it was there before, else the documented status. */
function addedRow({ row, isNew }: Added<unknown>, reply: FastifyReply): unknown {
  if (!isNew) reply.status(200);
  return row;
}
