import { type CallHandler, type ExecutionContext, Injectable, type NestInterceptor } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { map, type Observable } from 'rxjs';
import { RETURNS, type ReturnsMetadata } from './returns.js';

interface Versioned {
  version: number;
}

const isVersioned = (body: unknown): body is Versioned =>
  typeof body === 'object' && body !== null && typeof (body as Partial<Versioned>).version === 'number';

function matches(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  // RFC 9110 section 13.1.2: If-None-Match compares weakly.
  return ifNoneMatch.trim() === '*' || ifNoneMatch.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag);
}

/**
 * Gives an answer its documented status, a single resource its strong `ETag`, and a reader who has that version
 * already a 304.
 */
@Injectable()
export class ResponseInterceptor implements NestInterceptor {
  constructor(private readonly reflector: Reflector) {}

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    if (context.getType() !== 'http') return next.handle();
    const request = context.switchToHttp().getRequest<FastifyRequest>();
    const reply = context.switchToHttp().getResponse<FastifyReply>();
    const returns = this.reflector.get<ReturnsMetadata | undefined>(RETURNS, context.getHandler());
    if (returns) reply.status(returns.status);
    return next.handle().pipe(map((body) => withEtag(request, reply, body)));
  }
}

function withEtag(request: FastifyRequest, reply: FastifyReply, body: unknown): unknown {
  if (!isVersioned(body)) return body;
  const etag = `"${body.version}"`;
  reply.header('etag', etag);
  if (request.method !== 'GET' && request.method !== 'HEAD') return body;
  if (!matches(request.headers['if-none-match'], etag)) return body;
  reply.status(304);
  return undefined;
}
