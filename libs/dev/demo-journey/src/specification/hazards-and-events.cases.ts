import { describe, expect, it } from '@jest/globals';
import { type Integrator, idsOf, MANAGER, refusalOf } from '../testing/integrator.js';
import { eventOfManager, hazardOfManager, registerCalls } from '../testing/register-calls.js';

/** The rows of the specification on hazards and events. */
export function describeHazardsAndEvents(by: () => Integrator): void {
  const { since, get, post, put, hazard, suggested, approve, submitted } = registerCalls(by);

  describe('Hazards', () => {
    it('GET /hazards: approved hazard data only (since v1.3.0)', async () => {
      const { body } = await get('/hazards?limit=200', '1.3.0');
      expect(body.page.hasMore).toBe(false);
      const states = body.data.map((row: Record<string, unknown>) => [
        row['requireApproval'],
        row['approvedAt'] !== null,
      ]);
      expect([...new Set(states.map(String))]).toEqual(['false,true']);
    });

    it('POST /hazards: submit new hazard data without an approval process (since v1.3.0)', async () => {
      const added = await post('/hazards', await hazard(), since('1.3.0'));
      expect(added.status).toBe(201);
      expect(added.body).toMatchObject({ status: 'approved', requireApproval: false });
      expect(idsOf(await by().api(`/hazards?ids=${added.body.id}`))).toEqual([added.body.id]);
    });

    it('PUT /hazards: update hazard data without an approval process (since v1.3.0)', async () => {
      const { body: added } = await post('/hazards', await hazard());
      const updated = await put('/hazards', { ...added, title: 'Updated' }, since('1.3.0'));
      expect(updated).toMatchObject({
        status: 200,
        body: { title: 'Updated', status: 'approved', version: 2 },
      });
      expect((await by().api(`/hazards/${added.id}`)).body.title).toBe('Updated');
    });

    it('GET /hazards/approvalData: hazard data with action data (since v1.3.0)', async () => {
      const { body } = await get('/hazards/approvalData?limit=200', '1.3.0');
      for (const { approval, actions, suggestedActions } of body.data)
        expect([approval.state, Array.isArray(actions), Array.isArray(suggestedActions)]).toEqual([
          expect.any(String),
          true,
          true,
        ]);
      expect(body.data.some(({ actions }: { actions: object[] }) => actions.length > 0)).toBe(true);
    });

    it('GET /hazards/{id}/approvalData: one hazard with approval data (since v1.3.0)', async () => {
      const { id } = await submitted();
      const { status, body } = await get(`/hazards/${id}/approvalData`, '1.3.0');
      expect(status).toBe(200);
      expect(body).toMatchObject({ id, status: 'pendingApproval', approval: { state: 'pending' } });
      expect(refusalOf(await by().api(`/hazards/${id}`))).toEqual([404, 'not-found']);
    });

    it('POST /hazards/approval: submit a hazard through the approval process (since v1.3.0)', async () => {
      const added = await post('/hazards/approval', await hazard(suggested), since('1.3.0'));
      expect(added.status).toBe(201);
      expect(added.body).toMatchObject({
        status: 'pendingApproval',
        approval: { state: 'pending' },
        suggestedActions: [{ description: 'A guard.', disposition: 'pending' }],
      });
      expect(idsOf(await by().api(`/hazards?ids=${added.body.id}`))).toEqual([]);
    });

    it('PUT /hazards/approval: update a hazard through the approval process (since v1.3.0)', async () => {
      const { id } = await submitted();
      const edited = await put(
        '/hazards/approval',
        { id, ...(await hazardOfManager(by(), { title: 'Edited' })) },
        since('1.3.0'),
      );
      expect(edited.body).toMatchObject({ title: 'Edited', status: 'pendingApproval' });
      expect((await approve(id)).body).toMatchObject({ status: 'approved', approval: { state: 'approved' } });
      expect(idsOf(await by().api(`/hazards?ids=${id}`))).toEqual([id]);
    });

    it('GET /hazards/includerequireapproval (since v1.3.1)', async () => {
      const { body } = await get('/hazards/includerequireapproval?limit=200', '1.3.1');
      const flags = body.data.map((row: { requireApproval: boolean }) => row.requireApproval);
      expect([...new Set(flags)].sort()).toEqual([false, true]);
    });

    it('POST /hazards/requireapproval (since v1.3.1)', async () => {
      const added = await post('/hazards/requireapproval', await hazard(), since('1.3.1'));
      expect(added).toMatchObject({
        status: 201,
        body: { requireApproval: true, status: 'pendingApproval' },
      });
      const flagged = `/hazards/includerequireapproval?requireApproval=true&ids=${added.body.id}`;
      expect(idsOf(await by().api(flagged))).toEqual([added.body.id]);
    });

    it('PUT /hazards/{id}/requireapproval (since v1.3.1)', async () => {
      const { body: approved } = await post('/hazards', await hazard({ title: 'As approved' }));
      const path = `/hazards/${approved.id}/requireapproval`;
      const flagged = await put(path, { ...approved, title: 'As revised' }, since('1.3.1'));
      expect(flagged.body).toMatchObject({ title: 'As revised', requireApproval: true });
      expect((await by().api(`/hazards/${approved.id}`)).body).toMatchObject({
        title: 'As approved',
        hasPendingRevision: true,
      });
    });
  });

  describe('Events', () => {
    const event = async (changes: object = {}) => ({
      ...eventOfManager(),
      ...changes,
    });
    const flaggedEvent = async (changes: object = {}) =>
      (await post('/events/requireapproval', await event(changes), since('1.3.1'))).body;
    const open = async (changes: object = {}) => {
      const { id } = await flaggedEvent(changes);
      const { access_token: token } = await by().tokensOf(MANAGER);
      return (await post(`/events/${id}/transitions`, { transition: 'approve' }, { token })).body;
    };

    it.each(['POST', 'PUT'])('Read-only safety event records: 405 for %s /events', async (method) => {
      const refused = await by().api('/events', { method, body: {} });
      expect(refusalOf(refused)).toEqual([405, 'method-not-allowed']);
      expect(refused.headers.get('allow')).toContain('GET');
    });

    it('GET /events/approvalData: response contains the action field (since v1.3.0)', async () => {
      const { body } = await get('/events/approvalData?limit=200', '1.3.0');
      for (const { action } of body.data)
        expect(action).toMatchObject({ total: expect.any(Number), items: expect.any(Array) });
    });

    it('GET /events/includerequireapproval (since v1.3.1)', async () => {
      const { id } = await flaggedEvent();
      const { body } = await get('/events/includerequireapproval?limit=200', '1.3.1');
      const flags = body.data.map((row: { requireApproval: boolean }) => row.requireApproval);
      expect([...new Set(flags)].sort()).toEqual([false, true]);
      expect(idsOf(await by().api(`/events?ids=${id}`))).toEqual([]);
    });

    it('POST /events/requireapproval (since v1.3.1)', async () => {
      const { id, status, requireApproval } = await flaggedEvent();
      expect([status, requireApproval]).toEqual(['pendingApproval', true]);
      expect((await by().api(`/events/${id}/approvalData`)).body.approval.state).toBe('pending');
    });

    it('PUT /events/{id}/requireapproval (since v1.3.1)', async () => {
      const approved = await open({ title: 'As approved' });
      expect(approved.status).toBe('open');
      const path = `/events/${approved.id}/requireapproval`;
      const flagged = await put(path, { ...approved, title: 'As revised' }, since('1.3.1'));
      expect(flagged.body).toMatchObject({ title: 'As revised', requireApproval: true });
      expect((await by().api(`/events/${approved.id}`)).body.title).toBe('As approved');
    });

    it.each([
      [
        'supervisorPersonnelId replaces supervisorEmployeeId',
        'supervisorPersonnelId',
        'supervisorEmployeeId',
      ],
      [
        'reportedByPersonnelId replaces reportedByEmployeeId',
        'reportedByPersonnelId',
        'reportedByEmployeeId',
      ],
    ])('Event %s', async (_, field, former) => {
      const [personnelId] = idsOf(await by().api('/personnel?limit=1'));
      expect((await flaggedEvent({ [field]: personnelId }))[field]).toBe(personnelId);
      const refused = await post('/events/requireapproval', await event({ [former]: personnelId }));
      expect(refusalOf(refused)).toEqual([422, 'unknown-field']);
    });

    it('EventGroup personInjuredPersonnelId replaces personInjuredEmployeeId', async () => {
      const [personnelId] = idsOf(await by().api('/personnel?limit=1'));
      const group = (field: string) => ({ eventGroups: [{ groupType: 'injury', [field]: personnelId }] });
      const { eventGroups } = await flaggedEvent(group('personInjuredPersonnelId'));
      expect(eventGroups[0].personInjuredPersonnelId).toBe(personnelId);
      const refused = await post('/events/requireapproval', await event(group('personInjuredEmployeeId')));
      expect(refused.status).toBe(422);
    });

    it('Event (approval data) action: added to the response of GET /events/approvalData', async () => {
      const { id } = await open();
      const action = { title: 'A guard', actionType: 'corrective', sourceType: 'event', sourceId: id };
      const [assigneePersonnelId] = idsOf(await by().api('/personnel?limit=1'));
      const added = await post('/actions', { ...action, assigneePersonnelId, dueDate: '2030-01-01' });
      const { body } = await by().api(`/events/approvalData?ids=${id}`);
      expect(body.data[0].action).toMatchObject({ total: 1, open: 1, items: [{ id: added.body.id }] });
    });
  });
}
