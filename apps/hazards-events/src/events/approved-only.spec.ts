import { afterAll, beforeAll } from '@jest/globals';
import { approvedEventStatuses, eventSteps } from '@safety/contracts';
import type { TestApi } from '@safety/testing';
import { describeApprovedOnly, marked, type RandomWrite } from '../testing/approved-only.js';
import { eventAt, startHazardsEvents, type TestPlace } from '../testing/hazards-under-test.js';
import { putRevision } from '../testing/put-revision.js';

let api: TestApi;

beforeAll(async () => {
  api = await startHazardsEvents();
});

afterAll(() => api.close());

const flagged = (place: TestPlace, id: string, title: string): RandomWrite => ({
  send: (caller) => putRevision(api, caller, `/events/${id}/requireapproval`, eventAt(place, marked(title))),
  title,
});
const taken = (id: string, transition: string): RandomWrite => ({
  send: (caller) => caller.post(`/events/${id}/transitions`, { transition, comment: 'x' }),
  name: transition,
  ...(transition === 'approve' && { makes: 'approved' }),
  ...(transition === 'reject' && { makes: 'dropped' }),
});

describeApprovedOnly(() => api, {
  path: '/events',
  approvedStatuses: approvedEventStatuses,
  drops: ['reject'],
  add: (place, title) => ({
    send: (caller) => caller.post('/events/requireapproval', eventAt(place, marked(title))),
    title,
  }),
  revise: (place, id, title) => ({
    ...flagged(place, id, title),
    next: { ...taken(id, 'reject'), by: 'other' },
  }),
  change: (place, id, title, random) => {
    const step = (transition: string) => taken(id, transition);
    return random.of<RandomWrite>([
      flagged(place, id, title),
      step(random.of(Object.keys(eventSteps))),
      step('approve'),
      step('reject'),
      { send: (caller) => caller.delete(`/events/${id}`) },
      { send: (caller) => caller.put(`/events/${id}/restore`) },
    ]);
  },
});
