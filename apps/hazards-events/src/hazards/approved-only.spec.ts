import { afterAll, beforeAll } from '@jest/globals';
import type { Answer, TestApi } from '@safety/testing';
import { describeApprovedOnly } from '../testing/approved-only.js';
import { assessed, hazardAt, startHazardsEvents } from '../testing/hazards-under-test.js';

let api: TestApi;

beforeAll(async () => {
  api = await startHazardsEvents();
});

afterAll(() => api.close());

const steps = ['submit', 'approve', 'reject', 'requestChanges', 'withdraw'];

describeApprovedOnly(() => api, {
  path: '/hazards',
  approvedStatuses: ['approved', 'closed'],
  add: (place) => (caller, title, random) => {
    const body = hazardAt(place, { ...assessed, title, tags: [title] });
    return caller.post(random.of(['/hazards/requireapproval', '/hazards/approval', '/hazards']), body);
  },
  change: (place, id) => (caller, title, random) => {
    const anonymous = random.below(4) === 0;
    const body = hazardAt(place, { ...assessed, title, tags: [title], anonymous });
    const approval = { step: random.of(steps), comment: 'x' };
    const writes: (() => Promise<Answer>)[] = [
      () => caller.put('/hazards', { id, ...body }),
      () => caller.patch(`/hazards/${id}`, { title, tags: [title] }),
      () => caller.put(`/hazards/${id}/requireapproval`, body),
      () => caller.put('/hazards/approval', { id, ...body, approval }),
      () => caller.put('/hazards/approval', { id, approval }),
      () => caller.put('/hazards/approval', { id, approval: { ...approval, step: 'approve' } }),
      () => caller.post(`/hazards/${id}/transitions`, { transition: 'close', closureReason: 'eliminated' }),
      () => caller.post(`/hazards/${id}/transitions`, { transition: 'reopen', comment: 'x' }),
      () => caller.delete(`/hazards/${id}`),
      () => caller.put(`/hazards/${id}/restore`),
    ];
    return random.of(writes)();
  },
});
