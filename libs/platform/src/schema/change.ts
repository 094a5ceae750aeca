import { membersOf } from '@safety/contracts';
import type { z } from 'zod';
import type { Precondition } from '../http/api/precondition.js';
import { readableBody, UnreadableBody } from '../http/api/unreadable-body.js';
import { bodyProblem } from './issues.js';
import { mergePatch } from './merge-patch.js';

/**
 * The change that a request asks for of an existing row. It is checked once the row is found, since a row
 * that is not there is 404 whatever the body holds.
 */
export class Change<Value> {
  constructor(
    protected readonly schema: z.ZodType<Value>,
    protected readonly body: unknown,
    /** Which versions of the row may be changed. */
    readonly precondition: Precondition,
    private readonly merges: boolean,
  ) {}

  /**
   * The value to save: the body itself, or the row's writable members after a merge patch (RFC 7396). Throws
   * 400, 415 and 422.
   */
  of(row: object): Value {
    const body = readableBody(this.body);
    const value = this.merges ? mergePatch(this.writableMembersOf(row), body) : body;
    const result = this.schema.safeParse(value);
    if (!result.success) throw bodyProblem(result.error.issues, value);
    return result.data;
  }

  /** The body's value of a member, unchecked; undefined when it has none. */
  given(member: string): unknown {
    if (this.body instanceof UnreadableBody || typeof this.body !== 'object' || this.body === null) return;
    return Object.hasOwn(this.body, member) ? (this.body as Record<string, unknown>)[member] : undefined;
  }

  private writableMembersOf(row: object): unknown {
    const members = membersOf(this.schema).map((member) => [
      member,
      (row as Record<string, unknown>)[member],
    ]);
    return JSON.parse(JSON.stringify(Object.fromEntries(members)));
  }
}
