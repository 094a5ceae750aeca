import { describe, expect, it } from '@jest/globals';
import { builtInRoles, type Permission } from '@safety/contracts';
import { seedTransaction } from '@safety/persistence';
import type { TestCaller } from '@safety/testing';
import { addPerson, addPlace, setRoles, sql } from '../testing/organisation.js';
import { startScene } from '../testing/scene.js';
import { contact, contactsOf, payrollOf, sensitiveReadsOf } from '../testing/sensitive-details.js';

const { api, admin, quarry, depot } = await startScene();

const colleague = (permissions: readonly Permission[], orgStructureIds: string[] = []) =>
  api.caller({ companyId: admin.companyId, permissions, orgStructureIds });
const withoutSensitive = builtInRoles.admin.filter((name) => name !== 'personnel.sensitive');
const readsOf = (person: { id: string }) => sensitiveReadsOf(api, admin.companyId, person);

describe('sensitive members', () => {
  const sensitive = { dateOfBirth: '1980-04-05', sex: 'female', address: { city: 'Galway' } };

  it('lie encrypted in every table and message', async () => {
    const person = await addPerson(admin, quarry, sensitive);
    await admin.patch(`/personnel/${person.id}`, { address: { city: 'Letterfrack' } });
    await admin.post(contactsOf(person), contact({ name: 'Letterfrack' }));
    await admin.put(payrollOf(person), { payrollNumber: 'Letterfrack-1' });
    await seedTransaction(api.database.ownerUrl, async (owner) => {
      const { rows: tables } = await owner.query<{ name: string }>(
        "SELECT quote_ident(relname) AS name FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p')",
      );
      for (const { name } of tables) {
        const { rows } = await owner.query(
          `SELECT FROM ${name} AS r WHERE r::text ~ '1980-04-05|Galway|Letterfrack|Niamh'`,
        );
        expect([name, rows.length]).toEqual([name, 0]);
      }
    });
    expect((await admin.get(`/personnel/${person.id}`)).body).toMatchObject({
      dateOfBirth: '1980-04-05',
      sex: 'female',
      address: { city: 'Letterfrack' },
    });
  });

  it.each(["date_of_birth = '1980-04-05'", "sex = 'female'", "address = '{}'"])(
    'are refused by the table in plain text: %s',
    async (set) => {
      const { id } = await addPerson(admin, quarry);
      const write = sql(api, admin.companyId, `UPDATE personnel SET ${set} WHERE id = $1`, [id]);
      await expect(write).rejects.toThrow('personnel_sealed_check');
    },
  );

  it('do not open in another row, another member or another company', async () => {
    const [from, to] = [await addPerson(admin, quarry, sensitive), await addPerson(admin, quarry)];
    const moved = async (set: string, target: string) => {
      await sql(api, admin.companyId, `UPDATE personnel SET ${set} WHERE id = $1`, [target]);
      const { dateOfBirth, sex, redactedFields } = (await admin.get(`/personnel/${target}`)).body;
      return { dateOfBirth, sex, redactedFields };
    };
    const copy = `date_of_birth_sealed = (SELECT date_of_birth_sealed FROM personnel WHERE id = '${from.id}')`;
    const lost = { dateOfBirth: null, sex: null, redactedFields: ['/dateOfBirth'] };
    expect(await moved(copy, to.id)).toEqual(lost);
    expect(await moved('sex_sealed = date_of_birth_sealed', from.id)).toEqual({
      ...lost,
      dateOfBirth: '1980-04-05',
      redactedFields: ['/sex'],
    });
    // Both companies have one key, of the same number.
    const stranger = await api.caller();
    const mine = await addPlace(api, stranger.companyId, 'Mine');
    const theirs = await addPerson(stranger, mine, { dateOfBirth: '1990-01-02' });
    const text = 'SELECT date_of_birth_sealed AS encrypted FROM personnel WHERE id = $1';
    const [{ encrypted }] = (await sql(api, stranger.companyId, text, [theirs.id])).rows;
    const other = await addPerson(admin, quarry);
    const place = 'UPDATE personnel SET date_of_birth_sealed = $2 WHERE id = $1';
    await sql(api, admin.companyId, place, [other.id, encrypted]);
    expect((await admin.get(`/personnel/${other.id}`)).body.dateOfBirth).toBeNull();
  });

  it('that do not open leave lists readable, stay in other writes, and are written anew', async () => {
    const person = await addPerson(admin, quarry, sensitive);
    const path = `/personnel/${person.id}`;
    const damage = 'UPDATE personnel SET date_of_birth_sealed = date_of_birth_sealed || $2 WHERE id = $1';
    await sql(api, admin.companyId, damage, [person.id, Buffer.from('x')]);
    const { status, body } = await admin.get(`/personnel?ids=${person.id}`);
    expect([status, body.data[0].dateOfBirth, body.data[0].redactedFields]).toEqual([
      200,
      null,
      ['/dateOfBirth'],
    ]);
    expect((await admin.patch(path, { preferredName: 'Una' })).body.redactedFields).toEqual(['/dateOfBirth']);
    const cleared = await admin.patch(path, { dateOfBirth: null });
    expect([cleared.status, cleared.body.redactedFields]).toEqual([200, []]);
    await admin.patch(path, { dateOfBirth: '1980-04-05' });
    await sql(api, admin.companyId, damage, [person.id, Buffer.from('x')]);
    const replaced = await admin.patch(path, { dateOfBirth: '1981-01-01' });
    expect(replaced.body).toMatchObject({ dateOfBirth: '1981-01-01', redactedFields: [] });
  });

  describe.each<[string, string]>([
    ['damaged', "details || 'x'"],
    ['cut off', "'x'"],
    ['moved', '(SELECT date_of_birth_sealed FROM personnel WHERE personnel.id = $1)'],
    ['encrypted with a key that is lost', 'int4send(99) || substring(details FROM 5)'],
  ])('of a payroll and of contacts: %s', (_, damage) => {
    const noContact = {
      ...{ name: null, relationship: null, phonePrimary: null, phoneSecondary: null },
      ...{ email: null, address: null, notes: null, customFields: {} },
    };
    const noPayroll = {
      ...{ payrollNumber: null, payGroup: null, payFrequency: null, costCentre: null },
      ...{ standardHoursPerWeek: null, hourlyCost: null, currency: null, customFields: {} },
    };
    const lost = (members: object) => ({
      ...members,
      redactedFields: Object.keys(members).map((name) => `/${name}`),
    });

    async function damaged() {
      const person = await addPerson(admin, quarry, sensitive);
      await admin.put(payrollOf(person), { payGroup: 'Weekly' });
      const { body: first } = await admin.post(contactsOf(person), contact());
      const { body: second } = await admin.post(contactsOf(person), contact({ name: 'Sean', priority: 2 }));
      for (const [table, id] of [
        ['payrolls', person.id],
        ['emergency_contacts', first.id],
      ])
        await sql(
          api,
          admin.companyId,
          `UPDATE ${table} SET details = ${damage} WHERE id = $2 AND $1::uuid IS NOT NULL`,
          [person.id, id],
        );
      return { person, first, second };
    }

    it('200: null and named in every answer, beside those that open', async () => {
      const { person, first, second } = await damaged();
      const { status, body } = await admin.get(payrollOf(person));
      expect([status, body]).toEqual([200, expect.objectContaining(lost(noPayroll))]);
      const one = await admin.get(`${contactsOf(person)}/${first.id}`);
      expect([one.status, one.body]).toEqual([200, expect.objectContaining(lost(noContact))]);
      expect(one.body).toMatchObject({ priority: 1, version: 1, personnelId: person.id });
      const { data } = (await admin.get(contactsOf(person))).body;
      expect(data).toEqual([one.body, second]);
      const whole = (await admin.get(`/personnel/${person.id}?include=emergencyContacts,payroll`)).body;
      expect(whole).toMatchObject({ emergencyContacts: data, payroll: body, redactedFields: [] });
    });

    it('200: replaced as a whole; 422 for a patch of a part', async () => {
      const { person, first } = await damaged();
      expect((await admin.put(payrollOf(person), { payGroup: 'Monthly' })).body).toMatchObject({
        ...{ payGroup: 'Monthly', redactedFields: [] },
      });
      const at = `${contactsOf(person)}/${first.id}`;
      const patched = await admin.patch(at, { notes: 'Works at night' });
      expect([
        patched.status,
        patched.body.errors.map(({ pointer }: { pointer: string }) => pointer),
      ]).toEqual([422, ['/name', '/relationship', '/phonePrimary']]);
      const put = await admin.put(at, contact({ name: 'Sean' }));
      expect([put.status, put.body.name, put.body.redactedFields]).toEqual([200, 'Sean', []]);
    });

    it('204: deleted', async () => {
      const { person, first } = await damaged();
      expect((await admin.delete(`${contactsOf(person)}/${first.id}`)).status).toBe(204);
    });
  });

  it('503: nothing is written while the newest key of a company is lost; all else is', async () => {
    const other = await api.caller();
    const mine = await addPlace(api, other.companyId, 'Mine');
    const person = await addPerson(other, mine, sensitive);
    const key = (
      await sql(api, other.companyId, 'SELECT wrapped FROM company_keys WHERE company_id = $1', [
        admin.companyId,
      ])
    ).rows[0].wrapped;
    await sql(
      api,
      other.companyId,
      'INSERT INTO company_keys (company_id, number, wrapped) VALUES ($1, 2, $2)',
      [other.companyId, key],
    );
    const path = `/personnel/${person.id}`;
    const refused = await other.patch(path, { address: { city: 'Sligo' } });
    expect([refused.status, refused.body.code]).toEqual([503, 'unavailable']);
    expect(refused.headers.get('retry-after')).toBe('1');
    expect((await other.put(payrollOf(person), { payGroup: 'Weekly' })).status).toBe(503);
    expect((await other.patch(path, { preferredName: 'Una' })).body).toMatchObject({
      ...{ dateOfBirth: '1980-04-05', preferredName: 'Una', redactedFields: [] },
    });
    await sql(
      api,
      other.companyId,
      'UPDATE personnel SET sex_sealed = int4send(2) || substring(sex_sealed FROM 5)',
      [],
    );
    const { status, body } = await other.get(path);
    expect([status, body.sex, body.redactedFields]).toEqual([200, null, ['/sex']]);
  });

  it('are changed by their members alone, each named and none told', async () => {
    const person = await addPerson(admin, quarry, sensitive);
    const { body } = await admin.patch(`/personnel/${person.id}`, { address: { city: 'Sligo' } });
    expect(body).toMatchObject({ dateOfBirth: '1980-04-05', address: { city: 'Sligo' } });
    const { data } = (await admin.get(`/personnel/${person.id}/audit`)).body;
    expect(data[0].members).toEqual([{ member: 'address', from: null, to: null, redacted: true }]);
  });

  it('are read with a record of who read which, never without', async () => {
    const person = await addPerson(admin, quarry, { dateOfBirth: '1980-04-05' });
    const hr = await colleague(builtInRoles.admin);
    await hr.get(`/personnel/${person.id}`);
    await hr.get(`/personnel?ids=${person.id}`);
    await hr.get(`/personnel?ids=${person.id}&fields=lastName`);
    await (await colleague(withoutSensitive)).get(`/personnel/${person.id}`);
    await admin.post(contactsOf(person), contact());
    await hr.get(contactsOf(person));
    expect(await readsOf(person)).toEqual([
      [admin.userId, ['dateOfBirth']],
      [hr.userId, ['dateOfBirth']],
      [hr.userId, ['dateOfBirth']],
      [admin.userId, ['emergencyContacts']],
      [hr.userId, ['emergencyContacts']],
    ]);
    for (const statement of ['UPDATE sensitive_reads SET user_id = NULL', 'DELETE FROM sensitive_reads'])
      await expect(sql(api, admin.companyId, statement, [])).rejects.toThrow('never changed');
  });

  it.each([
    ['number', '1'],
    ['read_at', "now() - interval '1 hour'"],
  ])('takes %s from PostgreSQL alone, never from the service', async (column, value) => {
    const statement = `INSERT INTO sensitive_reads (company_id, personnel_id, members, ${column})
      OVERRIDING SYSTEM VALUE VALUES ($1, gen_random_uuid(), '{dateOfBirth}', ${value})`;
    const attempt = sql(api, admin.companyId, statement, [admin.companyId]);
    await expect(attempt).rejects.toThrow('permission denied for table sensitive_reads');
  });
});

describe('GET /personnel/{id}/audit?kind=reads', () => {
  const reads = (caller: TestCaller, person: { id: string }, query = '') =>
    caller.get(`/personnel/${person.id}/audit?kind=reads${query}`);

  it('200: who read which members and when, the newest first, and no value', async () => {
    const person = await addPerson(admin, quarry, { dateOfBirth: '1980-04-05', address: { city: 'Galway' } });
    const hr = await colleague(builtInRoles.admin);
    const shown = await hr.get(`/personnel/${person.id}`);
    await admin.put(payrollOf(person), { payGroup: 'Weekly' });
    const { status, body } = await reads(hr, person);
    expect(status).toBe(200);
    const entry = (userId: string, members: string[]) =>
      expect.objectContaining({
        version: null,
        operation: 'read',
        actor: 'user',
        changedByUserId: userId,
        changedAt: expect.stringMatching(/Z$/),
        members: members.map((member) => ({ member, from: null, to: null, redacted: true })),
      });
    expect(body.data).toEqual([
      entry(admin.userId, ['payroll']),
      entry(hr.userId, ['dateOfBirth', 'address']),
      entry(admin.userId, ['dateOfBirth', 'address']),
    ]);
    expect(body.data[1].requestId).toBe(shown.headers.get('x-request-id'));
    expect(JSON.stringify(body)).not.toMatch(/1980|Galway|Weekly/);
    const first = (await reads(hr, person, '&limit=2')).body;
    const rest = (await reads(hr, person, `&limit=2&cursor=${first.page.nextCursor}`)).body;
    expect([...first.data, ...rest.data]).toEqual(body.data);
    expect(rest.page).toEqual({ limit: 2, hasMore: false, nextCursor: null });
  });

  it('200: each once and in order where their numbers get another digit', async () => {
    const person = await addPerson(admin, quarry, { dateOfBirth: '1980-04-05' });
    await api.database.transaction('owner', async (client) => {
      await client.query("SELECT setval(pg_get_serial_sequence('sensitive_reads', 'number'), 9995)");
    });
    for (let read = 0; read < 8; read++) await admin.get(`/personnel/${person.id}`);
    const all = (await reads(admin, person)).body.data;
    const times = all.map(({ changedAt }: { changedAt: string }) => changedAt);
    expect(all).toHaveLength(9);
    expect(times).toEqual(times.toSorted().reverse());
    const walked = [];
    for (let cursor = ''; walked.length < 20; ) {
      const { data, page } = (await reads(admin, person, `&limit=2${cursor}`)).body;
      walked.push(...data);
      if (!page.hasMore) break;
      cursor = `&cursor=${page.nextCursor}`;
    }
    expect(walked).toEqual(all);
  });

  it('403 without personnel.sensitive at the place, 404 out of reach, 400 for another kind', async () => {
    const person = await addPerson(admin, depot);
    const refused = await reads(await colleague(withoutSensitive), person);
    expect([refused.status, refused.body.requiredPermission]).toEqual([403, 'personnel.sensitive']);
    const local = await colleague([]);
    await setRoles(api, local.userId, admin.companyId, [
      { permissions: ['personnel.read'] },
      { permissions: ['personnel.sensitive'], orgStructureIds: [quarry.id] },
    ]);
    expect((await reads(local, person)).status).toBe(403);
    expect((await reads(local, await addPerson(admin, quarry))).status).toBe(200);
    expect((await reads(await api.caller(), person)).status).toBe(404);
    expect((await admin.get(`/personnel/${person.id}/audit?kind=all`)).status).toBe(400);
    const { page } = (await admin.get(`/personnel/${person.id}/audit?limit=2`)).body;
    expect(page.hasMore).toBe(false);
  });
});
