import { Injectable } from '@nestjs/common';
import type { CompanyContext, FieldError, Permission, SaveEvent } from '@safety/contracts';
import { refuseFaults } from '@safety/platform';
import { v7 as newId } from 'uuid';
import { inFuture, isAhead, later } from '../approvals/instants.js';
import { Permits } from '../approvals/permits.js';
import { OrgStructureReadModel } from '../read-models/org-structure-read-model.js';
import { People } from '../read-models/people.js';
import { ApprovedEvents } from './approved-events.js';
import type { AnyEvent, SafetyEvent } from './event.entity.js';
import {
  bringsBack,
  groupFaults,
  knownGroups,
  namelessGroupFaults,
  redactedGroupFaults,
  storedGroups,
} from './event-groups.js';
import { EventReferences } from './event-references.js';
import { openRegulatoryOf, regulatoryOf } from './regulatory.js';

/** How far ahead of UTC the first time zone is. */
const EARLIEST_ZONE_MS = 14 * 60 * 60 * 1000;

const SENSITIVE: Permission = 'personnel.sensitive';

type Wanted = Omit<SaveEvent, 'id'>;
/** The members that a body may leave out although an event has none without them, or another than null. */
type Defaulted = Pick<
  SafetyEvent,
  'timeZone' | 'reportedAt' | 'reportedByPersonnelId' | 'supervisorPersonnelId'
>;
export type EventContent = Omit<Wanted, keyof Defaulted | 'eventGroups'> &
  Defaulted &
  Pick<
    SafetyEvent,
    | 'eventGroups'
    | 'groupTypes'
    | 'injuredPersonnelIds'
    | 'oshaRecordable'
    | 'riddorReportable'
    | 'riddorCategory'
    | 'reportDueAt'
    | 'openOshaRecordable'
    | 'openRiddorReportable'
    | 'lostDays'
  >;

/** Turns what a body says of an event into what is stored. */
@Injectable()
export class EventContents {
  constructor(
    private readonly references: EventReferences,
    private readonly people: People,
    private readonly orgStructures: OrgStructureReadModel,
    private readonly permits: Permits,
    private readonly snapshots: ApprovedEvents,
  ) {}

  /**
   * The content to store, in place of that of `current` if there is one. Throws 422 for what it names, and
   * 403 without `permission` at its org structure, and at the one that it moves from, or for a move that
   * gives rights.
   */
  async stored(
    company: CompanyContext,
    event: Wanted,
    permission: Permission,
    current?: SafetyEvent,
  ): Promise<EventContent> {
    const now = await this.snapshots.startedAt(company);
    if (current) await this.permits.checkMove(company, { what: 'event', permission }, current, event);
    // A revision that was never approved takes nothing away: a correction of it may have that again.
    const approved = current?.approvedAt
      ? await this.snapshots.unrestricted.get(company, current.id)
      : undefined;
    const groups = current && knownGroups(current.eventGroups, approved?.eventGroups ?? []);
    const restored =
      current && approved && bringsBack(event.eventGroups, current.eventGroups, approved.eventGroups);
    const written = [current ?? event, ...(restored ? [approved] : [])].map((row) => row.orgStructureId);
    const isRedacted = !(await this.permits.holdsAt(company, SENSITIVE, written));
    refuseFaults([
      ...(await this.references.faults(company, event, permission, { current, approved })),
      ...timeFaults(event, now, current, approved),
      ...investigationFaults(event, approved),
      ...groupFaults(event.eventGroups, groups),
      ...(isRedacted ? namelessGroupFaults(event.eventGroups, current?.eventGroups ?? []) : []),
      ...(isRedacted ? redactedGroupFaults(event.eventGroups, groups ?? []) : []),
    ]);
    // Whether or not there is medical detail, since a refusal would tell.
    await this.permits.refuseGain(company, [SENSITIVE], 'event', { from: written, to: event.orgStructureId });
    const eventGroups = storedGroups(event.eventGroups, groups ?? [], { isRedacted, newId });
    const { open } = openRegulatoryOf(eventGroups, event.occurredAt);
    return {
      ...event,
      ...(await this.peopleOf(company, event, { current, approved })),
      timeZone: event.timeZone ?? (await this.timeZone(company, event)),
      // An event may be a little ahead of the clock, and is not reported before it occurs.
      reportedAt: event.reportedAt ?? current?.reportedAt ?? later(now, event.occurredAt),
      eventGroups,
      groupTypes: [...new Set(eventGroups.map(({ groupType }) => groupType))],
      injuredPersonnelIds: eventGroups.flatMap((group) => group.personInjuredPersonnelId ?? []),
      ...regulatoryOf(eventGroups, event.occurredAt),
      openOshaRecordable: open.oshaRecordable,
      openRiddorReportable: open.riddorReportable,
      lostDays: eventGroups.reduce((days, { daysAway }) => days + daysAway, 0),
    };
  }

  /** The reporter and the supervisor, as they are named; those by default where the body leaves them out. */
  private async peopleOf(
    company: CompanyContext,
    { reportedByPersonnelId, supervisorPersonnelId, eventGroups }: Wanted,
    { current, approved }: { current: SafetyEvent | undefined; approved: AnyEvent | undefined },
  ): Promise<Pick<SafetyEvent, 'reportedByPersonnelId' | 'supervisorPersonnelId'>> {
    return {
      reportedByPersonnelId:
        reportedByPersonnelId === undefined ? await this.reporterOf(company, current) : reportedByPersonnelId,
      supervisorPersonnelId:
        supervisorPersonnelId === undefined
          ? await this.supervisorOf(company, eventGroups, [current, approved])
          : supervisorPersonnelId,
    };
  }

  /** The caller; a change that leaves the reporter out keeps it. */
  private async reporterOf(
    { companyId, userId }: CompanyContext,
    current: SafetyEvent | undefined,
  ): Promise<string | null> {
    return current ? current.reportedByPersonnelId : this.people.idOfUser(companyId, userId);
  }

  /**
   * The line manager of the first injured person. Of somebody whom the caller may not read, no more than one
   * of these states of the event tells already.
   */
  private async supervisorOf(
    company: CompanyContext,
    eventGroups: Wanted['eventGroups'],
    states: readonly (AnyEvent | undefined)[],
  ): Promise<string | null> {
    const injured = eventGroups.find(({ personInjuredPersonnelId: id }) => id)?.personInjuredPersonnelId;
    if (!injured) return null;
    if (await this.people.sees(company, injured))
      return this.people.lineManagerOf(company.companyId, injured);
    const told = states.find((state) => state?.injuredPersonnelIds[0] === injured);
    return told?.supervisorPersonnelId ?? null;
  }

  private async timeZone(company: CompanyContext, { orgStructureId }: Wanted): Promise<string> {
    return (await this.orgStructures.timeZoneOf(company.companyId, orgStructureId)) ?? company.timeZone;
  }
}

/** A revision may change an investigation, but not take out the one of an approved event. */
const investigationFaults = ({ investigation }: Wanted, approved: AnyEvent | undefined): FieldError[] =>
  investigation === null && approved && approved.investigation !== null
    ? [{ pointer: '/investigation', code: 'required', detail: 'Is required of an event that has one.' }]
    : [];

function timeFaults(
  { occurredAt, reportedAt, investigation, eventGroups }: Wanted,
  now: Date,
  current: SafetyEvent | undefined,
  approved: AnyEvent | undefined,
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
  return [...faults, ...groupTimeFaults(eventGroups, occurredAt, now, knownGroups)];
}

function groupTimeFaults(
  groups: Wanted['eventGroups'],
  occurredAt: Date,
  now: Date,
  known: SafetyEvent['eventGroups'],
): FieldError[] {
  // A calendar day may have begun where the event is.
  const today = new Date(now.getTime() + EARLIEST_ZONE_MS).toISOString().slice(0, 10);
  return groups.flatMap(({ id, dateOfDeath, riddor }, index) => {
    // Earlier releases took any time of a report: one that stays is no fault of the request.
    const stays = known.some((group) => group.id === id && group.riddor?.reportedAt === riddor?.reportedAt);
    return [
      ...(dateOfDeath !== null && dateOfDeath > today ? [inFuture(`/eventGroups/${index}/dateOfDeath`)] : []),
      ...(riddor?.reportedAt && !stays
        ? reportFaults(
            `/eventGroups/${index}/riddor/reportedAt`,
            new Date(riddor.reportedAt),
            occurredAt,
            now,
          )
        : []),
    ];
  });
}

function reportFaults(pointer: string, reportedAt: Date, occurredAt: Date, now: Date): FieldError[] {
  if (isAhead(reportedAt, now)) return [inFuture(pointer)];
  return reportedAt < occurredAt
    ? [{ pointer, code: 'before-start', detail: 'Must not be before occurredAt.' }]
    : [];
}

const isAheadAt = (instant: string | null | undefined, now: Date): boolean =>
  typeof instant === 'string' && isAhead(new Date(instant), now);
