import type { FieldError, SaveEvent } from '@safety/contracts';
import { dateIn } from '@safety/platform';
import { inFuture, isAhead } from '../approvals/instants.js';
import type { AnyEvent, SafetyEvent } from './event.entity.js';

type Wanted = Pick<SaveEvent, 'occurredAt' | 'reportedAt' | 'investigation' | 'eventGroups'> &
  Pick<SafetyEvent, 'timeZone'>;

const days = ['absenceStartDate', 'returnToWorkDate', 'dateOfDeath'] as const;

/** The errors of times and days that contradict each other, or the clock. */
export function timeFaults(
  { occurredAt, reportedAt, timeZone, investigation, eventGroups }: Wanted,
  now: Date,
  { current, approved }: { current: SafetyEvent | undefined; approved: AnyEvent | undefined },
): FieldError[] {
  const faults: FieldError[] = [];
  const known = [current, approved].flatMap((state) => state ?? []);
  if (isAhead(occurredAt, now)) faults.push(inFuture('/occurredAt'));
  // An event may be a little ahead of the clock, and its report with it.
  else if (reportedAt && isAhead(reportedAt, now)) faults.push(inFuture('/reportedAt'));
  if (!reportedAt && current && current.reportedAt < occurredAt)
    faults.push({
      pointer: '/reportedAt',
      code: 'before-start',
      detail: 'The event was reported before occurredAt: say when it was reported.',
    });
  const completedAt = investigation?.completedAt;
  // One that was planned for later has been completed as of its start: a body that was read is taken back.
  if (isAheadAt(completedAt, now) && known.every((state) => state.investigation?.completedAt !== completedAt))
    faults.push(inFuture('/investigation/completedAt'));
  const knownGroups = known.flatMap((state) => state.eventGroups);
  return [
    ...faults,
    ...reportFaultsOf(eventGroups, occurredAt, now, knownGroups),
    ...dayFaults(eventGroups, { first: dateIn(timeZone, occurredAt), today: dateIn(timeZone, now) }, known),
  ];
}

function reportFaultsOf(
  groups: Wanted['eventGroups'],
  occurredAt: Date,
  now: Date,
  known: SafetyEvent['eventGroups'],
): FieldError[] {
  return groups.flatMap(({ id, riddor }, index) => {
    // Earlier releases took any time of a report: one that stays is no fault of the request.
    const stays = known.some((group) => group.id === id && group.riddor?.reportedAt === riddor?.reportedAt);
    return riddor?.reportedAt && !stays
      ? reportFaults(`/eventGroups/${index}/riddor/reportedAt`, new Date(riddor.reportedAt), occurredAt, now)
      : [];
  });
}

/** Days are those of the place where the event was. */
function dayFaults(
  groups: Wanted['eventGroups'],
  { first, today }: { first: string; today: string },
  known: readonly AnyEvent[],
): FieldError[] {
  return groups.flatMap((group, index) =>
    days.flatMap((member) => {
      const day = group[member];
      if (day === null) return [];
      const pointer = `/eventGroups/${index}/${member}`;
      if (member === 'dateOfDeath' && day > today) return [inFuture(pointer)];
      // Earlier releases took the day before: one that stays is no fault of the request.
      const stays = known.some(
        (state) =>
          dateIn(state.timeZone, state.occurredAt) === first &&
          state.eventGroups.some((one) => one.id === group.id && one[member] === day),
      );
      return day < first && !stays
        ? [{ pointer, code: 'before-start' as const, detail: 'Must not be before the event.' }]
        : [];
    }),
  );
}

function reportFaults(pointer: string, reportedAt: Date, occurredAt: Date, now: Date): FieldError[] {
  if (isAhead(reportedAt, now)) return [inFuture(pointer)];
  return reportedAt < occurredAt
    ? [{ pointer, code: 'before-start', detail: 'Must not be before occurredAt.' }]
    : [];
}

const isAheadAt = (instant: string | null | undefined, now: Date): boolean =>
  typeof instant === 'string' && isAhead(new Date(instant), now);
