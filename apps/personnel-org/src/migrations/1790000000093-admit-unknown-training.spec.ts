import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { migrationDataSource, prepareDatabase } from '@safety/persistence';
import {
  connected,
  databaseBefore,
  type EarlierDatabase,
  eventually,
  type TestDatabase,
} from '@safety/testing';
import type { DataSource } from 'typeorm';
import { AdmitUnknownTraining1790000000093 } from './1790000000093-admit-unknown-training.js';
import { migrations } from './index.js';

const [companyId, told, untold] = [randomUUID(), randomUUID(), randomUUID()];
const steps = (status: string, from: string) => JSON.stringify([{ status, from }]);

const WAITING = `SELECT FROM pg_stat_activity
  WHERE datname = current_database() AND query LIKE '%DO $rows$%' AND wait_event_type = 'Lock'`;

let earlier: EarlierDatabase<DataSource>;
let database: TestDatabase;
let owner: DataSource;

beforeAll(async () => {
  earlier = await databaseBefore('personnel-org', AdmitUnknownTraining1790000000093, migrations, {
    prepareDatabase,
    migrationDataSource,
  });
  ({ database, owner } = earlier);
});

afterAll(() => earlier.drop());

const daysOf = (personnelId: string): Promise<object[]> =>
  owner.query(
    `SELECT status, first_day::text AS "from", end_day::text AS "to" FROM training_status_days
     WHERE personnel_id = $1 ORDER BY first_day`,
    [personnelId],
  );

it('what training tells while the days are written anew waits, and counts after it', async () => {
  const tell = 'INSERT INTO training_statuses VALUES ($1, $2, 1, $3)';
  await owner.query(tell, [companyId, told, steps('current', '2026-01-01')]);
  await owner.query(tell, [companyId, untold, '[]']);
  const runner = owner.createQueryRunner();
  await connected(database.ownerUrl, async (service) => {
    const query = runner.query.bind(runner);
    runner.query = async (text: string, ...rest: []) => {
      if (!text.includes('DO $rows$')) return query(text, ...rest);
      await service.query('BEGIN');
      await service.query('UPDATE training_statuses SET steps = $2 WHERE personnel_id = $1', [
        told,
        steps('overdue', '2026-03-01'),
      ]);
      const written = query(text, ...rest);
      // A transaction goes on seeing the activity that it has seen first.
      await eventually(async () => expect(await owner.query(WAITING)).toHaveLength(1));
      await service.query('COMMIT');
      return written;
    };
    await new AdmitUnknownTraining1790000000093().up(runner);
  }).finally(() => runner.release());
  expect(await daysOf(told)).toEqual([{ status: 'overdue', from: '2026-03-01', to: 'infinity' }]);
  expect(await daysOf(untold)).toEqual([{ status: 'notRequired', from: '-infinity', to: 'infinity' }]);
});
