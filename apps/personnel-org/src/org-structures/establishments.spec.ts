import { randomUUID } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { builtInRoles } from '@safety/contracts';
import type { TestCaller } from '@safety/testing';
import { addItem, establishment, placed } from '../testing/org-structures.js';
import { firstError, startCompany } from '../testing/scene.js';

const { api, admin } = await startCompany();

const at = (place: { id: string }) => `/orgstructures/${place.id}`;
const read = async (place: { id: string }, caller = admin) => (await caller.get(at(place))).body;

describe('establishment', () => {
  it.each([
    ['no legal name', { legalName: undefined }, '/establishment/legalName', 'required'],
    ['a post office box', { streetAddress: 'P.O. Box 12' }, '/establishment/streetAddress', 'invalid-format'],
    ['an EIN of 8 digits', { ein: '12345678' }, '/establishment/ein', 'invalid-format'],
    ['a NAICS code of 5 digits', { naicsCode: '21231' }, '/establishment/naicsCode', 'invalid-format'],
    ['a state by its name', { state: 'Idaho' }, '/establishment/state', 'invalid-format'],
    ['a zip of 6 digits', { zip: '837021' }, '/establishment/zip', 'invalid-format'],
    ['an unknown type', { establishmentType: 'royal' }, '/establishment/establishmentType', 'invalid-enum'],
    [
      'a year twice',
      {
        years: [2025, 2025].map((year) => ({
          year,
          annualAverageEmployees: 1,
          peakEmployees: 1,
          totalHoursWorked: 1,
        })),
      },
      '/establishment/years',
      'duplicate',
    ],
  ])('422: %s', async (_, changes, pointer, code) => {
    const { id: itemId } = await addItem(admin, { type: 'site' });
    const body = { itemId, establishment: establishment(changes) };
    expect(firstError(await admin.post('/orgstructures', body))).toEqual([422, pointer, code]);
  });

  it('200: written, read and patched', async () => {
    const place = await placed(admin, randomUUID(), null, {
      establishment: establishment({ ein: '123456789' }),
    });
    expect(place.establishment).toMatchObject({ ein: '123456789', companyName: null });
    const { body } = await admin.patch(at(place), { establishment: { ein: null, years: [] } });
    expect(body.establishment).toMatchObject({ ein: null, years: [], city: 'Boise' });
  });

  it('409 duplicate: a legal name in use, whatever its case; in another company it is free', async () => {
    const taken = establishment();
    const first = await placed(admin, randomUUID(), null, { establishment: taken });
    const { id: itemId } = await addItem(admin, { type: 'site' });
    const again = { itemId, establishment: { ...taken, legalName: taken.legalName.toUpperCase() } };
    const answer = await admin.post('/orgstructures', again);
    expect([...firstError(answer), answer.body.conflictingId]).toEqual([
      409,
      '/establishment/legalName',
      'duplicate',
      first.id,
    ]);
    expect((await admin.put(at(first), first)).status).toBe(200);
    await admin.delete(at(first));
    const archived = await admin.post('/orgstructures', again);
    expect(archived.body).toMatchObject({
      conflictingId: first.id,
      detail: expect.stringContaining('restore it'),
    });
    expect((await placed(await api.caller(), 'Mine', null, { establishment: taken })).version).toBe(1);
  });
});

describe('establishment of an org structure that the caller may not write', () => {
  it('409 duplicate: its legal name, and the org structure is not named', async () => {
    const [mine, other] = [await placed(admin, randomUUID()), await placed(admin, randomUUID())];
    const taken = establishment();
    await admin.patch(at(other), { establishment: taken });
    const { companyId } = admin;
    const local = await api.caller({
      companyId,
      permissions: builtInRoles.admin,
      orgStructureIds: [mine.id],
    });
    const writer = await api.caller({ companyId, permissions: ['orgstructures.write'] });
    const answerTo = async (caller: TestCaller) => {
      const answer = await caller.patch(at(mine), { establishment: taken });
      return [...firstError(answer), answer.body.conflictingId, answer.body.detail];
    };
    const refused = [409, '/establishment/legalName', 'duplicate'];
    const detail = 'Another org structure has the same legal name.';
    expect(await answerTo(admin)).toEqual([...refused, other.id, detail]);
    for (const isArchived of [false, true]) {
      if (isArchived) await admin.delete(at(other));
      for (const caller of [local, writer])
        expect(await answerTo(caller)).toEqual([...refused, null, detail]);
    }
  });

  it('null and named in redactedFields, in lists and the audit too', async () => {
    const [mine, other] = [await placed(admin, randomUUID()), await placed(admin, randomUUID())];
    for (const place of [mine, other]) await admin.patch(at(place), { establishment: establishment() });
    const { companyId } = admin;
    const permissions = builtInRoles.admin;
    const local = await api.caller({ companyId, permissions, orgStructureIds: [mine.id] });
    const employee = await api.caller({ companyId, role: 'employee' });
    const withheld = { establishment: null, redactedFields: ['/establishment'] };
    expect(await read(mine, local)).toMatchObject({ establishment: { state: 'ID' }, redactedFields: [] });
    for (const [caller, place] of [
      [local, other],
      [employee, mine],
    ] as const) {
      expect(await read(place, caller)).toMatchObject(withheld);
      const { data } = (await caller.get(`/orgstructures?ids=${place.id}`)).body;
      expect(data).toMatchObject([withheld]);
      const audit = (await caller.get(`${at(place)}/audit`)).body.data;
      expect(audit[0].members).toContainEqual({
        member: 'establishment',
        from: null,
        to: null,
        redacted: true,
      });
    }
    const { data } = (await local.get(`${at(mine)}/audit`)).body;
    expect(data[0].members).toContainEqual(
      expect.objectContaining({ member: 'establishment', redacted: false }),
    );
  });
});
