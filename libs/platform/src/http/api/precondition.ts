import type { FastifyRequest } from 'fastify';
import { invalidHeader, ProblemError } from '../../problems/problem-error.js';

/**
 * The demand of `If-Match`: any of these versions, any version at all, or nothing, which the company may not
 * allow.
 */
export type Precondition = readonly number[] | 'any' | 'missing' | undefined;

/**
 * The tag of a version, as `ETag` writes it: with leading zeros it would be another tag. A digest of what an
 * answer shows of other rows may follow: a write looks at the version alone.
 */
const VERSION_TAG = /^"(0|[1-9]\d{0,8})(?:\.[\w-]{43})?"$/;
/** The pieces of a list: blanks, commas and tags, which may hold a comma. No character is read twice. */
const TOKEN = /[ \t]+|,|((?:W\/)?"[\x21\x23-\x7e\x80-\xff]*")/gy;

/**
 * Reads `If-Match` (RFC 9110 section 13.1.1): a weak or foreign tag never matches, a malformed one is
 * refused.
 */
export function preconditionOf(header: string | undefined): Precondition {
  if (header === undefined) return undefined;
  if (header.trim() === '*') return 'any';
  const tags = entityTags(header);
  if (tags.length === 0) throw invalidHeader('if-match', 'Must be entity tags, as in ETag.');
  return tags.flatMap((tag) => VERSION_TAG.exec(tag)?.[1] ?? []).map(Number);
}

/** The entity tags of a list, whose elements may be empty (5.6.1); none when it is malformed. */
function entityTags(header: string): string[] {
  const tags: string[] = [];
  let read = 0;
  let isSeparated = true;
  for (const [token, tag] of header.matchAll(TOKEN)) {
    read += token.length;
    if (token === ',') isSeparated = true;
    if (tag === undefined) continue;
    if (!isSeparated) return [];
    tags.push(tag);
    isSeparated = false;
  }
  return read === header.length ? tags : [];
}

/**
 * Throws 412 with `currentVersion` unless `version` is what the precondition asks for, and 428 when it must
 * not be missing.
 */
export function checkPrecondition(precondition: Precondition, version: number): void {
  if (precondition === 'missing') {
    throw new ProblemError('precondition-required', {
      detail: 'This company requires If-Match on writes, or version in a body that names its row.',
    });
  }
  if (precondition === undefined || precondition === 'any' || precondition.includes(version)) return;
  throw new ProblemError('version-mismatch', {
    detail: `The current version is ${version}.`,
    extensions: { currentVersion: version },
  });
}

/**
 * The precondition of a write, from `If-Match` and the `version` of a body that names its row. Where both are
 * given, both must hold: two that differ are never met. Throws 400 when `If-Match` is malformed.
 */
export function requestPrecondition({ headers, company }: FastifyRequest, version?: number): Precondition {
  const precondition = preconditionOf(headers['if-match']);
  if (version === undefined) return precondition ?? (company?.requireIfMatch ? 'missing' : undefined);
  return Array.isArray(precondition) && !precondition.includes(version) ? [] : [version];
}
