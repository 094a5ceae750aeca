import { Injectable } from '@nestjs/common';
import type { AuditPage, CompanyContext, ListAudit } from '@safety/contracts';
import { Binds, CompanyTransactions, Cursors, cursorScope, MOST_BYTES_OF_PAGE } from '@safety/persistence';
import { type AuditRow, auditColumns, auditConditions, behind } from './audited-changes.js';

/** Changes by administrators of a company, from the change record. */
@Injectable()
export class AuditService {
  constructor(
    private readonly transactions: CompanyTransactions,
    private readonly cursors: Cursors,
  ) {}

  /** The newest change first. */
  async page({ companyId }: CompanyContext, { limit, cursor, ...filters }: ListAudit): Promise<AuditPage> {
    const scope = cursorScope(companyId, 'audit', filters);
    const binds = new Binds();
    const where = auditConditions(companyId, filters, binds);
    if (cursor !== undefined) {
      const [changedAt, number] = this.cursors.decode(scope, cursor);
      where.push(behind([changedAt, number], '<', binds));
    }
    const text = `SELECT ${auditColumns} FROM changes WHERE ${where.join(' AND ')}
      ORDER BY changed_at DESC, number DESC LIMIT ${binds.add(limit + 1)}`;
    const { read } = this.transactions.current(companyId);
    const { rows, isCut } = await read<AuditRow>(text, binds.values, MOST_BYTES_OF_PAGE);
    const placeOf = ({ changedAt, number }: AuditRow) => [changedAt.toISOString(), number];
    return this.cursors.page(scope, rows, limit, placeOf, isCut);
  }
}
