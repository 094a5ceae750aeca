import { expect, it } from '@jest/globals';
import { seedTransaction } from '@safety/persistence';
import { type Answer, lockWaits, type TestCaller } from '@safety/testing';
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

it('503: as they were read while an older key was lost, until that is given up', async () => {
  const { caller, place } = await newCompany();
  const path = `/personnel/${(await addPerson(caller, place, sensitive)).id}`;
  const payroll = `${path}/payroll`;
  await caller.put(payroll, { payGroup: 'Weekly' });
  const details = { name: 'Sean', relationship: 'friend', phonePrimary: '+353861112233', priority: 1 };
  const contact = `${path}/emergencycontacts/${(await caller.post(`${path}/emergencycontacts`, details)).body.id}`;
  const rotate = (...further: string[]) =>
    runOperator(api, {}, ['rotate-company-keys', '--company', caller.companyId, ...further]);
  const all = (text: string, values: unknown[] = []) => sql(api, caller.companyId, text, values);
  // The service does not know key 2, which an interrupted rotation leaves in use.
  await rotate();
  const { rows } = await all(`SELECT date_of_birth_sealed, sex_sealed, address_sealed, l.details AS payroll,
    c.details AS contact FROM personnel JOIN payrolls AS l USING (id) JOIN emergency_contacts AS c ON true`);
  await rotate();
  const { payroll: ofPayroll, contact: ofContact, ...ofPerson } = rows[0];
  await all(
    'UPDATE personnel SET date_of_birth_sealed = $1, sex_sealed = $2, address_sealed = $3',
    Object.values(ofPerson),
  );
  await all('UPDATE payrolls SET details = $1', [ofPayroll]);
  await all('UPDATE emergency_contacts SET details = $1', [ofContact]);
  await keepKey(caller, 2, Buffer.from('lost'));

  const { body } = await caller.get(path);
  expect(body).toMatchObject({ sex: null, redactedFields: ['/dateOfBirth', '/sex', '/address'] });
  const { body: read } = await caller.get(payroll);
  expect(read).toMatchObject({ payGroup: null });
  const phoneAlone = await caller.patch(path, { phone: '+353861112233' });
  expect(phoneAlone.status).toBe(200);
  const writes = async () =>
    [
      await caller.put(payroll, { ...read, version: undefined }),
      await caller.put(contact, details),
      await caller.patch(path, { sex: null }),
      await caller.put(path, { ...body, version: undefined }),
    ].map(({ status }) => status);
  expect(await writes()).toEqual([503, 503, 503, 503]);
  await rotate();
  expect(await writes()).toEqual([503, 503, 503, 503]);
  expect((await rotate('--replace-lost')).code).toBe(1);
  expect(await writes()).toEqual([200, 200, 200, 200]);
  expect((await caller.get(path)).body).toMatchObject({ sex: null, redactedFields: [] });
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
    await lockWaits(owner);
    expect((await caller.post('/personnel', person(place, { lineManagerId }))).status).toBe(201);
  });
  expect((await waiting)?.status).toBe(201);
});
