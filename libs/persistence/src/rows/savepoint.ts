import type { CompanyTransaction } from '../transaction/company-transactions.js';

const withSavepoint = new WeakSet<CompanyTransaction>();

/**
 * Sets a savepoint, to which `backToSavepoint` returns after a failed statement. The same message releases
 * the previous savepoint. A transaction of many writes nests one subtransaction, never one for each write.
 */
export async function setSavepoint(transaction: CompanyTransaction): Promise<void> {
  const release = withSavepoint.has(transaction) ? 'RELEASE SAVEPOINT row; ' : '';
  withSavepoint.add(transaction);
  await transaction.client.query(`${release}SAVEPOINT row`);
}

/** Undoes what was done since `setSavepoint` and keeps the transaction usable. */
export async function backToSavepoint({ client }: CompanyTransaction): Promise<void> {
  await client.query('ROLLBACK TO SAVEPOINT row');
}
