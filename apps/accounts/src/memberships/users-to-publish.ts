import { Injectable } from '@nestjs/common';
import { type CompanyTransaction, CompanyTransactions, execute } from '@safety/persistence';
import { requestContext } from '@safety/platform';
import { v7 as newId } from 'uuid';

/**
 * Notes users whom a change in a company concerns, in the transaction of the change. `UserPublishingJob`
 * publishes them soon after. So a request writes the same for a user of hundreds of companies as for one of
 * none, and its time tells nobody which of the two it is.
 */
@Injectable()
export class UsersToPublish {
  private wake = (): void => undefined;

  constructor(private readonly transactions: CompanyTransactions) {}

  /** Calls `wake` after each commit that has noted somebody. */
  whenAdded(wake: () => void): void {
    this.wake = wake;
  }

  /** Notes users as the transaction leaves them, so it comes right before the commit. */
  async add({ companyId }: Pick<CompanyTransaction, 'companyId'>, userIds: readonly string[]): Promise<void> {
    const { client, afterCommit } = this.transactions.current(companyId);
    const { requestId = newId(), traceparent = null, tracestate = null } = requestContext() ?? {};
    const values = [companyId, userIds, userIds.length, requestId, traceparent, tracestate];
    await execute(client, ADDED, values);
    afterCommit.push(() => this.wake());
  }
}

const ADDED = `
  INSERT INTO users_to_tell (company_id, user_id, has_left, together, request_id, traceparent, tracestate)
  SELECT $1, id, NOT EXISTS (
      SELECT FROM company_users AS m
      JOIN role_assignments AS a ON a.company_id = $1 AND a.user_id = m.id AND a.archived_at IS NULL
      WHERE m.company_id = $1 AND m.id = noted.id AND m.archived_at IS NULL AND m.status = 'active'),
    $3, $4, $5, $6
  FROM unnest($2::uuid[]) AS noted (id)`;
