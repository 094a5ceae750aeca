import type { CompanyContext, Personnel, PersonnelState } from '@safety/contracts';
import type { Person } from './person.entity.js';
import type { PersonToday } from './person-today.entity.js';
import { maySeeSensitive, redacted } from './sensitive-members.js';

/** The name that people are called by. */
export const displayName = (person: Pick<Person, 'preferredName' | 'firstName' | 'lastName'>): string =>
  `${person.preferredName ?? person.firstName} ${person.lastName}`;

/** A person as the caller may see them. */
export const presented = (company: CompanyContext, person: PersonToday): Personnel => ({
  ...person,
  displayName: displayName(person),
  redactedFields: [],
  ...(maySeeSensitive(company, person.placeIds) ? {} : redacted),
});

/** A person as the other services know them. */
export const personnelState = (person: PersonToday): PersonnelState => ({
  id: person.id,
  version: person.version,
  displayName: displayName(person),
  userId: person.userId,
  orgStructureId: person.orgStructureId,
  jobTitle: person.jobTitle,
  employmentStatus: person.employmentStatus,
  lineManagerId: person.lineManagerId,
  archived: person.archived,
});
