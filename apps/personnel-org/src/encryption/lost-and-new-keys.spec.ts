import { expect, it } from '@jest/globals';
import { seedTransaction } from '@safety/persistence';
import { type Answer, eventually, type TestCaller } from '@safety/testing';
import { runOperator } from '../testing/operator.js';
import { addPerson, addPlace, person, sql } from '../testing/organisation.js';
import { outcome, startCompany } from '../testing/scene.js';

const { api } = await startCompany();
const sensitive = { dateOfBirth: '1980-04-05', sex: 'female', address: { city: 'Galway' } };

/** An administrator of a new company, and its place. */
async function newCompany() {
  const caller = await api.caller();
  return { caller, place: await addPlace(api, caller.companyId, 'Mine') };
}

/** Keeps a key of a company as it is given; resolves with what was kept. */
async function keepKey({ companyId }: TestCaller, number: number, wrapped: Buffer): Promise<Buffer> {
  const text = `UPDATE company_keys AS k SET wrapped = $3 FROM company_keys AS was
    WHERE k.company_id = $1 AND k.number = $2 AND (was.company_id, was.number) = ($1, $2) RETURNING was.wrapped`;
  return (await sql(api, companyId, text, [companyId, number, wrapped])).rows[0].wrapped;
}

it('PUT /personnel/{id} 503: as it was read while the key was lost; all is there with the key', async () => {
  const { caller, place } = await newCompany();
  const path = `/personnel/${(await addPerson(caller, place, sensitive)).id}`;
  // The service does not know key 2 yet.
  await runOperator(api, {}, ['rotate-company-keys', '--company', caller.companyId]);
  const key = await keepKey(caller, 2, Buffer.from('lost'));
  const { body } = await caller.get(path);
  expect(body).toMatchObject({ dateOfBirth: null, redactedFields: ['/dateOfBirth', '/sex', '/address'] });
  expect(outcome(await caller.put(path, { ...body, phone: '+353861112233' }))).toEqual([503, 'unavailable']);
  expect(outcome(await caller.patch(path, { sex: null }))).toEqual([503, 'unavailable']);
  expect((await caller.patch(path, { phone: '+353861112233' })).status).toBe(200);
  await keepKey(caller, 2, key);
  expect((await caller.get(path)).body).toMatchObject({ ...sensitive, phone: '+353861112233' });
});

it('POST /personnel 201: with a key that is there, after one that was rolled back', async () => {
  const { caller, place } = await newCompany();
  await seedTransaction(api.database.ownerUrl, async (owner) => {
    await owner.query(`
      CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'refused'; END $$;
      CREATE CONSTRAINT TRIGGER refuses AFTER INSERT ON personnel DEFERRABLE INITIALLY DEFERRED
        FOR EACH ROW WHEN (NEW.last_name = 'Refused') EXECUTE FUNCTION refuse()`);
  });
  const refused = await caller.post('/personnel', person(place, { ...sensitive, lastName: 'Refused' }));
  expect(refused.status).toBe(500);
  const { id } = await addPerson(caller, place, sensitive);
  expect((await caller.get(`/personnel/${id}`)).body).toMatchObject({ ...sensitive, redactedFields: [] });
});

it('POST /personnel 201: of others, while one waits for the keys of the company', async () => {
  const { caller, place } = await newCompany();
  const { id: lineManagerId } = await addPerson(caller, place);
  let waiting: Promise<Answer> | undefined;
  await api.database.transaction('owner', async (owner) => {
    await owner.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [
      `company-keys:${caller.companyId}`,
    ]);
    waiting = caller.post('/personnel', person(place, { ...sensitive, lineManagerId }));
    await eventually(async () =>
      expect((await owner.query('SELECT FROM pg_locks WHERE NOT granted')).rowCount).toBe(1),
    );
    expect((await caller.post('/personnel', person(place, { lineManagerId }))).status).toBe(201);
  });
  expect((await waiting)?.status).toBe(201);
});
