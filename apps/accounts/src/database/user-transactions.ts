import { Injectable } from '@nestjs/common';
import { idSchema } from '@safety/contracts';
import { type OpenTransaction, runTransaction, setLocal } from '@safety/persistence';
import type { Caller } from '@safety/platform';
import { DataSource } from 'typeorm';

/**
 * The user or service client who asks, and the only company that the token is good for, if it is for one.
 */
export type AskingUser = Pick<Caller, 'userId' | 'companyId' | 'isServiceClient'>;

/** A transaction that sees one user: the user, the assignments, and their companies and roles. */
export interface UserTransaction extends AskingUser {
  readonly client: OpenTransaction['client'];
  readonly afterCommit: OpenTransaction['afterCommit'];
  /**
   * `now()` of the transaction on the database's clock. Ask after the first statement, which travels with
   * `BEGIN`: asked before, it is a message of its own.
   */
  startedAt(): Promise<Date>;
}

const NOW = { name: 'begin for a user', text: 'SELECT now() AS now' };

/** Opens row-level security for one user, the caller, as far as the token of the caller is valid. */
@Injectable()
export class UserTransactions {
  constructor(private readonly dataSource: DataSource) {}

  /**
   * Runs `work` for a user. Both members of the user are ids, as of every caller.
   */
  read<Result>(user: AskingUser, work: (transaction: UserTransaction) => Promise<Result>): Promise<Result> {
    return this.run(user, 'read', work);
  }

  /** The same; `work` may change the user, and what the wall of a company that it enters lets it change. */
  write<Result>(user: AskingUser, work: (transaction: UserTransaction) => Promise<Result>): Promise<Result> {
    return this.run(user, 'write', work);
  }

  private async run<Result>(
    { userId, companyId, isServiceClient }: AskingUser,
    access: 'read' | 'write',
    work: (transaction: UserTransaction) => Promise<Result>,
  ): Promise<Result> {
    idSchema.parse(userId);
    idSchema.optional().parse(companyId);
    const who = isServiceClient ? 'app.service_client_id' : 'app.user_id';
    const first = [
      NOW,
      { text: setLocal({ [who]: userId }) },
      { text: setLocal({ 'app.client_company_id': companyId ?? '' }) },
    ];
    return runTransaction(
      this.dataSource,
      { access, first, companyId: companyId ?? userId },
      ({ client, afterCommit, begin }) => {
        const startedAt = async (): Promise<Date> => (await begin()).rows[0].now;
        return work({ userId, companyId, isServiceClient, client, afterCommit, startedAt });
      },
    );
  }
}
