import { afterAll, beforeAll } from '@jest/globals';
import { approvedEventStatuses, eventSteps } from '@safety/contracts';
import type { TestApi } from '@safety/testing';
import { describeApprovedOnly, marked, type RandomWrite } from '../testing/approved-only.js';
import { eventAt, startHazardsEvents } from '../testing/hazards-under-test.js';

let api: TestApi;

beforeAll(async () => {
  api = await startHazardsEvents();
});

afterAll(() => api.close());

describeApprovedOnly(() => api, {
  path: '/events',
  approvedStatuses: approvedEventStatuses,
  add: (place, title) => ({
    send: (caller) => caller.post('/events/requireapproval', eventAt(place, marked(title))),
    title,
  }),
  change: (place, id, title, random) => {
    const step = (transition: string): RandomWrite => ({
      send: (caller) => caller.post(`/events/${id}/transitions`, { transition, comment: 'x' }),
      ...(transition === 'approve' && { makes: 'approved' }),
      ...(transition === 'reject' && { makes: 'dropped' }),
    });
    return random.of<RandomWrite>([
      {
        send: (caller) => caller.put(`/events/${id}/requireapproval`, eventAt(place, marked(title))),
        title,
      },
      step(random.of(Object.keys(eventSteps))),
      step('approve'),
      step('reject'),
      { send: (caller) => caller.delete(`/events/${id}`) },
      { send: (caller) => caller.put(`/events/${id}/restore`) },
    ]);
  },
});
