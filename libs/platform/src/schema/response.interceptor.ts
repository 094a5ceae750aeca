import { createHash } from 'node:crypto';
import {
  type CallHandler,
  type ExecutionContext,
  Inject,
  Injectable,
  type NestInterceptor,
} from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { map, type Observable } from 'rxjs';
import { matchesEtag } from '../http/etag.js';
import { pathOf } from '../http/path-of.js';
import { SETTINGS } from '../settings/settings.js';
import { RETURNS, type ReturnsMetadata } from './returns.js';
import { sparse } from './sparse.js';

interface Resource {
  id: string;
  version: number;
}

const isResource = (body: unknown): body is Resource =>
  typeof body === 'object' && body !== null && typeof (body as Partial<Resource>).version === 'number';

function etagOf(body: unknown, returns: ReturnsMetadata | undefined): string | undefined {
  if (isResource(body)) return `"${body.version}"`;
  if (returns?.etag !== 'content') return undefined;
  return `"${createHash('sha256').update(JSON.stringify(body)).digest('base64url')}"`;
}

/**
 * Gives an answer its documented status, a new resource its `Location`, a single resource its strong `ETag`, a reader who
 * has that version already a 304, and whoever asks for some `fields` no more than those.
 */
@Injectable()
export class ResponseInterceptor implements NestInterceptor {
  constructor(
    private readonly reflector: Reflector,
    @Inject(SETTINGS) private readonly settings: { BASE_URL?: string },
  ) {}

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    if (context.getType() !== 'http') return next.handle();
    const request = context.switchToHttp().getRequest<FastifyRequest>();
    const reply = context.switchToHttp().getResponse<FastifyReply>();
    const returns = this.reflector.get<ReturnsMetadata | undefined>(RETURNS, context.getHandler());
    if (returns) reply.status(returns.status);
    return next.handle().pipe(map((body) => this.finish(request, reply, returns, body)));
  }

  private finish(
    request: FastifyRequest,
    reply: FastifyReply,
    returns: ReturnsMetadata | undefined,
    body: unknown,
  ): unknown {
    const etag = etagOf(body, returns);
    if (etag === undefined) return sparse(request, returns?.schema, body);
    reply.header('etag', etag);
    if (returns?.status === 201 && isResource(body)) {
      reply.header('location', this.locationOf(request, returns, body));
    }
    const reads = request.method === 'GET' || request.method === 'HEAD';
    if (reads && matchesEtag(request.headers['if-none-match'], etag)) {
      reply.status(304);
      return undefined;
    }
    return sparse(request, returns?.schema, body);
  }

  private locationOf(request: FastifyRequest, { location }: ReturnsMetadata, { id }: Resource): string {
    const path =
      location?.replace('{id}', id) ?? `${pathOf(request.url).toLowerCase().replace(/\/$/, '')}/${id}`;
    return `${this.settings.BASE_URL ?? ''}${path}`;
  }
}
