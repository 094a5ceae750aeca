import { randomUUID } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { describeChanges } from '@safety/testing';
import { accountsUnderTest, code, told } from '../testing/accounts-under-test.js';

const api = accountsUnderTest();

describe('/company', () => {
  it('200: settings reach the membership answer and the services', async () => {
    const admin = await api().caller();
    const { body } = await admin.get('/company');
    expect(body).toMatchObject({ id: admin.companyId, name: 'Test Works', allowSelfApproval: false });
    const approvals = { allowSelfApproval: true, defaultApproverUserIds: [admin.userId] };
    const settings = { ...approvals, sessionLifetimeMinutes: 60 };
    const { status } = await admin.patch('/company', settings);
    expect(status).toBe(200);
    const headers = { authorization: `Bearer ${admin.token}` };
    const { body: memberships } = await api().send('GET', '/internal/memberships/me', { headers });
    expect(memberships.companies).toMatchObject([approvals]);
    expect((await told('company-changed.v1', admin.companyId)).at(-1)).toMatchObject({
      companyId: admin.companyId,
      payload: { ...settings, version: 2 },
    });
    expect(await told('memberships-changed.v1', admin.userId)).toHaveLength(1);
    const replaced = await admin.put('/company', { ...body, name: 'New Works' });
    expect(replaced.body).toMatchObject({ name: 'New Works', allowSelfApproval: false });
    const stale = { headers: { 'if-match': '"1"' } };
    expect(code(await admin.patch('/company', { name: 'Old' }, stale))).toBe('412 version-mismatch');
    await admin.patch('/company', { requireIfMatch: true });
    expect(code(await admin.patch('/company', { name: 'Old' }))).toBe('428 precondition-required');
  });

  it.each([
    [{ name: '' }, '/name', 'required'],
    [{ countryCode: 'XX1' }, '/countryCode', 'invalid-format'],
    [{ timeZone: '+01:00' }, '/timeZone', 'invalid-format'],
    [{ sessionLifetimeMinutes: 4 }, '/sessionLifetimeMinutes', 'out-of-range'],
    [{ sessionLifetimeMinutes: 20_161 }, '/sessionLifetimeMinutes', 'out-of-range'],
    [{ sessionLifetimeMinutes: 7.5 }, '/sessionLifetimeMinutes', 'invalid-format'],
    [{ defaultLocale: 'a_b' }, '/defaultLocale', 'invalid-format'],
    [{ riskBands: { medium: 9, high: 3, veryHigh: 4 } }, '/riskBands', 'invalid-format'],
    [{ riskBands: { foo: 4 } }, '/riskBands/foo', 'unknown-field'],
    [{ defaultApproverUserIds: [randomUUID()] }, '/defaultApproverUserIds/0', 'not-found'],
  ])('422: %j', async (changes, pointer, fault) => {
    const { status, body } = await (await api().caller()).patch('/company', changes);
    expect({ status, errors: body.errors }).toMatchObject({
      status: 422,
      errors: [{ pointer, code: fault }],
    });
  });
});

describeChanges('/company', {
  verbs: ['PUT', 'PATCH'],
  row: async (_, options) => {
    const caller = await api().caller(options);
    return { caller, at: '/company', body: (await caller.get('/company')).body };
  },
});
