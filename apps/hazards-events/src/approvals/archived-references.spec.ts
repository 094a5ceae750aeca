import { expect, it } from '@jest/globals';
import { eventScene } from '../testing/event-scene.js';
import { hazardScene, only } from '../testing/hazard-scene.js';
import { addPerson, addPlace, eventAt, select, startForSpec } from '../testing/hazards-under-test.js';
import { putRevision } from '../testing/put-revision.js';

const api = await startForSpec();
const hazards = await hazardScene(api);
const events = await eventScene(api);

it.each([
  { path: 'hazards', scene: hazards, approved: hazards.approved, body: hazards.body },
  {
    path: 'events',
    scene: events,
    approved: events.approved,
    body: (changes: object) => eventAt(events.place, changes),
  },
])(
  '200: $path as they were approved, sent back while a revision waits, with what is archived',
  async (register) => {
    const { path, scene, approved, body } = register;
    const { companyId } = scene.admin;
    const from = await addPlace(api, companyId);
    const reportedByPersonnelId = await addPerson(api, companyId, { userId: scene.author.userId });
    const { id } = await approved({ orgStructureId: from.id, reportedByPersonnelId });
    const revise = (content: object) =>
      putRevision(api, scene.approver, `/${path}/${id}/requireapproval`, content);
    only(await revise(body({ reportedByPersonnelId: null })), 200);
    await select(api, companyId, 'UPDATE personnel SET archived = true WHERE id = $1', [
      reportedByPersonnelId,
    ]);
    await select(api, companyId, 'UPDATE org_structures SET archived = true WHERE id = $1', [from.id]);
    const asApproved = only(await scene.approver.get(`/${path}/${id}`), 200);
    expect(asApproved).toMatchObject({ orgStructureId: from.id, reportedByPersonnelId });
    expect(only(await revise(asApproved), 200)).toMatchObject({
      orgStructureId: from.id,
      reportedByPersonnelId,
      status: 'pendingApproval',
    });
  },
);
