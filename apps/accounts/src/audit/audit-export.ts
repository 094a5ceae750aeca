import { Injectable } from '@nestjs/common';
import {
  type CompanyContext,
  type ExportAudit,
  type ExportedChange,
  exportedChangeSchema,
} from '@safety/contracts';
import { Binds, CompanyTransactions, MOST_BYTES_OF_PAGE } from '@safety/persistence';
import { StreamedLines } from '@safety/platform';
import { type AuditRow, auditColumns, auditConditions, behind } from './audited-changes.js';

/** So many changes at most are read at once, however slow the reader is; fewer where they are large. */
const CHANGES_AT_ONCE = 200;

/**
 * All changes of a company as lines of JSON, the oldest first. Each piece is read in a short transaction of
 * its own, so memory stays flat. It ends with what was recorded when the export began.
 */
@Injectable()
export class AuditExport {
  constructor(private readonly transactions: CompanyTransactions) {}

  async stream({ companyId }: CompanyContext, filters: ExportAudit): Promise<StreamedLines<ExportedChange>> {
    const until = await this.transactions.current(companyId).startedAt;
    const disposition = `attachment; filename="audit-${until.toISOString().slice(0, 10)}.ndjson"`;
    const type = 'application/x-ndjson; charset=utf-8';
    return StreamedLines.of(this.changes(companyId, filters, until), lineOf, { type, disposition });
  }

  private async *changes(
    companyId: string,
    filters: ExportAudit,
    until: Date,
  ): AsyncGenerator<ExportedChange[]> {
    let last: AuditRow | undefined;
    do {
      const { rows, isCut } = await this.piece(companyId, filters, until, last);
      yield rows.map((row) => ({ ...row, companyId }));
      last = isCut || rows.length === CHANGES_AT_ONCE ? rows.at(-1) : undefined;
    } while (last);
  }

  private piece(companyId: string, filters: ExportAudit, until: Date, after: AuditRow | undefined) {
    const binds = new Binds();
    const where = auditConditions(companyId, filters, binds);
    where.push(`changed_at <= ${binds.add(until)}`);
    if (after) where.push(behind([after.changedAt, after.number], '>', binds));
    const text = `SELECT ${auditColumns} FROM changes WHERE ${where.join(' AND ')}
      ORDER BY changed_at, number LIMIT ${binds.add(CHANGES_AT_ONCE)}`;
    const read = () =>
      this.transactions.current(companyId).read<AuditRow>(text, binds.values, MOST_BYTES_OF_PAGE);
    return this.transactions.run(companyId, read, 'read');
  }
}

const lineOf = (change: ExportedChange): string => JSON.stringify(exportedChangeSchema.parse(change));
