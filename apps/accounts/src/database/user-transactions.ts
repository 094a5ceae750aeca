import { Injectable } from '@nestjs/common';
import { idSchema } from '@safety/contracts';
import type { Caller } from '@safety/platform';
import { DataSource } from 'typeorm';
import { type Client, inTransaction } from './in-transaction.js';

/** The user who asks, and the only company that the token is good for, if it is for one. */
export type AskingUser = Pick<Caller, 'userId' | 'companyId'>;

/** A read-only transaction that sees one user: the user, the assignments, and their companies and roles. */
export interface UserTransaction extends AskingUser {
  readonly client: Client;
  /** `now()` of the transaction on the database's clock. */
  readonly startedAt: Date;
}

/** Opens row-level security for one user, the caller, as far as the token of the caller is valid. */
@Injectable()
export class UserTransactions {
  constructor(private readonly dataSource: DataSource) {}

  /**
   * Runs `work` for a user. Both members of the user are ids, as of every caller: they are put into SQL.
   */
  async read<Result>(
    { userId, companyId }: AskingUser,
    work: (transaction: UserTransaction) => Promise<Result>,
  ): Promise<Result> {
    idSchema.parse(userId);
    idSchema.optional().parse(companyId);
    return inTransaction(this.dataSource, async (client) =>
      work({ userId, companyId, client, startedAt: await begin(client, { userId, companyId }) }),
    );
  }
}

/** `BEGIN` and the user in one round trip; `set_config` counts only inside the transaction. */
async function begin(client: Client, { userId, companyId = '' }: AskingUser): Promise<Date> {
  const results: unknown = await client.query(
    `BEGIN READ ONLY; SELECT set_config('app.user_id', '${userId}', true),
       set_config('app.client_company_id', '${companyId}', true), now() AS now`,
  );
  const [, selected] = results as [unknown, { rows: [{ now: Date }] }];
  return selected.rows[0].now;
}
