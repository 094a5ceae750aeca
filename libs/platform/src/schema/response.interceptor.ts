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
import { matchesEtag } from '../http/api/etag.js';
import { pathOf } from '../http/path-of.js';
import { SETTINGS } from '../settings/settings.js';
import { RETURNS, type ReturnsMetadata } from './returns.js';
import { askedMembers, reduced } from './sparse.js';
import { TAKES, type TakesMetadata } from './takes.js';
import { type OlderVersions, stepsOf, VERSIONED } from './versioned.js';

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

const isRead = ({ method }: FastifyRequest): boolean => method === 'GET' || method === 'HEAD';

/** Reads of one row all take `fields`; the others where their schema says so. */
const takesFields = (request: FastifyRequest, takes: TakesMetadata | undefined): boolean =>
  isRead(request) && (takes?.query === undefined || 'fields' in takes.query.shape);

/**
 * Gives an answer its documented status, a new resource its `Location`, a single resource its strong `ETag`,
 * a reader who has that version already a 304, and whoever asks for some `fields` no more than those.
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
    const wanted = takesFields(request, this.reflector.get(TAKES, context.getHandler()))
      ? askedMembers(request, returns?.schema, this.olderMembers(request, context))
      : undefined;
    return next.handle().pipe(map((body) => this.finish(request, reply, returns, body, wanted)));
  }

  private olderMembers({ apiVersion }: FastifyRequest, context: ExecutionContext): string[] {
    const versions = this.reflector.get<OlderVersions | undefined>(VERSIONED, context.getHandler());
    return stepsOf(versions, apiVersion).flatMap(({ members = [] }) => members);
  }

  private finish(
    request: FastifyRequest,
    reply: FastifyReply,
    returns: ReturnsMetadata | undefined,
    body: unknown,
    wanted: ReadonlySet<string> | undefined,
  ): unknown {
    // Fastify would send nothing at all, which is no JSON.
    if (body === null) {
      reply.header('content-type', 'application/json; charset=utf-8');
      return 'null';
    }
    const etag = etagOf(body, returns);
    if (etag === undefined) return reduced(body, wanted);
    reply.header('etag', etag);
    if (returns?.alternate && isResource(body))
      reply.header('link', `<${this.addressOf(returns.alternate, body)}>; rel="alternate"`);
    if (returns && reply.statusCode === 201 && isResource(body)) {
      reply.header('location', this.locationOf(request, returns, body));
    }
    if (isRead(request) && !returns?.followsTime && matchesEtag(request.headers['if-none-match'], etag)) {
      reply.status(304);
      return undefined;
    }
    return reduced(body, wanted);
  }

  private locationOf(request: FastifyRequest, { location }: ReturnsMetadata, row: Resource): string {
    const path = location ?? `${pathOf(request.url).toLowerCase().replace(/\/$/, '')}/{id}`;
    return this.addressOf(path, row);
  }

  /** The public address of a path whose places are filled with members of the row. */
  private addressOf(path: string, row: Resource): string {
    const members = row as unknown as Record<string, unknown>;
    return `${this.settings.BASE_URL ?? ''}${path.replace(/\{(\w+)\}/g, (_, member) => String(members[member]))}`;
  }
}
