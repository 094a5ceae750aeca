import { Injectable } from '@nestjs/common';
import {
  type CompanyContext,
  type ListPersonnelAudit,
  type PersonnelAudit,
  type PersonnelAuditEntry,
} from '@safety/contracts';
import {
  ACTOR_SQL,
  CompanyTransactions,
  Cursors,
  cursorScope,
  LARGEST_BIGINT,
  MOST_BYTES_OF_PAGE,
} from '@safety/persistence';
import { permissionDenied } from '@safety/platform';
import { SensitiveReads } from '../encryption/sensitive-reads.js';
import { recordsOfPersonSql } from '../work-history/removed-records.js';
import { PersonnelToday } from './personnel-today.js';
import { maySeeSensitive } from './sensitive-members.js';

type StoredChange = PersonnelAuditEntry & { number: string };

/** The resource of each table; of one that is sensitive as a whole the member that stands for it too. */
const resources: Record<string, { resource: PersonnelAuditEntry['resource']; sensitive?: string }> = {
  personnel: { resource: 'person' },
  work_history: { resource: 'workHistory' },
  emergency_contacts: { resource: 'emergencyContact', sensitive: 'emergencyContacts' },
  payrolls: { resource: 'payroll', sensitive: 'payroll' },
};

/**
 * The changes of a person, with their authors: with the work history, emergency contacts and payroll; and who
 * read it.
 */
@Injectable()
export class PersonAuditService {
  constructor(
    private readonly transactions: CompanyTransactions,
    private readonly cursors: Cursors,
    private readonly today: PersonnelToday,
    private readonly reads: SensitiveReads,
  ) {}

  /** The reads of sensitive members are for callers who may read these. */
  async page(company: CompanyContext, id: string, query: ListPersonnelAudit): Promise<PersonnelAudit> {
    await this.today.begin(company);
    const { placeIds } = await this.today.get(company, id);
    if (query.kind === 'changes') return this.changes(company, id, query);
    if (!maySeeSensitive(company, placeIds)) throw permissionDenied('personnel.sensitive');
    return this.reads.page(company, id, query);
  }

  /**
   * The newest first: by their number, which is given while the row is locked. Their time is that at which a
   * transaction began, which may have waited for another one.
   */
  private async changes(
    { companyId }: CompanyContext,
    id: string,
    { limit, cursor }: ListPersonnelAudit,
  ): Promise<PersonnelAudit> {
    const scope = cursorScope(companyId, 'changes of person by number', id);
    const before = cursor === undefined ? undefined : this.cursors.decode(scope, cursor)[0];
    const text = `SELECT c.number::text, c.resource, c.id AS "resourceId", c.version, c.operation,
        c.changed_at AS "changedAt", ${ACTOR_SQL} AS actor, c.actor_user_id AS "changedByUserId",
        c.client_id AS "clientId", c.request_id AS "requestId", c.members
      FROM (${recordsOfPersonSql}) AS r
      JOIN changes AS c ON c.company_id = $1 AND c.resource = r.resource AND c.id = r.id
      WHERE c.number < $3 ORDER BY c.number DESC LIMIT $4`;
    const { read } = this.transactions.current(companyId);
    const values = [companyId, id, before ?? LARGEST_BIGINT, limit + 1];
    const { rows, isCut } = await read<StoredChange>(text, values, MOST_BYTES_OF_PAGE);
    const { data, page } = this.cursors.page(scope, rows, limit, ({ number }) => [number], isCut);
    return { data: data.map(entryOf), page };
  }
}

/** All of an emergency contact and of a payroll is sensitive, the names of their members too. */
function entryOf({ number, resource: table, ...change }: StoredChange): PersonnelAuditEntry {
  const known = resources[table];
  if (!known) throw new Error(`${table} is no record of a person`);
  const { resource, sensitive } = known;
  if (sensitive === undefined) return { ...change, resource };
  return { ...change, resource, members: [{ member: sensitive, from: null, to: null, redacted: true }] };
}
