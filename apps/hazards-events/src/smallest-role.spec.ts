import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Answer, TestApi, TestCaller } from '@safety/testing';
import { type EventScene, eventScene } from './testing/event-scene.js';
import { type HazardScene, hazardScene, idsIn, outcome } from './testing/hazard-scene.js';
import { addPerson, assessed, eventAt, hazardAt, startHazardsEvents } from './testing/hazards-under-test.js';

let api: TestApi;
let hazards: HazardScene;
let events: EventScene;
/** Employees: they report, and read what is approved. */
let author: TestCaller;
let colleague: TestCaller;

beforeAll(async () => {
  api = await startHazardsEvents();
  hazards = await hazardScene(api);
  events = await eventScene(api);
  author = hazards.author;
  colleague = await hazards.member({ role: 'employee' });
});

afterAll(() => api.close());

const denied = { status: 403, code: 'permission-denied' };

describe('an employee cannot decide', () => {
  it('201: members that only answers have are ignored, and no suggestion is accepted', async () => {
    const personId = await addPerson(api, author.companyId, { userId: author.userId });
    const forged = {
      status: 'approved',
      requireApproval: false,
      approvedAt: '2020-01-01T00:00:00Z',
      approvedByUserId: hazards.approver.userId,
      createdByUserId: hazards.approver.userId,
      version: 7,
      reference: 'HAZ-1',
      archived: true,
      actions: [{ id: randomUUID() }],
      suggestedActions: [
        {
          description: 'A guard.',
          disposition: 'accepted',
          actionId: randomUUID(),
          suggestedByUserId: hazards.approver.userId,
          suggestedAssigneePersonnelId: personId,
          suggestedDueDate: '2030-01-01',
        },
      ],
      approval: { step: 'submit', state: 'approved', mode: 'none', decisions: [{ decision: 'approve' }] },
    };
    const { status, body } = await author.post('/hazards/approval', hazards.body(forged));
    expect(status).toBe(201);
    expect(body).toMatchObject({
      status: 'pendingApproval',
      approvedAt: null,
      approvedByUserId: null,
      createdByUserId: author.userId,
      version: 1,
      archived: false,
      actions: [],
      suggestedActions: [{ disposition: 'pending', actionId: null, suggestedByUserId: author.userId }],
      approval: { state: 'pending', mode: 'queue', decisions: [] },
    });
    expect(body.reference).not.toBe('HAZ-1');
    expect((await hazards.admin.get(`/hazards/${body.id}`)).status).toBe(404);
  });

  it.each(['approve', 'reject', 'requestChanges'])(
    '403 not-an-approver: %s of an own hazard',
    async (step) => {
      const { id } = await hazards.submit();
      expect(outcome(await hazards.decide(id, step, {}, author))).toEqual({
        status: 403,
        code: 'not-an-approver',
      });
    },
  );

  it.each(['approve', 'reject', 'requestChanges'])(
    '403 not-an-approver: %s of an own event',
    async (step) => {
      const { id } = await events.added();
      expect(outcome(await events.step(id, step, events.author))).toEqual({
        status: 403,
        code: 'not-an-approver',
      });
    },
  );

  it('422: nobody names themselves as their approver', async () => {
    const approval = { approverUserIds: [author.userId] };
    const { status, body } = await author.post('/hazards/approval', hazards.body({ approval }));
    expect({ status, code: body.errors[0].code }).toEqual({ status: 422, code: 'not-allowed' });
  });

  const writes: [string, (id: string, actionId: string) => Promise<Answer>][] = [
    ['POST /hazards', () => author.post('/hazards', hazards.body())],
    ['PUT /hazards', (id) => author.put('/hazards', { id, ...hazards.body() })],
    ['PATCH /hazards/{id}', (id) => author.patch(`/hazards/${id}`, { title: 'Mine' })],
    [
      'PUT /hazards/{id}/requireapproval',
      (id) => author.put(`/hazards/${id}/requireapproval`, hazards.body()),
    ],
    [
      'POST /hazards/{id}/transitions',
      (id) => author.post(`/hazards/${id}/transitions`, { transition: 'close', closureReason: 'eliminated' }),
    ],
    ['DELETE /hazards/{id}', (id) => author.delete(`/hazards/${id}`)],
    ['PUT /hazards/{id}/restore', (id) => author.put(`/hazards/${id}/restore`)],
    ['POST /actions', () => author.post('/actions', {})],
    ['PUT /actions/{id}', (_, id) => author.put(`/actions/${id}`, {})],
    ['DELETE /actions/{id}', (_, id) => author.delete(`/actions/${id}`)],
    ['cancel', (_, id) => author.post(`/actions/${id}/transitions`, { transition: 'cancel', comment: 'x' })],
    [
      'complete',
      (_, id) => author.post(`/actions/${id}/transitions`, { transition: 'complete', comment: 'x' }),
    ],
  ];

  it.each(writes)(
    '403: %s of an own hazard that is approved, and of an action of others',
    async (_, write) => {
      const { id } = await hazards.approved();
      const action = await hazards.admin.post('/actions', {
        title: 'A guard',
        actionType: 'corrective',
        sourceType: 'hazard',
        sourceId: id,
        assigneeUserId: hazards.approver.userId,
        dueDate: '2030-01-01',
      });
      const before = (await hazards.admin.get(`/hazards/${id}/approvalData`)).body;
      expect(outcome(await write(id, action.body.id))).toEqual(denied);
      expect((await hazards.admin.get(`/hazards/${id}/approvalData`)).body).toEqual(before);
    },
  );
});

describe('an employee learns nothing of what waits', () => {
  const lists = ['/hazards', '/hazards/includerequireapproval', '/hazards/approvalData'];

  it('404, and no list, filter or search: a hazard of a colleague', async () => {
    const { id, version } = await hazards.submit({ title: 'Hidden until approved', tags: ['hidden-tag'] });
    for (const path of ['', '/approvalData', '/audit'])
      expect(outcome(await colleague.get(`/hazards/${id}${path}`))).toEqual({
        status: 404,
        code: 'not-found',
      });
    const approval = { step: 'withdraw' };
    expect((await colleague.put('/hazards/approval', { id, version, approval })).status).toBe(404);
    expect((await colleague.put(`/hazards/${id}/requireapproval`, hazards.body())).status).toBe(404);
    for (const list of lists)
      for (const query of [`ids=${id}`, 'q=Hidden until', 'tag=hidden-tag', 'includeArchived=only']) {
        const { body } = await colleague.get(`${list}?${query}&includeTotal=true`);
        expect({ ids: body.data, total: body.page.totalCount }).toEqual({ ids: [], total: 0 });
      }
  });

  it('200 by what was approved alone: a revision moves no filter, search, order or version', async () => {
    const place = hazards.place;
    const { id } = await hazards.approved({ title: 'Settled words', tags: ['settled'] });
    const before = (await colleague.get(`/hazards/${id}`)).body;
    await hazards.approver.put(
      `/hazards/${id}/requireapproval`,
      hazardAt(place, {
        ...assessed,
        title: 'Proposed words',
        tags: ['proposed'],
        hazardType: 'biological',
        dueDate: '2031-01-01',
        identifiedAt: '2020-01-01T00:00:00Z',
        riskAssessment: { initial: { likelihood: 5, severity: 5 } },
      }),
    );
    for (const list of lists.slice(0, 2)) {
      const found = async (query: string) => idsIn(await colleague.get(`${list}?ids=${id}&${query}`));
      for (const query of [
        'q=Proposed',
        'tag=proposed',
        'hazardType=biological',
        'band=veryHigh',
        'dueFrom=2031-01-01',
        'identifiedTo=2021-01-01T00:00:00Z',
      ])
        expect([query, await found(query)]).toEqual([query, []]);
      for (const query of ['q=Settled', 'tag=settled', 'hazardType=mechanical', 'band=low'])
        expect([query, await found(query)]).toEqual([query, [id]]);
    }
    expect(idsIn(await colleague.get(`/hazards/approvalData?ids=${id}`))).toEqual([]);
    expect((await colleague.get(`/hazards/${id}`)).body).toEqual({ ...before, hasPendingRevision: true });
  });

  it.each(['approval', 'suggestedActions', 'companyId', 'creationDigest', 'decisions', 'riskScore'])(
    '400: fields=%s is no member of an approved hazard',
    async (field) => {
      for (const path of ['/hazards', '/hazards/includerequireapproval'])
        expect(outcome(await colleague.get(`${path}?fields=${field}`))).toEqual({
          status: 400,
          code: 'invalid-parameter',
        });
    },
  );

  it('404, and no list: an event of a colleague', async () => {
    const { id } = await events.added({ title: 'Hidden until approved' });
    const other = await events.member({ role: 'employee' });
    for (const path of ['', '/approvalData', '/audit'])
      expect((await other.get(`/events/${id}${path}`)).status).toBe(404);
    expect((await other.put(`/events/${id}/requireapproval`, eventAt(events.place))).status).toBe(404);
    for (const list of ['/events', '/events/includerequireapproval', '/events/approvalData'])
      expect(idsIn(await other.get(`${list}?q=Hidden until`))).toEqual([]);
  });
});
