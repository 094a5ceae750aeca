import type { CompanyContext, EventFilters } from '@safety/contracts';
import {
  anyOf,
  atOrBelow,
  before,
  type Condition,
  equal,
  from,
  havingAny,
  type ListDeclaration,
} from '@safety/persistence';

/** The conditions that the lists of events have in common; `lists` is what serves them. */
export function eventConditions(
  company: CompanyContext,
  query: EventFilters,
  lists: ListDeclaration,
): (Condition | undefined)[] {
  const { orgStructureId, includeDescendants } = query;
  return [
    anyOf('status', query.status),
    anyOf('eventType', query.eventType),
    anyOf('actualSeverity', query.actualSeverity),
    includeDescendants ? atOrBelow(company, orgStructureId) : anyOf('orgStructureId', orgStructureId),
    from('occurredAt', query.occurredFrom),
    before('occurredAt', query.occurredTo),
    from('reportedAt', query.reportedFrom),
    before('reportedAt', query.reportedTo),
    anyOf('reportedByPersonnelId', query.reportedByPersonnelId),
    anyOf('supervisorPersonnelId', query.supervisorPersonnelId),
    havingAny(lists, 'injuredPersonnelIds', query.personInjuredPersonnelId),
    havingAny(lists, 'groupTypes', query.groupType),
    equal('oshaRecordable', query.oshaRecordable),
    equal('riddorReportable', query.riddorReportable),
    havingAny(lists, 'tags', query.tag),
  ];
}
