import { afterAll, beforeAll } from '@jest/globals';
import { approvedEventStatuses, eventSteps } from '@safety/contracts';
import type { Answer, TestApi } from '@safety/testing';
import { describeApprovedOnly } from '../testing/approved-only.js';
import { eventAt, startHazardsEvents } from '../testing/hazards-under-test.js';

let api: TestApi;

beforeAll(async () => {
  api = await startHazardsEvents();
});

afterAll(() => api.close());

describeApprovedOnly(() => api, {
  path: '/events',
  approvedStatuses: approvedEventStatuses,
  add: (place) => (caller, title) =>
    caller.post('/events/requireapproval', eventAt(place, { title, tags: [title] })),
  change: (place, id) => (caller, title, random) => {
    const transition = random.of(Object.keys(eventSteps));
    const step = (name: string) =>
      caller.post(`/events/${id}/transitions`, { transition: name, comment: 'x' });
    const writes: (() => Promise<Answer>)[] = [
      () => caller.put(`/events/${id}/requireapproval`, eventAt(place, { title, tags: [title] })),
      () => step(transition),
      () => step('approve'),
      () => step('reject'),
      () => caller.delete(`/events/${id}`),
      () => caller.put(`/events/${id}/restore`),
    ];
    return random.of(writes)();
  },
});
