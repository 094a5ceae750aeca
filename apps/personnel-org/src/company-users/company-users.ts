import { Injectable } from '@nestjs/common';
import type { CompanyContext, CompanyUserState } from '@safety/contracts';
import { CompanyTransactions, execute } from '@safety/persistence';
import { invalidField } from '@safety/platform';

/** The users who belong to a company, as accounts told them. */
@Injectable()
export class CompanyUsers {
  constructor(private readonly transactions: CompanyTransactions) {}

  /** Throws 422 at `/userId` unless the user belongs to the company. Users of others do not exist here. */
  async check({ companyId }: CompanyContext, userId: string | null): Promise<void> {
    if (userId === null) return;
    const { client } = this.transactions.current(companyId);
    const text = 'SELECT FROM company_users WHERE company_id = $1 AND user_id = $2 AND belongs';
    const { rowCount } = await execute(client, text, [companyId, userId]);
    if (rowCount === 0) throw invalidField('/userId', 'not-found', 'No such user.');
  }

  /** Keeps a state unless a newer one is known: messages may come twice and in any order. */
  async keep(companyId: string, { userId, version, belongs }: CompanyUserState): Promise<void> {
    const { client } = this.transactions.current(companyId);
    const text = `INSERT INTO company_users AS known (company_id, user_id, version, belongs) VALUES ($1, $2, $3, $4)
      ON CONFLICT (company_id, user_id) DO UPDATE SET version = excluded.version, belongs = excluded.belongs
      WHERE known.version < excluded.version`;
    await execute(client, text, [companyId, userId, version, belongs]);
  }
}
