import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { describeDocumentedCommands, type TestApi, type TestCaller } from '@safety/testing';
import { runOperator } from '../testing/operator.js';
import {
  addPerson,
  addPlace,
  person,
  sql,
  startPersonnelOrg,
  type TestPlace,
  testKey,
} from '../testing/organisation.js';
import { keyCommands } from './key-commands.js';
import { publishCommands } from './publish-commands.js';

const next = randomBytes(32).toString('base64');

let api: TestApi;
let admin: TestCaller;
let quarry: TestPlace;

beforeAll(async () => {
  api = await startPersonnelOrg({ KEY_ENCRYPTION_KEY: `${testKey},${next}` });
  admin = await api.caller();
  quarry = await addPlace(api, admin.companyId, 'Quarry');
});
afterAll(() => api.close());

const cli = (keys: string, ...args: string[]) => runOperator(api, { KEY_ENCRYPTION_KEY: keys }, args);

const sensitive = { dateOfBirth: '1980-04-05', address: { city: 'Galway' } };
const numbersOf = async () =>
  (
    await sql(
      api,
      admin.companyId,
      `SELECT get_byte(date_of_birth_sealed, 3) AS key FROM personnel WHERE date_of_birth_sealed IS NOT NULL`,
      [],
    )
  ).rows.map(({ key }) => key);

describe('rotate-company-keys', () => {
  it('encrypts everything with a new key; it reads as before, and payroll numbers stay unique', async () => {
    const people = [await addPerson(admin, quarry, sensitive), await addPerson(admin, quarry, sensitive)];
    const [first, second] = people;
    await admin.put(`/personnel/${first.id}/payroll`, { payrollNumber: 'N-1' });
    const contact = { name: 'Sean', relationship: 'friend', phonePrimary: '+353861112233', priority: 1 };
    await admin.post(`/personnel/${first.id}/emergencycontacts`, contact);
    const { code, json } = await cli(testKey, 'rotate-company-keys', '--company', admin.companyId);
    expect([code, json]).toEqual([0, [{ company_id: admin.companyId, key: 2 }]]);
    expect(await numbersOf()).toEqual([2, 2]);
    const { body } = await admin.get(`/personnel/${first.id}?include=emergencyContacts,payroll`);
    expect(body).toMatchObject({
      ...sensitive,
      version: 1,
      payroll: { payrollNumber: 'N-1' },
      emergencyContacts: [contact],
    });
    const taken = await admin.put(`/personnel/${second.id}/payroll`, { payrollNumber: 'n-1' });
    expect([taken.status, taken.body.conflictingId]).toEqual([409, first.id]);
    await cli(testKey, 'rotate-company-keys');
    const { rows } = await sql(
      api,
      admin.companyId,
      'SELECT number FROM company_keys WHERE company_id = $1 ORDER BY 1',
      [admin.companyId],
    );
    expect(rows).toEqual([{ number: 2 }, { number: 3 }]);
  });

  it('loses nothing that is written at the same time', async () => {
    const writes = Array.from({ length: 10 }, () => addPerson(admin, quarry, sensitive));
    await Promise.all([cli(testKey, 'rotate-company-keys'), ...writes]);
    for (const { id } of await Promise.all(writes))
      expect((await admin.get(`/personnel/${id}`)).body.dateOfBirth).toBe('1980-04-05');
  });

  it('makes no write of existing people fail, and fails for none', async () => {
    const people = await Promise.all(Array.from({ length: 12 }, () => addPerson(admin, quarry, sensitive)));
    for (const { id } of people) await admin.put(`/personnel/${id}/payroll`, { costCentre: '0' });
    const [manager] = people;
    let isOver = false;
    const statuses = new Set<number>();
    const traffic = async ({ id }: { id: string }, index: number) => {
      for (let round = 1; !isOver || round < 3; round++) {
        const day = String(1 + (round % 28)).padStart(2, '0');
        const contact = { name: 'Sean', relationship: 'friend', phonePrimary: '+353861112233', priority: 1 };
        const record = { effectiveDate: `2021-${String(1 + (round % 12)).padStart(2, '0')}-${day}` };
        const { initialHistory } = person(quarry, {}, { lineManagerId: manager.id });
        const answers = [
          await admin.patch(`/personnel/${id}`, { dateOfBirth: `1980-04-${day}` }),
          await admin.put(`/personnel/${id}/payroll`, { payrollNumber: `T-${index}-${round}` }),
          await admin.post(`/personnel/${id}/emergencycontacts`, contact),
          await admin.post(`/personnel/${id}/history`, { ...initialHistory, ...record }),
        ];
        for (const { status } of answers) statuses.add(status);
      }
    };
    const rotating = async () => {
      const codes: number[] = [];
      for (let round = 0; round < 3; round++)
        codes.push((await cli(testKey, 'rotate-company-keys', '--company', admin.companyId)).code);
      isOver = true;
      return codes;
    };
    const [codes] = await Promise.all([rotating(), ...people.map(traffic)]);
    expect(codes).toEqual([0, 0, 0]);
    // A contact of the priority, or a record of the date, is there already.
    expect([...statuses].sort()).toEqual([200, 201, 409]);
    const newest = Math.max(...(await numbersOf()));
    expect(new Set(await numbersOf())).toEqual(new Set([newest]));
    for (const { id } of people)
      expect((await admin.get(`/personnel/${id}?include=payroll,emergencyContacts`)).status).toBe(200);
  });
});

describe('rotate-company-keys with a value that does not open', () => {
  it('1: names company, table, row and member, and goes on with the others', async () => {
    const [ill, well] = [
      await addPerson(admin, quarry, sensitive),
      await addPerson(admin, quarry, sensitive),
    ];
    const damage = 'UPDATE personnel SET date_of_birth_sealed = date_of_birth_sealed || $2 WHERE id = $1';
    await sql(api, admin.companyId, damage, [ill.id, Buffer.from('x')]);
    const other = await api.caller();
    await addPerson(other, await addPlace(api, other.companyId, 'Mine'), sensitive);
    const { code, json, err } = await cli(testKey, 'rotate-company-keys');
    expect([code, json.map(({ company_id }: { company_id: string }) => company_id)]).toEqual([
      1,
      expect.arrayContaining([admin.companyId, other.companyId]),
    ]);
    expect(err).toBe(
      `Company ${admin.companyId}: dateOfBirth of personnel ${ill.id} does not open and stays as it is.\n`,
    );
    expect((await admin.get(`/personnel/${well.id}`)).body).toMatchObject(sensitive);
    await admin.patch(`/personnel/${ill.id}`, { dateOfBirth: '1980-04-05' });
    expect((await cli(testKey, 'rotate-company-keys')).code).toBe(0);
  });
});

describe('rotate-deployment-key', () => {
  it('wraps the keys anew: the new key alone unwraps them then, the old one no more', async () => {
    const { id } = await addPerson(admin, quarry, sensitive);
    await admin.put(`/personnel/${id}/payroll`, { payrollNumber: 'N-2' });
    const { json } = await cli(`${next},${testKey}`, 'rotate-deployment-key');
    expect(json.wrapped).toBeGreaterThan(0);
    expect((await cli(`${next},${testKey}`, 'rotate-deployment-key')).json).toEqual({ wrapped: 0 });
    expect((await cli(testKey, 'rotate-company-keys')).err).toContain(
      'none of the keys in KEY_ENCRYPTION_KEY',
    );
    expect((await cli(next, 'rotate-company-keys')).code).toBe(0);
    // Keys that the service cannot have in memory: both are new.
    expect((await admin.get(`/personnel/${id}?include=payroll`)).body).toMatchObject({
      ...sensitive,
      payroll: { payrollNumber: 'N-2' },
    });
    expect((await cli(`${testKey},${next}`, 'rotate-deployment-key')).code).toBe(0);
  });
});

describe('with a key that does not open', () => {
  it('1: names the company and goes on with the others; a new key on demand', async () => {
    const ill = await api.caller();
    const { id } = await addPerson(ill, await addPlace(api, ill.companyId, 'Mine'), sensitive);
    await addPerson(admin, quarry, sensitive);
    const lose = 'UPDATE company_keys SET wrapped = $2 WHERE company_id = $1';
    await sql(api, ill.companyId, lose, [ill.companyId, Buffer.from('lost')]);
    const rewrapped = await cli(`${next},${testKey}`, 'rotate-deployment-key');
    expect([rewrapped.code, rewrapped.err]).toEqual([
      1,
      `Company ${ill.companyId}: key 1 does not open and stays as it is.\n`,
    ]);
    expect((await cli(next, 'rotate-company-keys', '--company', admin.companyId)).code).toBe(0);
    await cli(`${testKey},${next}`, 'rotate-deployment-key');

    const rotate = (...args: string[]) =>
      cli(testKey, 'rotate-company-keys', '--company', ill.companyId, ...args);
    const refused = await rotate();
    expect([refused.code, refused.json, refused.err]).toEqual([
      1,
      [],
      expect.stringContaining('none of the keys in KEY_ENCRYPTION_KEY'),
    ]);
    expect((await ill.patch(`/personnel/${id}`, { sex: 'female' })).status).toBe(503);
    const all = await cli(testKey, 'rotate-company-keys', '--replace-lost');
    expect([all.code, all.err]).toEqual([2, expect.stringContaining('--replace-lost needs --company')]);
    const replaced = await rotate('--replace-lost');
    expect([replaced.code, replaced.json]).toEqual([1, [{ company_id: ill.companyId, key: 2 }]]);
    expect(replaced.err).toContain(`address of personnel ${id} does not open`);
    expect((await ill.patch(`/personnel/${id}`, { sex: 'female' })).body.sex).toBe('female');
  });
});

describeDocumentedCommands('personnel-org', { ...publishCommands, ...keyCommands });
