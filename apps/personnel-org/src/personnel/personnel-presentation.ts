import type { Personnel, PersonnelState } from '@safety/contracts';
import { redactedBy } from '../encryption/unreadable.js';
import type { Person } from './person.entity.js';
import type { PersonToday } from './person-today.entity.js';
import { redacted } from './sensitive-members.js';
import type { OpenMembers } from './sensitive-personnel.js';
import type { Work } from './working-since.js';

/** The name that people are called by. */
export const displayName = (person: Pick<Person, 'preferredName' | 'firstName' | 'lastName'>): string =>
  `${person.preferredName ?? person.firstName} ${person.lastName}`;

/** Sensitive members; those that do not open are null, and named. */
const shown = ({ unreadable = [], ...members }: OpenMembers) => ({
  ...members,
  redactedFields: redactedBy(unreadable),
});

/** A person as a caller may see them; without the sensitive members for somebody who may not see those. */
export const presented = (person: PersonToday, sensitive: OpenMembers | undefined): Personnel => ({
  ...person,
  displayName: displayName(person),
  ...(sensitive ? shown(sensitive) : redacted),
});

/** A person as the other services know them. */
export const personnelState = (person: PersonToday, work: Work): PersonnelState => ({
  id: person.id,
  version: person.version,
  displayName: displayName(person),
  userId: person.userId,
  orgStructureId: person.orgStructureId,
  placeId: person.placeIds?.at(-1) ?? null,
  jobTitle: person.jobTitle,
  employmentStatus: person.employmentStatus,
  ...work,
  lineManagerId: person.lineManagerId,
  archived: person.archived,
});
