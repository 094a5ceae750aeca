import type { CompanyTransaction } from '@safety/persistence';
import type { DataSource } from 'typeorm';

export type Client = CompanyTransaction['client'];

/** Runs `work`, which begins a transaction first of all, on a connection; commits when it resolves, rolls back when it throws. */
export async function inTransaction<Result>(
  dataSource: DataSource,
  work: (client: Client) => Promise<Result>,
): Promise<Result> {
  const runner = dataSource.createQueryRunner();
  const client: Client = await runner.connect();
  try {
    const result = await work(client);
    await client.query('COMMIT');
    return result;
  } catch (error) {
    await client.query('ROLLBACK').catch(() => undefined);
    throw error;
  } finally {
    await runner.release();
  }
}
