import { describe, expect, it } from '@jest/globals';
import { type Integrator, idsOf, MANAGER, refusalOf } from '../testing/integrator.js';
import { eventOfManager, registerCalls } from '../testing/register-calls.js';

/** The rows of the specification on events. */
export function describeEvents(by: () => Integrator): void {
  const { since, get, post, put } = registerCalls(by);

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
