import { randomUUID } from 'node:crypto';
import { expect, it } from '@jest/globals';
import { migrationDataSource, prepareDatabase } from '@safety/persistence';
import { databaseBefore } from '@safety/testing';
import { TellBeginnings1790000000094 } from './1790000000094-tell-beginnings.js';
import { migrations } from './index.js';

it('has everybody of each company looked at within an hour, and goes back', async () => {
  const functions = { prepareDatabase, migrationDataSource };
  const earlier = await databaseBefore('training', TellBeginnings1790000000094, migrations, functions);
  const { database, owner } = earlier;
  try {
    const people = [randomUUID(), randomUUID()].map((companyId) => ({ companyId, id: randomUUID() }));
    for (const { companyId, id } of people)
      await owner.transaction(async (manager) => {
        await manager.query("SELECT set_config('app.company_id', $1, true)", [companyId]);
        const person = `INSERT INTO personnel (company_id, id, version, display_name, archived)
          VALUES ($1, $2, 1, 'Aoife Byrne', false)`;
        await manager.query(person, [companyId, id]);
      });
    await prepareDatabase({ ...database, migrations });
    const due = await owner.query(`SELECT company_id AS "companyId", personnel_id AS id FROM due_people
      WHERE due_at < now() + interval '1 hour'`);
    expect(new Set(due)).toEqual(new Set(people));
    const runner = owner.createQueryRunner();
    await new TellBeginnings1790000000094().down(runner);
    await runner.release();
    const column = `SELECT FROM information_schema.columns WHERE table_name = 'companies' AND column_name = 'applied_at'`;
    expect(await owner.query(column)).toEqual([]);
  } finally {
    await earlier.drop();
  }
});
