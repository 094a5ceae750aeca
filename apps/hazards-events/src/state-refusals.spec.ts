import { type CallerOptions, describeStateRefusals } from '@safety/testing';
import { startActionScene } from './testing/action-scene.js';
import { eventScene } from './testing/event-scene.js';
import { hazardScene, only } from './testing/hazard-scene.js';
import { addMember, eventAt } from './testing/hazards-under-test.js';

const { api, admin, added, step } = await startActionScene();
const [hazards, events] = [await hazardScene(api), await eventScene(api)];

const comment = 'As agreed.';
const close = { transition: 'close', closureReason: 'eliminated' };
const closeHazard = async (id: string) =>
  only(await hazards.admin.post(`/hazards/${id}/transitions`, close), 200);

const waitingHazard = async (options: CallerOptions) => {
  const { id } = await hazards.submit();
  return { caller: await hazards.member(options), at: `/hazards/${id}`, body: hazards.body(), id };
};

describeStateRefusals('/hazards', [
  [
    'PUT',
    'waits for approval',
    async (options) => {
      const { caller, id, body } = await waitingHazard(options);
      return { caller, at: '/hazards', body: { ...body, id } };
    },
  ],
  [
    'PUT /approval',
    'is approved',
    async (options) => {
      const { id } = await hazards.approved();
      const body = { id, approval: { step: 'approve', comment } };
      return { caller: await hazards.member(options), at: '/hazards', body };
    },
  ],
]);

describeStateRefusals('/hazards/{id}', [
  ['PATCH', 'waits for approval', waitingHazard],
  [
    'DELETE',
    'waits for approval',
    async (options) => ({ ...(await waitingHazard(options)), body: undefined }),
  ],
  [
    'POST /transitions',
    'waits for approval',
    async (options) => ({ ...(await waitingHazard(options)), body: close }),
  ],
  [
    'PUT /requireapproval',
    'is closed',
    async (options) => {
      const { id } = await hazards.approved();
      await closeHazard(id);
      return { caller: await hazards.member(options), at: `/hazards/${id}`, body: hazards.body() };
    },
  ],
]);

const waitingEvent = async (options: CallerOptions) => ({
  caller: await events.member(options),
  at: `/events/${(await events.added()).id}`,
});

describeStateRefusals('/events/{id}', [
  ['DELETE', 'waits for approval', waitingEvent],
  [
    'POST /transitions',
    'waits for approval',
    async (options) => ({ ...(await waitingEvent(options)), body: { transition: 'close', comment } }),
  ],
  [
    'PUT /requireapproval',
    'is closed',
    async (options) => {
      const { id } = await events.approved({
        eventType: 'nearMiss',
        eventGroups: [{ groupType: 'nearMiss' }],
      });
      only(await events.step(id, 'close'), 200);
      return { caller: await events.member(options), at: `/events/${id}`, body: eventAt(events.place) };
    },
  ],
]);

const by = (options: CallerOptions) => addMember(api, admin.companyId, options);

const cancelled = async (options: CallerOptions) => {
  const row = await added();
  only(await step(row.id, 'cancel', { comment }), 200);
  return { caller: await by(options), at: `/actions/${row.id}`, body: row };
};

describeStateRefusals('/actions/{id}', [
  ['PUT', 'is cancelled', cancelled],
  [
    'PATCH',
    'is cancelled',
    async (options) => ({ ...(await cancelled(options)), body: { title: 'Another' } }),
  ],
  [
    'POST /transitions',
    'is cancelled',
    async (options) => ({ ...(await cancelled(options)), body: { transition: 'complete', comment } }),
  ],
  [
    'PUT /restore',
    'is of a closed hazard',
    async (options) => {
      const hazard = await hazards.approved();
      const action = {
        title: 'A guard',
        actionType: 'corrective',
        sourceType: 'hazard',
        sourceId: hazard.id,
        assigneeUserId: hazards.approver.userId,
        dueDate: '2030-01-01',
      };
      const { id } = only(await hazards.admin.post('/actions', action), 201);
      await hazards.admin.delete(`/actions/${id}`);
      await closeHazard(hazard.id);
      return { caller: await hazards.member(options), at: `/actions/${id}` };
    },
  ],
]);
