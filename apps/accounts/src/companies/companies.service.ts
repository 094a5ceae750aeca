import { Injectable } from '@nestjs/common';
import type { ListMyCompanies, myCompanySchema, Page } from '@safety/contracts';
import { Binds, Cursors, checkIds, cursorScope, execute, patternOf } from '@safety/persistence';
import type { z } from 'zod';
import { type AskingUser, type UserTransaction, UserTransactions } from '../database/user-transactions.js';
import {
  type HeldRole,
  heldBySql,
  heldRolesSql,
  joinedSql,
  makesEventManager,
} from '../memberships/held-role.js';

type MyCompany = z.input<typeof myCompanySchema>;
type CompanyRow = Omit<MyCompany, 'role' | 'isEventManager'> & { held: [HeldRole, ...HeldRole[]] };

@Injectable()
export class CompaniesService {
  constructor(
    private readonly transactions: UserTransactions,
    private readonly cursors: Cursors,
  ) {}

  /**
   * The companies of a caller by name, including suspended ones. Their status says why they cannot be used. A
   * client of a company gets that company alone.
   */
  async page(user: AskingUser, query: ListMyCompanies): Promise<Page<MyCompany>> {
    checkIds(query.ids);
    return this.transactions.read(user, (transaction) => this.read(transaction, query));
  }

  private async read(transaction: UserTransaction, query: ListMyCompanies): Promise<Page<MyCompany>> {
    const { client, userId, companyId } = transaction;
    const { cursor, limit, fields, includeTotal, ...filters } = query;
    const scope = cursorScope(userId, 'companies', { ...filters, companyId });
    const binds = new Binds();
    const matching = `${heldBySql(transaction).replace('$1', binds.add(userId))}${conditions(filters, binds)}`;
    const countValues = [...binds.values];
    const [name, id] = cursor === undefined ? BEFORE_ALL : this.cursors.decode(scope, cursor);
    // One statement for all pages, so that it is planned once.
    const after = ` AND (c.name, c.id) > (${binds.add(name)}, ${binds.add(id)}::uuid)`;
    // count is read: a column of the answer
    const { rows } = await execute<CompanyRow>(
      client,
      `SELECT ${columns}, ${heldRolesSql} AS held, ${joinedSql(transaction)} AS "joinedAt"
       ${matching}${after} GROUP BY c.id ORDER BY c.name, c.id LIMIT ${binds.add(limit + 1)}`,
      binds.values,
    );
    const shown = this.cursors.page(scope, rows, limit, (row) => [row.name, row.id]);
    const totalCount = includeTotal ? await count(transaction, matching, countValues) : null;
    return {
      data: shown.data.map(myCompanyOf),
      page: { ...shown.page, asOf: await transaction.startedAt(), totalCount },
    };
  }
}

/** A name and an id that no company has, in front of all others. */
const BEFORE_ALL = ['', '00000000-0000-0000-0000-000000000000'];

const columns = `c.id, c.name, c.legal_name AS "legalName", c.country_code AS "countryCode", c.time_zone AS "timeZone",
  c.default_locale AS "defaultLocale", c.status, c.is_demo AS "isDemo"`;

function conditions({ ids, status, q }: Pick<ListMyCompanies, 'ids' | 'status' | 'q'>, binds: Binds): string {
  return [
    ids && ` AND c.id = ANY(${binds.add(ids)})`,
    status && ` AND c.status = ANY(${binds.add(status)})`,
    q && ` AND concat_ws(E'\\n', c.name, c.legal_name) ILIKE ${binds.add(patternOf(q))}`,
  ]
    .filter(Boolean)
    .join('');
}

async function count({ client }: UserTransaction, matching: string, values: unknown[]): Promise<number> {
  // count is read: the total of a list, for its reader
  const { rows } = await execute<{ count: number }>(
    client,
    `SELECT count(DISTINCT c.id)::int AS count ${matching}`,
    values,
  );
  return rows[0]?.count ?? 0;
}

const myCompanyOf = ({ held, ...company }: CompanyRow): MyCompany => ({
  ...company,
  role: { id: held[0].roleId, name: held[0].name },
  isEventManager: held.some(makesEventManager),
});
