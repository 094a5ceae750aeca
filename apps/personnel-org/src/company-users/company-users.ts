import { Injectable } from '@nestjs/common';
import type { CompanyContext, CompanyUserState } from '@safety/contracts';
import { CompanyTransactions, execute, keepNewest } from '@safety/persistence';
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

  /** Keeps a state unless a newer one is known. */
  async keep(companyId: string, { userId, version, belongs }: CompanyUserState): Promise<void> {
    const { client } = this.transactions.current(companyId);
    const row = { company_id: companyId, user_id: userId, version, belongs };
    await keepNewest(client, 'company_users', ['company_id', 'user_id'], row);
  }
}
