import { Injectable } from '@nestjs/common';
import { v7 as newId } from 'uuid';
import { type OperatorTransaction, OperatorTransactions } from './operator-transactions.js';

const operatorChangeNames = [
  'company-added',
  'company-suspended',
  'company-resumed',
  'user-added',
  'user-changed',
  'user-disabled',
  'user-enabled',
  'roles-changed',
  'membership-removed',
] as const;

/** The author in the audit trail of a company, beside this record of what operators do everywhere. */
export const byOperator = { userId: null, isOperator: true } as const;

/** One change by an operator: ids, and names of roles. */
export interface OperatorChange {
  change: (typeof operatorChangeNames)[number];
  userId?: string;
  companyId?: string;
  details?: Record<string, string | string[]>;
}

export type RecordedChange = Required<OperatorChange> & { changedAt: Date };

/** Records the changes by operators. They are few, so they are never deleted. */
@Injectable()
export class OperatorChanges {
  constructor(private readonly transactions: OperatorTransactions) {}

  /** Recorded exactly when the transaction commits. */
  async record(
    { client }: OperatorTransaction,
    { change, userId, companyId, details = {} }: OperatorChange,
  ): Promise<void> {
    await client.query(
      'INSERT INTO operator_changes (id, change, user_id, company_id, details) VALUES ($1, $2, $3, $4, $5)',
      [newId(), change, userId ?? null, companyId ?? null, JSON.stringify(details)],
    );
  }

  /** The newest first. */
  newest(limit: number): Promise<RecordedChange[]> {
    return this.transactions.run(async ({ client }) => {
      const { rows } = await client.query<RecordedChange>(
        `SELECT changed_at AS "changedAt", change, user_id AS "userId", company_id AS "companyId", details
         FROM operator_changes ORDER BY changed_at DESC, id DESC LIMIT $1`,
        [limit],
      );
      return rows;
    });
  }
}
