import type { z } from 'zod';
import { fault } from '../http/fault.js';
import type { SaveEvent } from './event.js';
import type { SaveEventGroup } from './event-group.js';

type Refuse = (...wrong: Parameters<typeof fault>) => void;

const DAY_MS = 24 * 60 * 60 * 1000;

/** The rules of an event that concern more than one member. */
export function eventRules(event: Omit<SaveEvent, 'id'>, context: z.RefinementCtx): void {
  const refuse: Refuse = (...wrong) => context.addIssue(fault(...wrong));

  if ((event.latitude === null) !== (event.longitude === null))
    refuse(
      [event.latitude === null ? 'latitude' : 'longitude'],
      'required',
      'Give both latitude and longitude, or neither.',
    );
  if (event.reportedAt && event.reportedAt < event.occurredAt)
    refuse(['reportedAt'], 'before-start', 'Must not be before occurredAt.');
  event.witnesses.forEach((witness, index) => {
    oneOf(['witnesses', index], witness, ['personnelId', 'associateId', 'name'], true, refuse);
  });
  const { investigation } = event;
  if (investigation?.completedAt && investigation.completedAt < investigation.startedAt)
    refuse(['investigation', 'completedAt'], 'before-start', 'Must not be before startedAt.');
  // A calendar day is the same or the next one in every time zone.
  const earliest = new Date(event.occurredAt.getTime() - DAY_MS).toISOString().slice(0, 10);
  event.eventGroups.forEach((group, index) => {
    groupRules(['eventGroups', index], group, earliest, refuse);
  });
}

/** Refuses more than one of some members, and none where one is needed. */
function oneOf<Member extends string>(
  path: (string | number)[],
  value: Readonly<Record<Member, unknown>>,
  members: readonly [Member, ...Member[]],
  isNeeded: boolean,
  refuse: Refuse,
): void {
  const given = members.filter((member) => value[member] !== null);
  if (isNeeded && given.length === 0) refuse([...path, members[0]], 'required', 'Name one person.');
  for (const member of given.slice(1))
    refuse([...path, member], 'mutually-exclusive', 'Name one person alone.');
}

function groupRules(
  path: (string | number)[],
  group: SaveEventGroup,
  earliest: string,
  refuse: Refuse,
): void {
  const isPerson = group.groupType === 'injury' || group.groupType === 'illness';
  oneOf(
    path,
    group,
    ['personInjuredPersonnelId', 'personInjuredAssociateId', 'personInjuredName'],
    isPerson,
    refuse,
  );
  const { absenceStartDate, returnToWorkDate, dateOfDeath, outcome } = group;
  if (absenceStartDate && absenceStartDate < earliest)
    refuse([...path, 'absenceStartDate'], 'before-start', 'Must not be before the event.');
  if (returnToWorkDate && returnToWorkDate < (absenceStartDate ?? earliest))
    refuse([...path, 'returnToWorkDate'], 'before-start', 'Must not be before the absence.');
  if (dateOfDeath && returnToWorkDate && dateOfDeath < returnToWorkDate)
    refuse([...path, 'dateOfDeath'], 'before-start', 'Must not be before returnToWorkDate.');
  if (dateOfDeath && outcome !== 'fatality')
    refuse([...path, 'dateOfDeath'], 'not-allowed', 'Only the outcome fatality has one.');
  if (dateOfDeath && dateOfDeath < (absenceStartDate ?? earliest))
    refuse([...path, 'dateOfDeath'], 'before-start', 'Must not be before the event.');
  const damage = group.propertyDamage;
  if (damage && (damage.estimatedCost === null) !== (damage.currency === null))
    refuse(
      [...path, 'propertyDamage', damage.currency === null ? 'currency' : 'estimatedCost'],
      'required',
      'Give both estimatedCost and currency, or neither.',
    );
}
