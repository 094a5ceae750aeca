import { derivedMembers, type SavePersonnel } from '@safety/contracts';
import { type Change, ProblemError } from '@safety/platform';
import type { PersonToday } from './person-today.entity.js';

type Derived = (typeof derivedMembers)[number];

/**
 * The members of a body that can be saved. Throws 422 `managed-by-history` when the request gives a derived
 * member another value. A merge patch has taken a null out of the body by then.
 */
export function withoutDerived(
  body: SavePersonnel,
  change: Change<SavePersonnel>,
  current: PersonToday,
): Omit<SavePersonnel, Derived> {
  const different = derivedMembers.filter((name) => {
    const wanted = change.given(name) === null ? null : body[name];
    return wanted !== undefined && wanted !== current[name];
  });
  if (different.length > 0) {
    throw new ProblemError('managed-by-history', {
      detail: 'Change the work history instead.',
      errors: different.map((name) => ({
        pointer: `/${name}`,
        code: 'not-allowed',
        detail: 'Comes from the work history.',
      })),
      extensions: { see: `/personnel/${current.id}/history` },
    });
  }
  const { orgStructureId, orgStructurePath, jobTitle, employmentType, employmentStatus, fte, ...rest } = body;
  return rest;
}
