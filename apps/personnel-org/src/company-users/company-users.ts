import { Injectable } from '@nestjs/common';
import type { CompanyContext, CompanyUserState, FieldError } from '@safety/contracts';
import { CompanyTransactions, execute, keepNewest, unknownRow } from '@safety/persistence';

/** The users who belong to a company, as accounts publishes them. */
@Injectable()
export class CompanyUsers {
  constructor(private readonly transactions: CompanyTransactions) {}

  /** The errors of the user that `/userId` of a body names. Users of other companies do not exist here. */
  async faults({ companyId }: CompanyContext, userId: string | null): Promise<FieldError[]> {
    if (userId === null) return [];
    const { client } = this.transactions.current(companyId);
    const text = 'SELECT FROM company_users WHERE company_id = $1 AND user_id = $2 AND belongs';
    const { rowCount } = await execute(client, text, [companyId, userId]);
    return rowCount === 0 ? [unknownRow('/userId', 'user')] : [];
  }

  /** Keeps a state unless a newer one is known. */
  async keep(companyId: string, user: CompanyUserState): Promise<void> {
    const { client, startedAt } = this.transactions.current(companyId);
    await keepNewest(client, 'company_users', ['company_id', 'user_id'], {
      company_id: companyId,
      user_id: user.userId,
      version: user.version,
      belongs: user.belongs,
      display_name: user.displayName,
      email: user.email,
      active: user.active,
      accepted: user.accepted,
      assignments: JSON.stringify(user.assignments),
      modified_at: await startedAt,
    });
  }
}
