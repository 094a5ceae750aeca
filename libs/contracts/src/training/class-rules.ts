import type { z } from 'zod';
import { refusing } from '../http/fault.js';

interface ClassMembers {
  startAt: Date;
  endAt: Date;
  enrolmentDeadline: Date | null;
  capacity: number | null;
  minimumStudents: number | null;
  instructorPersonnelId: string | null;
  instructorAssociateId: string | null;
  instructorName: string | null;
  cost: number | null;
  currency: string | null;
}

const instructors = ['instructorPersonnelId', 'instructorAssociateId', 'instructorName'] as const;

/** The rules of a class that concern more than one member. */
export function classRules(given: ClassMembers, context: z.RefinementCtx): void {
  const refuse = refusing<keyof ClassMembers>(context);

  if (given.endAt <= given.startAt) refuse('endAt', 'before-start', 'Must be after startAt.');
  if (given.enrolmentDeadline && given.enrolmentDeadline > given.endAt) {
    refuse('enrolmentDeadline', 'out-of-range', 'Must not be after endAt.');
  }
  if (given.capacity !== null && (given.minimumStudents ?? 0) > given.capacity) {
    refuse('minimumStudents', 'out-of-range', 'Must not be above the capacity.');
  }
  if (given.cost !== null && given.currency === null) {
    refuse('currency', 'required', 'A cost needs a currency.');
  }
  for (const member of instructors.filter((name) => given[name] !== null).slice(1)) {
    refuse(member, 'mutually-exclusive', 'Name at most one instructor.');
  }
}
