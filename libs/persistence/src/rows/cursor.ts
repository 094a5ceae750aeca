import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import type { FieldErrorCode } from '@safety/contracts';
import { decryptBytes, encryptBytes, ProblemError, SETTINGS } from '@safety/platform';
import { z } from 'zod';
import { derivedKey } from '../derived-key.js';

/** Settings of a service that hands out list cursors. */
export const cursorSettings = {
  CURSOR_SECRET: z
    .string()
    .min(32)
    .describe('Encrypts list cursors and stored answers; the same in all replicas of a service.'),
};

const LIFETIME_MS = 24 * 60 * 60 * 1000;

const cursorSchema = z.tuple([
  z.int().describe('Seconds since the epoch, of the first page.'),
  z.string().describe('Digest of company, list and parameters.'),
  z.array(z.union([z.string(), z.number(), z.null()])).describe('Sort values of the last row.'),
  z.int().optional().describe('Seconds since the epoch, where the first page saw less than all before it.'),
]);

export type CursorValue = string | number | null;

/** How a walk through pages began, to the second. */
export interface WalkBegin {
  /** When its first page was read. */
  begunAt: Date;
  /** All that had committed by then was visible to that page. */
  seenUntil: Date;
}

/** Where a walk through pages is. */
export interface Walk extends WalkBegin {
  /** Sort values of the last row. */
  position: CursorValue[];
}

const secondsOf = (moment: Date): number => Math.floor(moment.getTime() / 1000);
const momentOf = (seconds: number): Date => new Date(seconds * 1000);

/** The scope of a cursor: it works for the same company, list and parameters only. */
export const cursorScope = (...parts: unknown[]): string =>
  createHash('sha256').update(JSON.stringify(parts)).digest('base64url').slice(0, 22);

const PLACE = 'list cursor';

/**
 * Makes and reads opaque cursors that hold the position of a keyset. They are encrypted: logs on their way
 * keep addresses, and a position may be the name of somebody, or a number that all companies count up.
 */
@Injectable()
export class Cursors {
  private readonly key: Buffer;

  constructor(@Inject(SETTINGS) private readonly settings: { CURSOR_SECRET: string }) {
    this.key = derivedKey(settings.CURSOR_SECRET, 'list cursors');
  }

  /** @param begin of the walk; left out where it begins here and no page says what it has seen */
  encode(scope: string, position: CursorValue[], begin?: WalkBegin): string {
    const begunAt = secondsOf(begin?.begunAt ?? new Date());
    const seenUntil = begin ? secondsOf(begin.seenUntil) : begunAt;
    const parts = [begunAt, scope, position, ...(seenUntil === begunAt ? [] : [seenUntil])];
    return encryptBytes(this.key, Buffer.from(JSON.stringify(parts)), PLACE).toString('base64url');
  }

  /** The position in a cursor of this scope. Throws 400 `invalid-cursor` for any other. */
  decode(scope: string, cursor: string): CursorValue[] {
    return this.walkOf(scope, cursor).position;
  }

  /** The same, with the begin of the walk. */
  walkOf(scope: string, cursor: string, now = Date.now()): Walk {
    const { scope: issuedFor, ...walk } = this.open(cursor);
    if (issuedFor !== scope) throw invalidCursor('It belongs to another list or other parameters.');
    if (now - walk.begunAt.getTime() > LIFETIME_MS)
      throw invalidCursor('Its first page is older than 24 hours: read the list anew.', 'out-of-range');
    return walk;
  }

  /** All that a cursor of this service holds, of any list and age. Throws 400 `invalid-cursor` for others. */
  open(cursor: string): Walk & { scope: string } {
    const payload = (cursor.includes('.') ? this.verify(cursor) : this.decrypt(cursor)).toString();
    const [begunAt, scope, position, seenUntil = begunAt] = cursorSchema.parse(JSON.parse(payload));
    return { scope, position, begunAt: momentOf(begunAt), seenUntil: momentOf(seenUntil) };
  }

  /**
   * A page of rows, of which one more than `limit` was asked for, and where to go on.
   * @param isCut the rows end earlier: more of them would be too large
   */
  page<Row>(
    scope: string,
    rows: readonly Row[],
    limit: number,
    positionOf: (row: Row) => CursorValue[],
    isCut = false,
  ): { data: Row[]; page: { limit: number; hasMore: boolean; nextCursor: string | null } } {
    const data = rows.slice(0, limit);
    const last = data.at(-1);
    const hasMore = isCut || rows.length > limit;
    const nextCursor = hasMore && last ? this.encode(scope, positionOf(last)) : null;
    return { data, page: { limit, hasMore, nextCursor } };
  }

  private decrypt(cursor: string): Buffer {
    const encrypted = Buffer.from(cursor, 'base64url');
    try {
      // Node skips letters that are none of base64url.
      if (encrypted.toString('base64url') === cursor) return decryptBytes(this.key, encrypted, PLACE);
    } catch {
      // As one with other letters.
    }
    throw altered();
  }

  /** The payload of a cursor of earlier releases, which is signed alone: walks go on over an upgrade. */
  private verify(cursor: string): Buffer {
    const [payload = '', signature = '', ...more] = cursor.split('.');
    const hmac = createHmac('sha256', this.settings.CURSOR_SECRET).update(payload);
    const [expected, given] = [Buffer.from(hmac.digest('base64url')), Buffer.from(signature)];
    if (more.length > 0 || given.length !== expected.length || !timingSafeEqual(given, expected))
      throw altered();
    return Buffer.from(payload, 'base64url');
  }
}

const altered = (): ProblemError => invalidCursor('It was altered.');

function invalidCursor(why: string, code: FieldErrorCode = 'invalid-format'): ProblemError {
  const detail = `The cursor cannot be used. ${why}`;
  return new ProblemError('invalid-cursor', {
    detail,
    errors: [{ parameter: 'cursor', code, detail }],
  });
}
