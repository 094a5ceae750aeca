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

  it('do not open in another row, another member or another company', async () => {
    const [from, to] = [await addPerson(admin, quarry, sensitive), await addPerson(admin, quarry)];
    const moved = async (set: string, target: string) => {
      await sql(api, admin.companyId, `UPDATE personnel SET ${set} WHERE id = $1`, [target]);
      return (await admin.get(`/personnel/${target}`)).status;
    };
    const copy = `date_of_birth_sealed = (SELECT date_of_birth_sealed FROM personnel WHERE id = '${from.id}')`;
    expect(await moved(copy, to.id)).toBe(500);
    expect(await moved('sex_sealed = date_of_birth_sealed', from.id)).toBe(500);
    // Both companies have one key, of the same number.
    const stranger = await api.caller();
    const mine = await addPlace(api, stranger.companyId, 'Mine');
    const theirs = await addPerson(stranger, mine, { dateOfBirth: '1990-01-02' });
    const text = 'SELECT date_of_birth_sealed AS sealed FROM personnel WHERE id = $1';
    const [{ sealed }] = (await sql(api, stranger.companyId, text, [theirs.id])).rows;
    const other = await addPerson(admin, quarry);
    const place = 'UPDATE personnel SET date_of_birth_sealed = $2 WHERE id = $1';
    await sql(api, admin.companyId, place, [other.id, sealed]);
    expect((await admin.get(`/personnel/${other.id}`)).status).toBe(500);
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
    const { page } = (await admin.get(`/personnel/${person.id}/audit?limit=1`)).body;
    expect(page.hasMore).toBe(false);
  });
});
