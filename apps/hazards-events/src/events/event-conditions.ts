import type { CompanyContext, EventFilters } from '@safety/contracts';
import { anyOf, atOrBelow, before, type Condition, equal, from } from '@safety/persistence';

/** The conditions that the lists of events have in common. */
export function eventConditions(company: CompanyContext, query: EventFilters): (Condition | undefined)[] {
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
    overlaps('injuredPersonnelIds', 'uuid[]', query.personInjuredPersonnelId),
    overlaps('groupTypes', 'text[]', query.groupType),
    equal('oshaRecordable', query.oshaRecordable),
    equal('riddorReportable', query.riddorReportable),
    overlaps('tags', 'text[]', query.tag),
  ];
}

/** The list has any of `values`. */
const overlaps = (
  property: string,
  type: 'uuid[]' | 'text[]',
  values: readonly string[] | undefined,
): Condition | undefined =>
  values && ((column, binds) => `${column(property)} && ${binds.add(values)}::${type}`);
