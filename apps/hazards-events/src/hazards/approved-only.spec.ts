import { afterAll, beforeAll } from '@jest/globals';
import type { TestApi } from '@safety/testing';
import { describeApprovedOnly, marked, type RandomWrite } from '../testing/approved-only.js';
import { assessed, hazardAt, startHazardsEvents } from '../testing/hazards-under-test.js';

let api: TestApi;

beforeAll(async () => {
  api = await startHazardsEvents();
});

afterAll(() => api.close());

const steps = ['submit', 'approve', 'reject', 'requestChanges', 'withdraw'];
const madeBy = (step: string): Pick<RandomWrite, 'makes'> =>
  step === 'approve'
    ? { makes: 'approved' }
    : step === 'reject' || step === 'withdraw'
      ? { makes: 'dropped' }
      : {};

const driven = (id: string, step: string, title: string, content?: object): RandomWrite => ({
  send: (caller) => caller.put('/hazards/approval', { id, ...content, approval: { step, comment: 'x' } }),
  name: step,
  ...(content && { title }),
  ...madeBy(step),
});

describeApprovedOnly(() => api, {
  path: '/hazards',
  approvedStatuses: ['approved', 'closed'],
  drops: ['reject', 'withdraw'],
  add: (place, title, random) => {
    const body = hazardAt(place, { ...assessed, ...marked(title) });
    const path = random.of(['/hazards/requireapproval', '/hazards/approval', '/hazards']);
    const send: RandomWrite['send'] = (caller) => caller.post(path, body);
    return { send, title, ...(path === '/hazards' && { makes: 'approved' }) };
  },
  revise: (place, id, title, random) => ({
    ...driven(id, 'submit', title, hazardAt(place, { ...assessed, ...marked(title) })),
    next:
      random.below(2) === 0
        ? { ...driven(id, 'withdraw', title), by: 'same' }
        : { ...driven(id, 'reject', title), by: 'other' },
  }),
  change: (place, id, title, random) => {
    const anonymous = random.below(4) === 0;
    const body = hazardAt(place, { ...assessed, ...marked(title), anonymous });
    const drive = (step: string, content?: object) => driven(id, step, title, content);
    const move = (transition: string, more: object): RandomWrite => ({
      send: (caller) => caller.post(`/hazards/${id}/transitions`, { transition, ...more }),
    });
    return random.of<RandomWrite>([
      { send: (caller) => caller.put('/hazards', { id, ...body }), title, makes: 'approved' },
      {
        send: (caller) => caller.patch(`/hazards/${id}`, marked(title)),
        title,
        makes: 'approved',
      },
      { send: (caller) => caller.put(`/hazards/${id}/requireapproval`, body), title },
      drive(random.of(steps), body),
      drive(random.of(steps.slice(1))),
      drive('approve'),
      move('close', { closureReason: 'eliminated' }),
      move('reopen', { comment: 'x' }),
      { send: (caller) => caller.delete(`/hazards/${id}`) },
      { send: (caller) => caller.put(`/hazards/${id}/restore`) },
    ]);
  },
});
