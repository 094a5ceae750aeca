import { describe, expect, it } from '@jest/globals';
import { type Integrator, idsOf, refusalOf } from '../testing/integrator.js';
import { hazardOfManager, registerCalls } from '../testing/register-calls.js';

/** The rows of the specification on hazards. */
export function describeHazards(by: () => Integrator): void {
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
}
