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

describeApprovedOnly(() => api, {
  path: '/hazards',
  approvedStatuses: ['approved', 'closed'],
  add: (place, title, random) => {
    const body = hazardAt(place, { ...assessed, ...marked(title) });
    const path = random.of(['/hazards/requireapproval', '/hazards/approval', '/hazards']);
    const send: RandomWrite['send'] = (caller) => caller.post(path, body);
    return { send, title, ...(path === '/hazards' && { makes: 'approved' }) };
  },
  change: (place, id, title, random) => {
    const anonymous = random.below(4) === 0;
    const body = hazardAt(place, { ...assessed, ...marked(title), anonymous });
    const drive = (step: string, content?: object): RandomWrite => ({
      send: (caller) => caller.put('/hazards/approval', { id, ...content, approval: { step, comment: 'x' } }),
      ...(content && { title }),
      ...madeBy(step),
    });
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
