import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { matchesEtag } from '../http/api/etag.js';
import { isRead } from '../http/is-read.js';
import { pathOf } from '../http/path-of.js';
import type { ReturnsMetadata } from './returns.js';

interface Resource {
  id: string;
  version: number;
}

const isResource = (body: unknown): body is Resource =>
  typeof body === 'object' && body !== null && typeof (body as Partial<Resource>).version === 'number';

function etagOf(body: unknown, returns: ReturnsMetadata | undefined): string | undefined {
  if (isResource(body))
    return returns?.etag === 'version and content'
      ? `"${body.version}.${digestOf(body)}"`
      : `"${body.version}"`;
  return returns?.etag === 'content' ? `"${digestOf(body)}"` : undefined;
}

const digestOf = (body: unknown): string =>
  createHash('sha256').update(JSON.stringify(body)).digest('base64url');

/**
 * Gives a new resource its `Location` and a single resource its strong `ETag`. Whether the reader has that
 * version already: the answer is 304 without a body.
 */
export function setAnswerHeaders(
  request: FastifyRequest,
  reply: FastifyReply,
  returns: ReturnsMetadata | undefined,
  body: unknown,
  baseUrl: string,
): 'new to the reader' | 'known to the reader' {
  const etag = etagOf(body, returns);
  if (etag === undefined) return 'new to the reader';
  reply.header('etag', etag);
  if (returns && isResource(body)) {
    if (returns.alternate)
      addLink(reply, `<${addressOf(baseUrl, returns.alternate, body)}>; rel="alternate"`);
    if (reply.statusCode === 201) {
      const path = returns.location ?? `${pathOf(request.url).toLowerCase().replace(/\/$/, '')}/{id}`;
      reply.header('location', addressOf(baseUrl, path, body));
    }
  }
  if (!isRead(request) || !matchesEtag(request.headers['if-none-match'], etag)) return 'new to the reader';
  reply.status(304);
  return 'known to the reader';
}

/** Beside the links of a deprecated version. */
function addLink(reply: FastifyReply, link: string): void {
  const before = reply.getHeader('link');
  reply.header('link', before === undefined ? link : `${before}, ${link}`);
}

/** The public address of a path whose places are filled with members of the row. */
function addressOf(baseUrl: string, path: string, row: Resource): string {
  const members = row as unknown as Record<string, unknown>;
  return `${baseUrl}${path.replace(/\{(\w+)\}/g, (_, member) => String(members[member]))}`;
}
