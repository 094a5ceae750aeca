import { randomUUID } from 'node:crypto';
import { expect, it } from '@jest/globals';
import { migrationDataSource, prepareDatabase } from '@safety/persistence';
import { databaseBefore } from '@safety/testing';
import { NoteChangesOfMany1790000000106 } from './1790000000106-note-changes-of-many.js';
import { migrations } from './index.js';

it('has all people of a company looked at whose changes are not through, once it is taken back', async () => {
  const functions = { prepareDatabase, migrationDataSource };
  const earlier = await databaseBefore('training', NoteChangesOfMany1790000000106, migrations, functions);
  const { database, owner } = earlier;
  const companies = [randomUUID(), randomUUID()];
  try {
    await prepareDatabase({ ...database, migrations });
    for (const companyId of companies)
      await owner.transaction(async (manager) => {
        await manager.query("SELECT set_config('app.company_id', $1, true)", [companyId]);
        const person = `INSERT INTO personnel (company_id, id, version, display_name, employment_status, archived)
          VALUES ($1, gen_random_uuid(), 1, 'Aoife Byrne', 'active', false)`;
        await manager.query(person, [companyId]);
      });
    const change =
      "INSERT INTO due_changes (company_id, kind, about) VALUES ($1, 'companies', ARRAY[$1::uuid])";
    await owner.query(change, [companies[1]]);
    const runner = owner.createQueryRunner();
    await new NoteChangesOfMany1790000000106().down(runner);
    await runner.release();
    expect(await owner.query('SELECT company_id AS id FROM due_people')).toEqual([{ id: companies[1] }]);
    expect(await owner.query("SELECT to_regclass('due_changes') AS found")).toEqual([{ found: null }]);
  } finally {
    await earlier.drop();
  }
});
