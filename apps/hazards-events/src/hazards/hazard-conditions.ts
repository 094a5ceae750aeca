import { type CompanyContext, type HazardFilters, reachOf } from '@safety/contracts';
import {
  anyOf,
  before,
  type Condition,
  from,
  havingAny,
  type ListDeclaration,
  lyingAt,
} from '@safety/persistence';
import { withOpenActions } from '../actions/source-actions.js';
import { hazardRegister } from './hazard-register.js';
import { scoresIn } from './risk-bands.js';

/**
 * The conditions that the lists of hazards have in common; `table` is the one they run on, and `lists` what
 * serves it.
 */
export function hazardConditions(
  company: CompanyContext,
  query: HazardFilters,
  table: string,
  lists: ListDeclaration,
): (Condition | undefined)[] {
  const reach = reachOf(company, hazardRegister.permissions.read);
  return [
    anyOf('status', query.status),
    anyOf('hazardType', query.hazardType),
    anyOf('riskScore', query.band && scoresIn(query.band, company.riskBands)),
    lyingAt(company, query),
    anyOf('responsiblePersonnelId', query.responsiblePersonnelId),
    anyOf('reportedByPersonnelId', query.reportedByPersonnelId),
    from('identifiedAt', query.identifiedFrom),
    before('identifiedAt', query.identifiedTo),
    from('dueDate', query.dueFrom),
    before('dueDate', query.dueTo),
    withOpenActions(company, 'hazard', { table, lists, reach }, query.hasOpenActions),
    havingAny(lists, 'tags', query.tag),
  ];
}
