import { Injectable } from '@nestjs/common';
import type { CompanyContext, FieldError, Permission, SaveEvent } from '@safety/contracts';
import { refuseFaults } from '@safety/platform';
import { v7 as newId } from 'uuid';
import { later } from '../approvals/instants.js';
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
import { timeFaults } from './event-times.js';
import { openRegulatoryOf, regulatoryOf } from './regulatory.js';

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
    const timeZone = event.timeZone ?? (await this.timeZone(company, event));
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
      ...timeFaults({ ...event, timeZone }, now, { current, approved }),
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
      timeZone,
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
