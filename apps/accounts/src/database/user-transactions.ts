import { Injectable } from '@nestjs/common';
import { idSchema } from '@safety/contracts';
import { DataSource } from 'typeorm';
import { type Client, inTransaction } from './in-transaction.js';

/** A read-only transaction that sees one user: the user, the assignments, and their companies and roles. */
export interface UserTransaction {
  readonly userId: string;
  readonly client: Client;
  /** `now()` of the transaction on the database's clock. */
  readonly startedAt: Date;
}

/** Opens the wall of row-level security for one user, who is the caller. */
@Injectable()
export class UserTransactions {
  constructor(private readonly dataSource: DataSource) {}

  /**
   * Runs `work` for a user. `userId` is an id, as of every caller: it is put into SQL.
   */
  async read<Result>(
    userId: string,
    work: (transaction: UserTransaction) => Promise<Result>,
  ): Promise<Result> {
    idSchema.parse(userId);
    return inTransaction(this.dataSource, async (client) =>
      work({ userId, client, startedAt: await begin(client, userId) }),
    );
  }
}

/** `BEGIN` and the user in one round trip; `set_config` counts only inside the transaction. */
async function begin(client: Client, userId: string): Promise<Date> {
  const results: unknown = await client.query(
    `BEGIN READ ONLY; SELECT set_config('app.user_id', '${userId}', true), now() AS now`,
  );
  const [, selected] = results as [unknown, { rows: [{ now: Date }] }];
  return selected.rows[0].now;
}
