import type { z } from 'zod';
import type { FieldErrorCode } from './problem.js';

/** An issue of a rule that no single member breaks, for `addIssue`; `path` leads to the member to change. */
export const fault = (path: (string | number)[], code: FieldErrorCode, message: string) => ({
  code: 'custom' as const,
  path,
  message,
  params: { code },
});

/** Adds such issues of the members of one object. */
export const refusing =
  <Member extends string>(context: z.RefinementCtx) =>
  (member: Member, code: FieldErrorCode, message: string): void =>
    context.addIssue(fault([member], code, message));
