import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { TestApi, TestCaller } from '@safety/testing';
import {
  addCompany,
  addMember,
  assessed,
  eventAt,
  hazardAt,
  startHazardsEvents,
  type TestPlace,
} from '../testing/hazards-under-test.js';

let api: TestApi;
let admin: TestCaller;
let place: TestPlace;
let author: TestCaller;
let approver: TestCaller;

beforeAll(async () => {
  api = await startHazardsEvents();
  ({ admin, place } = await addCompany(api));
  author = await addMember(api, admin.companyId, { role: 'employee' });
  approver = await addMember(api, admin.companyId, { role: 'eventManager' });
});

afterAll(() => api.close());

const v12 = { headers: { 'api-version': '1.2' } };
const body = (changes: object = {}) => hazardAt(place, { ...assessed, ...changes });
const post = (changes: object = {}, caller = author) => caller.post('/hazards', body(changes), v12);

describe('Api-Version: 1.2 of /hazards', () => {
  it('201: POST submits through the approval process; actions are the suggested ones', async () => {
    const { status, headers, body: added } = await post({ actions: [{ description: 'A guard.' }] });
    expect({ status, state: added.status }).toEqual({ status: 201, state: 'pendingApproval' });
    expect(added.approval).toMatchObject({ mode: 'queue', state: 'pending' });
    expect(added.actions).toMatchObject([{ description: 'A guard.', disposition: 'pending' }]);
    expect(added.suggestedActions).toBeUndefined();
    expect(headers.get('api-version')).toBe('1.2');
    const link = headers.get('link') ?? '';
    expect(link).toContain('/hazards/approval>; rel="successor-version"');
    expect(headers.get('deprecation')).toMatch(/^@\d+$/);
    expect(headers.get('sunset')).not.toBeNull();
  });

  it('201: Location names the address of 1.2, which answers the hazard', async () => {
    const { headers, body: added } = await post();
    const location = headers.get('location') ?? '';
    expect(location).toMatch(new RegExp(`/api/hazards/${added.id}$`));
    const { status, body: read } = await author.get(location.slice(location.indexOf('/hazards')), v12);
    expect({ status, read }).toEqual({ status: 200, read: added });
  });

  it('200: GET lists every state with its approval; GET of one too', async () => {
    const { id } = (await post({ actions: [{ description: 'A guard.' }] })).body;
    const list = await approver.get(`/hazards?ids=${id}&approvalState=pending`, v12);
    expect(list.body.data).toMatchObject([
      { id, status: 'pendingApproval', actions: [{ description: 'A guard.' }] },
    ]);
    expect(list.headers.get('link')).toContain('/hazards/approvalData>; rel="successor-version"');
    const one = await approver.get(`/hazards/${id}`, v12);
    expect(one).toMatchObject({ status: 200, body: { approval: { state: 'pending' } } });
    expect((await approver.get(`/hazards/${id}`)).status).toBe(404);
    const sparse = await approver.get(`/hazards/${id}?fields=actions`, v12);
    expect(Object.keys(sparse.body).sort()).toEqual(['actions', 'id', 'version']);
    expect(sparse.body.actions).toHaveLength(1);
  });

  it('200: PUT drives the process, with what was read sent back', async () => {
    const { id } = (await post({ actions: [{ description: 'A guard.' }] })).body;
    const read = (await author.get(`/hazards/${id}`, v12)).body;
    const edited = await author.put(
      '/hazards',
      { ...read, title: 'Edited', approval: { step: 'submit' } },
      v12,
    );
    expect(edited).toMatchObject({ status: 200, body: { title: 'Edited', actions: read.actions } });
    const decided = await approver.put('/hazards', { id, approval: { step: 'approve' } }, v12);
    expect(decided.body).toMatchObject({ status: 'approved', actions: [{ disposition: 'declined' }] });
    const other = (await post({ actions: [{ description: 'A guard.' }] })).body;
    expect((await author.put('/hazards', { id: other.id, ...body() }, v12)).body.actions).toEqual([]);
    expect((await admin.get(`/hazards/${id}`)).body.approval).toBeUndefined();
  });

  it('422 with the members of the newest version; 403 and 404 as there', async () => {
    const refused = await post({ actions: [{ description: '' }] });
    expect(refused.body.errors).toMatchObject([{ pointer: '/suggestedActions/0/description' }]);
    const later = await post({ suggestedActions: [{ description: 'A guard.' }] });
    expect(later.body).toMatchObject({
      code: 'unknown-field',
      errors: [{ pointer: '/suggestedActions', code: 'unknown-field' }],
    });
    expect((await author.get('/hazards?fields=suggestedActions', v12)).status).toBe(400);
    const reader = await addMember(api, admin.companyId, { role: 'readOnly' });
    const denied = await post({}, reader);
    expect(denied.status).toBe(403);
    for (const { headers } of [refused, denied]) {
      expect(headers.get('link')).toContain('/hazards/approval>; rel="successor-version"');
      expect([headers.get('deprecation'), headers.get('sunset')]).not.toContain(null);
    }
    const { id } = (await post({ approval: { step: 'saveDraft' } })).body;
    expect((await approver.get(`/hazards/${id}`, v12)).status).toBe(404);
  });

  it('200 and 304: Link of an event names its approval data and what follows 1.2', async () => {
    const { body: event } = await author.post('/events/requireapproval', eventAt(place));
    const path = `/events/${event.id}`;
    await approver.post(`${path}/transitions`, { transition: 'approve' });
    const read = await admin.get(path, v12);
    const again = await admin.get(path, {
      headers: { ...v12.headers, 'if-none-match': read.headers.get('etag') ?? '' },
    });
    expect([read.status, again.status]).toEqual([200, 304]);
    for (const { headers } of [read, again])
      expect(headers.get('link')?.match(/rel="[^"]+"/g)).toEqual([
        'rel="successor-version"',
        'rel="deprecation"',
        'rel="alternate"',
      ]);
  });

  it.each(['1.3', '1.3.0', '1.3.1'])('Api-Version: %s adds without approval', async (version) => {
    const headers = { 'api-version': version };
    const { status, headers: answered, body: added } = await admin.post('/hazards', body(), { headers });
    expect({ status, state: added.status, approval: added.approval }).toEqual({
      status: 201,
      state: 'approved',
    });
    expect(answered.get('deprecation')).toBeNull();
  });
});
