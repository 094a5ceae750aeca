import { Injectable } from '@nestjs/common';
import { type AuditPage, auditedResources, type CompanyContext, type ListAudit } from '@safety/contracts';
import { Binds, CompanyTransactions, Cursors, cursorScope, execute } from '@safety/persistence';

type AuditRow = AuditPage['data'][number] & { number: string };

/** Changes by administrators of a company, from the change record. */
@Injectable()
export class AuditService {
  constructor(
    private readonly transactions: CompanyTransactions,
    private readonly cursors: Cursors,
  ) {}

  /** The newest change first. */
  async page(company: CompanyContext, { limit, cursor, ...filters }: ListAudit): Promise<AuditPage> {
    const { companyId } = company;
    const scope = cursorScope(companyId, 'audit', filters);
    const binds = new Binds();
    const where = conditions(companyId, filters, binds);
    if (cursor !== undefined) {
      const [changedAt, number] = this.cursors.decode(scope, cursor);
      where.push(
        `(changed_at, number) < (${binds.add(changedAt)}::timestamptz, ${binds.add(number)}::bigint)`,
      );
    }
    const { rows } = await execute<AuditRow>(
      this.transactions.current(companyId).client,
      `SELECT resource, id, version, operation, changed_at AS "changedAt", actor_user_id AS "changedByUserId",
         client_id AS "clientId", request_id AS "requestId", members, number::text AS number
       FROM changes WHERE ${where.join(' AND ')} ORDER BY changed_at DESC, number DESC LIMIT ${binds.add(limit + 1)}`,
      binds.values,
    );
    const data = rows.slice(0, limit);
    const last = rows.length > limit ? data.at(-1) : undefined;
    const nextCursor = last ? this.cursors.encode(scope, [last.changedAt.toISOString(), last.number]) : null;
    return { data, page: { limit, hasMore: last !== undefined, nextCursor } };
  }
}

function conditions(
  companyId: string,
  {
    resource,
    rowId,
    operation,
    changedByUserId,
    changedFrom,
    changedTo,
  }: Omit<ListAudit, 'limit' | 'cursor'>,
  binds: Binds,
): string[] {
  const where = [`company_id = ${binds.add(companyId)}`];
  const given = (value: unknown, sql: (place: string) => string) => {
    if (value !== undefined) where.push(sql(binds.add(value)));
  };
  given(resource ? [resource] : auditedResources, (place) => `resource = ANY (${place})`);
  given(rowId, (place) => `id = ${place}`);
  given(operation, (place) => `operation = ${place}`);
  given(changedByUserId, (place) => `actor_user_id = ${place}`);
  given(changedFrom, (place) => `changed_at >= ${place}`);
  given(changedTo, (place) => `changed_at < ${place}`);
  return where;
}
