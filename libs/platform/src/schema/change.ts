import { isDeepStrictEqual } from 'node:util';
import { membersOf } from '@safety/contracts';
import type { z } from 'zod';
import type { Precondition } from '../http/api/precondition.js';
import { readableBody, UnreadableBody } from '../http/api/unreadable-body.js';
import { bodyProblem, type SchemaIssue } from './issues.js';
import { mergePatch } from './merge-patch.js';

const isUnknownName = ({ code }: SchemaIssue): boolean => code === 'unrecognized_keys';

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
    if (!this.merges) return this.checked(body, body);
    const target = this.writableMembersOf(row);
    return this.checked(mergePatch(target, body), mergePatch(target, body, true));
  }

  /** @param named the value, with all names that the body holds, those too of which it removes nothing */
  private checked(value: unknown, named: unknown): Value {
    const result = this.schema.safeParse(value);
    const unknown = isDeepStrictEqual(named, value) ? [] : this.issuesOf(named).filter(isUnknownName);
    if (result.success && unknown.length === 0) return result.data;
    const issues = result.error?.issues ?? [];
    const others = unknown.length === 0 ? issues : issues.filter((issue) => !isUnknownName(issue));
    throw bodyProblem([...others, ...unknown], value);
  }

  /** The body's value of a member, unchecked; undefined when it has none. */
  given(member: string): unknown {
    if (this.body instanceof UnreadableBody || typeof this.body !== 'object' || this.body === null) return;
    return Object.hasOwn(this.body, member) ? (this.body as Record<string, unknown>)[member] : undefined;
  }

  private issuesOf(value: unknown): SchemaIssue[] {
    return this.schema.safeParse(value).error?.issues ?? [];
  }

  private writableMembersOf(row: object): unknown {
    const members = membersOf(this.schema).map((member) => [
      member,
      (row as Record<string, unknown>)[member],
    ]);
    return JSON.parse(JSON.stringify(Object.fromEntries(members)));
  }
}
