import { type CompanyContext, type EventFilters, reachOf } from '@safety/contracts';
import {
  anyOf,
  before,
  type Condition,
  equal,
  from,
  havingAny,
  type ListDeclaration,
  lyingAt,
  withinReach,
} from '@safety/persistence';

/** The conditions that the lists of events have in common; `lists` is what serves them. */
export function eventConditions(
  company: CompanyContext,
  query: EventFilters,
  lists: ListDeclaration,
): (Condition | undefined)[] {
  return [
    anyOf('status', query.status),
    anyOf('eventType', query.eventType),
    anyOf('actualSeverity', query.actualSeverity),
    lyingAt(company, query),
    from('occurredAt', query.occurredFrom),
    before('occurredAt', query.occurredTo),
    from('reportedAt', query.reportedFrom),
    before('reportedAt', query.reportedTo),
    anyOf('reportedByPersonnelId', query.reportedByPersonnelId),
    anyOf('supervisorPersonnelId', query.supervisorPersonnelId),
    havingAny(lists, 'injuredPersonnelIds', query.personInjuredPersonnelId),
    havingAny(lists, 'groupTypes', query.groupType),
    proposed(company, 'oshaRecordable', 'openOshaRecordable', query.oshaRecordable),
    proposed(company, 'riddorReportable', 'openRiddorReportable', query.riddorReportable),
    havingAny(lists, 'tags', query.tag),
  ];
}

/**
 * The events with a proposal; where the caller may not read medical detail, those in which none decides. A
 * filter would tell it otherwise.
 */
function proposed(
  company: CompanyContext,
  property: string,
  open: string,
  wanted: boolean | undefined,
): Condition | undefined {
  const reach = reachOf(company, 'personnel.sensitive');
  const there = withinReach(company, reach);
  if (wanted === undefined || !there) return equal(property, wanted);
  if (reach.length === 0) return equal(open, wanted);
  return (column, binds) =>
    `CASE WHEN ${there(column, binds)} THEN ${column(property)} ELSE ${column(open)} END = ${binds.add(wanted)}`;
}
