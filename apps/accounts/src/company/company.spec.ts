import { randomUUID } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import type { Permission } from '@safety/contracts';
import { describeChanges, type TestCaller } from '@safety/testing';
import {
  accountsUnderTest,
  code,
  invited,
  messagesAbout,
  placeAt,
  roleOf,
} from '../testing/accounts-under-test.js';

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
    expect((await messagesAbout('company-changed.v1', admin.companyId)).at(-1)).toMatchObject({
      companyId: admin.companyId,
      payload: { ...settings, version: 2 },
    });
    expect(await messagesAbout('memberships-changed.v1', admin.userId)).toHaveLength(1);
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
    // Node.js knows it, and PostgreSQL does not.
    [{ timeZone: 'Canada/East-Saskatchewan' }, '/timeZone', 'invalid-format'],
    // PostgreSQL has no summer time for it.
    [{ timeZone: 'CET' }, '/timeZone', 'invalid-format'],
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

  it('403 permission-denied: a default approver named by somebody who may not approve everywhere', async () => {
    const admin = await api().caller();
    const { companyId } = admin;
    const place = await placeAt(admin);
    const keeperOf = (permissions: Permission[]) => api().caller({ companyId, permissions });
    const keepers: [TestCaller, string][] = [
      [await keeperOf(['company.manage']), 'hazards.approve'],
      [await keeperOf(['company.manage', 'events.approve']), 'hazards.approve'],
      [await keeperOf(['company.manage', 'hazards.approve']), 'events.approve'],
    ];
    const [[settings]] = keepers as [[TestCaller, string]];
    const roleId = await roleOf(admin, ['hazards.approve', 'events.approve']);
    const local = { userId: settings.userId, roleId, orgStructureRelationshipIds: [place] };
    expect((await admin.post('/roleassignments', local)).status).toBe(201);
    for (const [keeper, requiredPermission] of keepers)
      for (const named of [keeper.userId, admin.userId])
        for (const verb of ['patch', 'put'] as const) {
          const defaults = (await keeper.get('/company')).body;
          const body = { ...(verb === 'put' && defaults), defaultApproverUserIds: [named] };
          const answer = await keeper[verb]('/company', body);
          expect([code(answer), answer.body]).toEqual([
            '403 permission-denied',
            expect.objectContaining({ requiredPermission }),
          ]);
        }
    const ids = [admin.userId, settings.userId];
    const named = (caller: TestCaller, defaultApproverUserIds: string[]) =>
      caller.patch('/company', { defaultApproverUserIds });
    expect((await named(admin, ids)).status).toBe(200);
    // Approvers who are named stay, in another order too, and go.
    expect((await named(settings, ids.toReversed())).status).toBe(200);
    expect((await settings.patch('/company', { name: 'New Works' })).status).toBe(200);
    expect((await named(settings, [admin.userId])).status).toBe(200);
    expect(code(await named(settings, ids))).toBe('403 permission-denied');
  });
});

describe('a default approver who leaves', () => {
  it.each<
    [string, (admin: TestCaller, user: { id: string; assignments: { id: string }[] }) => Promise<unknown>]
  >([
    ['DELETE /users/{id}', (admin, { id }) => admin.delete(`/users/${id}`)],
    [
      'DELETE /roleassignments/{id} of the last role',
      (admin, { assignments: [held] }) => admin.delete(`/roleassignments/${held?.id}`),
    ],
  ])(
    '204 %s: the seat ends for the company and the services, and no invitation brings it back',
    async (_, leave) => {
      const admin = await api().caller();
      const user = await invited(admin);
      const named = [user.id, admin.userId];
      const { body: before } = await admin.patch('/company', { defaultApproverUserIds: named });
      expect(before.defaultApproverUserIds).toEqual(named);
      await leave(admin, user);
      await invited(admin, { email: user.email });
      const { body } = await admin.get('/company');
      expect([body.version, body.defaultApproverUserIds]).toEqual([before.version + 1, [admin.userId]]);
      const { data } = (await admin.get(`/audit?resource=companies`)).body;
      expect(data[0].members).toMatchObject([{ member: 'defaultApproverUserIds', to: [admin.userId] }]);
      expect((await messagesAbout('company-changed.v1', admin.companyId)).at(-1).payload).toMatchObject({
        version: before.version + 1,
        defaultApproverUserIds: [admin.userId],
      });
      // Once for the setting, once for the end of the seat.
      expect(await messagesAbout('memberships-changed.v1', admin.userId)).toHaveLength(2);
    },
  );
});

describeChanges('/company', {
  verbs: ['PUT', 'PATCH'],
  row: async (_, options) => {
    const caller = await api().caller(options);
    return { caller, at: '/company', body: (await caller.get('/company')).body };
  },
});
