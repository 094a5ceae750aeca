import { describe, expect, it } from '@jest/globals';
import { type Integrator, idsOf, refusalOf } from '../testing/integrator.js';
import { hazardOfManager, northQuarry, registerCalls } from '../testing/register-calls.js';

/** The changes of hazards from v1.2 to v1.3.0. */
export function describeHazardVersions(by: () => Integrator): void {
  const { since, get, post, put, hazard, suggested, approve, submitted } = registerCalls(by);

  describe('Version v1.3.0 (from v1.2) has breaking changes on hazards', () => {
    it('The previous GET /hazards behaviour moved to GET /hazards/approvaldata', async () => {
      const { id } = await submitted();
      const before = (await get(`/hazards?ids=${id}`, '1.2')).body.data;
      const { data } = (await get(`/hazards/approvaldata?ids=${id}`, '1.3.0')).body;
      expect(before).toMatchObject([{ id, approval: data[0].approval }]);
      expect(idsOf(await get(`/hazards?ids=${id}`, '1.3.0'))).toEqual([]);
    });

    it('GET /hazards/{id} moved to GET /hazards/{id}/approvalData', async () => {
      const { id } = await submitted();
      const before = await get(`/hazards/${id}`, '1.2');
      expect(before.body.approval).toEqual((await by().api(`/hazards/${id}/approvalData`)).body.approval);
      expect(before.headers.get('deprecation')).toMatch(/^@\d+$/);
      expect(before.headers.get('sunset')).not.toBeNull();
      expect(before.headers.get('link')).toContain('approvalData>; rel="successor-version"');
    });

    it('In approval data, actions now holds actual action data and suggestedActions holds suggested actions', async () => {
      const [suggestedAssigneePersonnelId] = idsOf(
        await by().api(`/personnel?limit=1&orgStructureId=${northQuarry}`),
      );
      const { id, suggestedActions } = await submitted(suggested);
      const decided = { id: suggestedActions[0].id, disposition: 'accepted', suggestedDueDate: '2030-01-01' };
      const { body } = await approve(id, {
        suggestedActions: [{ ...decided, suggestedAssigneePersonnelId }],
      });
      expect(body).toMatchObject({
        actions: [{ id: body.suggestedActions[0].actionId, sourceId: id, status: 'open' }],
        suggestedActions: [{ disposition: 'accepted' }],
      });
      expect((await get(`/hazards/${id}`, '1.2')).body.actions).toEqual(body.suggestedActions);
    });

    it('The previous POST /hazards behaviour moved to POST /hazards/approval', async () => {
      const actions = [{ description: 'A guard.' }];
      const before = await post('/hazards', await hazard({ actions }), since('1.2'));
      expect(before.body).toMatchObject({
        status: 'pendingApproval',
        actions,
        approval: { state: 'pending' },
      });
      expect((await post('/hazards', await hazard(), since('1.3.0'))).body.status).toBe('approved');
    });

    it('The previous PUT /hazards behaviour moved to PUT /hazards/approval', async () => {
      const { id } = await submitted();
      const changed = { id, ...(await hazardOfManager(by(), { title: 'Edited' })) };
      const before = await put('/hazards', changed, since('1.2'));
      expect(before.body).toMatchObject({ title: 'Edited', approval: { state: 'pending' } });
      expect(refusalOf(await put('/hazards', changed, since('1.3.0')))).toEqual([409, 'invalid-state']);
    });
  });
}
