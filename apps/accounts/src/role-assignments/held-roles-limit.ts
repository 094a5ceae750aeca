import { invalidField, type ProblemError } from '@safety/platform';

/**
 * A user or a service client has at most this many roles in one company. Services ask for the roles in all
 * companies of a user at once, so no company may make that answer too large for the others.
 */
export const MAX_HELD_ROLES = 50;

export const tooManyRoles = (pointer: string): ProblemError =>
  invalidField(
    pointer,
    'too-long',
    `At most ${MAX_HELD_ROLES} roles in one company: take one away first, or make one role of several.`,
  );
