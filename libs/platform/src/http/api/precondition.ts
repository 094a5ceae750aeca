import type { FastifyRequest } from 'fastify';
import { invalidHeader, ProblemError } from '../../problems/problem-error.js';

/**
 * The demand of `If-Match`: any of these versions, any version at all, or nothing, which the company may not
 * allow.
 */
type IfMatch = readonly number[] | 'any' | 'missing' | undefined;

/** The demands of `If-Match` and, where it is given, of `If-None-Match`. */
export type Precondition = IfMatch | { match: IfMatch; noneOf: readonly number[] | 'any' };

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
export function preconditionOf(header: string | undefined): IfMatch {
  return header === undefined ? undefined : versionsIn('if-match', header);
}

/** The versions that a list of entity tags names. */
function versionsIn(name: string, header: string): readonly number[] | 'any' {
  if (header.trim() === '*') return 'any';
  const tags = entityTags(header);
  if (tags.length === 0) throw invalidHeader(name, 'Must be entity tags, as in ETag.');
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
 * not be missing. Version 0 is that of a row that was never written.
 */
export function checkPrecondition(precondition: Precondition, version: number): void {
  if (isTwofold(precondition)) {
    checkPrecondition(precondition.match, version);
    const { noneOf } = precondition;
    if (noneOf === 'any' ? version > 0 : noneOf.includes(version)) throw mismatch(version);
    return;
  }
  if (precondition === 'missing') {
    throw new ProblemError('precondition-required', {
      detail: 'This company requires If-Match on writes, or version in a body that names its row.',
    });
  }
  if (precondition === undefined || precondition === 'any' || precondition.includes(version)) return;
  throw mismatch(version);
}

const isTwofold = (one: Precondition): one is Extract<Precondition, { noneOf: unknown }> =>
  typeof one === 'object' && 'noneOf' in one;

const mismatch = (version: number): ProblemError =>
  new ProblemError('version-mismatch', {
    detail: `The current version is ${version}.`,
    extensions: { currentVersion: version },
  });

/**
 * The precondition of a write, from `If-Match`, `If-None-Match` and the `version` of a body that names its
 * row. Where several are given, all must hold: a version and an `If-Match` that differ are never met. Throws
 * 400 when a header is malformed. A company that demands `If-Match` demands it beside `If-None-Match` too.
 */
export function requestPrecondition(
  { headers, company }: Pick<FastifyRequest, 'headers' | 'company'>,
  version?: number,
): Precondition {
  const match = matchOf(preconditionOf(headers['if-match']), company?.requireIfMatch ?? false, version);
  const none = headers['if-none-match'];
  // It compares weakly (RFC 9110 section 13.1.2).
  return none === undefined
    ? match
    : { match, noneOf: versionsIn('if-none-match', none.replaceAll('W/"', '"')) };
}

function matchOf(given: IfMatch, isDemanded: boolean, version?: number): IfMatch {
  if (version === undefined) return given ?? (isDemanded ? 'missing' : undefined);
  return Array.isArray(given) && !given.includes(version) ? [] : [version];
}
