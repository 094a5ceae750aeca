import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { consumeEvents } from '@safety/bus/outbox';
import { prepareDatabase } from '@safety/persistence';
import {
  describeArchitecture,
  describeOpenApi,
  describeRefusals,
  startApi,
  type TestApi,
  type TestCaller,
} from '@safety/testing';
import { settingsSchema } from '../config.js';
import { migrations } from '../migrations/index.js';
import { TrainingModule } from '../training.module.js';

let api: TestApi;
let admin: TestCaller;

beforeAll(async () => {
  api = await startApi(TrainingModule, {
    name: 'training',
    settings: settingsSchema,
    setup: consumeEvents,
    prepare: (urls) => prepareDatabase({ ...urls, migrations }),
  });
  admin = await api.caller();
});

afterAll(() => api.close());

const course = (changes: object = {}) => ({
  code: `C-${randomUUID()}`,
  name: 'Lock-out of crushers',
  category: 'machinery',
  deliveryMethod: 'onTheJob',
  ...changes,
});

const added = async (changes: object = {}, caller = admin) =>
  (await caller.post('/courses', course(changes))).body;

describe('POST /courses', () => {
  it('201: a draft with defaults, its ETag and its Location', async () => {
    const { status, headers, body } = await admin.post('/courses', course({ code: 'LOCK-01' }));
    expect(status).toBe(201);
    expect(body).toMatchObject({
      code: 'LOCK-01',
      status: 'draft',
      version: 1,
      expiryWarningDays: 30,
      description: null,
    });
    expect(body).toMatchObject({
      createdByUserId: admin.userId,
      archived: false,
      archivedAt: null,
      customFields: {},
    });
    expect(body.companyId).toBeUndefined();
    expect(headers.get('etag')).toBe('"1"');
    expect(headers.get('location')).toBe(`http://localhost:8080/api/courses/${body.id}`);
  });

  it('409 duplicate: a code in use, whatever its case', async () => {
    const { id, code } = await added();
    const { status, body } = await admin.post('/courses', course({ code: code.toUpperCase() }));
    expect({ status, code: body.code, other: body.conflictingId }).toEqual({
      status: 409,
      code: 'duplicate',
      other: id,
    });
  });

  it('201: the same code in another company', async () => {
    const { code } = await added();
    const other = await api.caller();
    expect((await other.post('/courses', course({ code }))).status).toBe(201);
  });

  it.each([
    ['no body', undefined, '', 'required'],
    ['a name too long', course({ name: 'x'.repeat(201) }), '/name', 'too-long'],
    ['no name', course({ name: undefined }), '/name', 'required'],
    ['an empty name', course({ name: '  ' }), '/name', 'too-short'],
    ['an unknown category', course({ category: 'juggling' }), '/category', 'invalid-enum'],
    ['minutes out of range', course({ durationMinutes: 0 }), '/durationMinutes', 'out-of-range'],
    ['a name with U+0000', course({ name: 'a\u0000b' }), '/name', 'invalid-format'],
    [
      'a content address that is not https',
      course({ contentUrl: 'javascript:alert(1)' }),
      '/contentUrl',
      'invalid-format',
    ],
    [
      'an unknown prerequisite',
      course({ prerequisiteCourseIds: [randomUUID()] }),
      '/prerequisiteCourseIds/0',
      'not-found',
    ],
    ['an unknown refresher', course({ refresherCourseId: randomUUID() }), '/refresherCourseId', 'not-found'],
    [
      'too many custom fields',
      course({ customFields: Object.fromEntries(Array.from({ length: 51 }, (_, i) => [`f${i}`, i])) }),
      '/customFields',
      'too-long',
    ],
    [
      'half of a surrogate pair in a custom field',
      course({ customFields: { a: 'x\ud800' } }),
      '/customFields/a',
      'invalid-format',
    ],
    ['a nested custom field', course({ customFields: { a: { b: 1 } } }), '/customFields/a', 'invalid-format'],
  ])('422 validation-failed: %s', async (_, body, pointer, code) => {
    const answer = await admin.post('/courses', body);
    expect(answer.status).toBe(422);
    expect(answer.body.errors[0]).toMatchObject({ pointer, code });
  });

  it('422 not-found: a prerequisite of another company', async () => {
    const foreign = await added({}, await api.caller());
    const answer = await admin.post(
      '/courses',
      course({ prerequisiteCourseIds: [foreign.id], refresherCourseId: null }),
    );
    expect(answer.status).toBe(422);
    const reference = await admin.post('/courses', course({ refresherCourseId: foreign.id }));
    expect(reference.status).toBe(422);
  });

  it('422 unknown-field: a member that is not known', async () => {
    const { status, body } = await admin.post('/courses', course({ colour: 'red' }));
    expect({ status, code: body.code }).toEqual({ status: 422, code: 'unknown-field' });
    expect(body.errors).toEqual([
      { pointer: '/colour', code: 'unknown-field', detail: 'Is not known here.' },
    ]);
  });

  it('201: read-only members are ignored, not assigned', async () => {
    const { body } = await admin.post(
      '/courses',
      course({ id: randomUUID(), version: 7, status: 'active', archived: true }),
    );
    expect(body).toMatchObject({ version: 1, status: 'draft', archived: false });
  });

  it.each([
    ['400', 'malformed-json', '{"code":', 'application/json'],
    ['400', 'malformed-json', '{"__proto__":{}}', 'application/json'],
    ['400', 'malformed-json', `${'['.repeat(40)}${']'.repeat(40)}`, 'application/json'],
    ['415', 'unsupported-media-type', 'code=1', 'application/x-www-form-urlencoded'],
    ['415', 'unsupported-media-type', '<a/>', 'text/xml'],
    ['413', 'payload-too-large', JSON.stringify('x'.repeat(1024 * 1024)), 'application/json'],
  ])('%s %s (%#)', async (status, code, body, type) => {
    const answer = await admin.post('/courses', body, { headers: { 'content-type': type } });
    expect({ status: String(answer.status), code: answer.body.code }).toEqual({ status, code });
  });
});

describe('Idempotency-Key on POST /courses', () => {
  const once = (key: string, body: object) =>
    admin.post('/courses', body, { headers: { 'idempotency-key': key } });

  it('201 again with the same answer', async () => {
    const [key, body] = [randomUUID(), course()];
    const first = await once(key, body);
    const second = await once(key, body);
    expect(second).toMatchObject({ status: 201, body: first.body });
    expect(second.headers.get('idempotency-replayed')).toBe('true');
    expect(second.headers.get('location')).toBe(first.headers.get('location'));
    expect(first.headers.get('idempotency-replayed')).toBeNull();
  });

  it('422 idempotency-key-reused: the same key with another body', async () => {
    const key = randomUUID();
    await once(key, course());
    const { status, body } = await once(key, course());
    expect({ status, code: body.code }).toEqual({ status: 422, code: 'idempotency-key-reused' });
  });

  it('409 again with the same refusal, which is kept too', async () => {
    const [key, body] = [randomUUID(), course({ code: (await added()).code })];
    const first = await once(key, body);
    const second = await once(key, body);
    expect(first.status).toBe(409);
    expect(second).toMatchObject({ status: 409, body: first.body });
    expect(second.headers.get('idempotency-replayed')).toBe('true');
    expect(second.headers.get('content-type')).toMatch(/problem\+json/);
  });

  it('20 requests at once with one key make one course', async () => {
    const [key, body] = [randomUUID(), course()];
    const answers = await Promise.all(Array.from({ length: 20 }, () => once(key, body)));
    expect(answers.every(({ status }) => status === 201 || status === 409)).toBe(true);
    const made = new Set(answers.filter(({ status }) => status === 201).map((answer) => answer.body.id));
    expect(made.size).toBe(1);
    expect((await admin.get(`/courses?q=${body.code}`)).body.data).toHaveLength(1);
  });

  it('400 invalid-parameter: a key that is not printable ASCII', async () => {
    const { status, body } = await once('two words', course());
    expect({ status, code: body.code }).toEqual({ status: 400, code: 'invalid-parameter' });
  });
});

describe('GET /courses/{id}', () => {
  it('200 with its ETag, 304 for who has that version', async () => {
    const { id } = await added();
    const { status, headers, body } = await admin.get(`/courses/${id}`);
    expect({ status, etag: headers.get('etag'), id: body.id }).toEqual({ status: 200, etag: '"1"', id });
    const again = await admin.get(`/courses/${id}`, { headers: { 'if-none-match': 'W/"1"' } });
    expect(again).toMatchObject({ status: 304, body: '' });
  });

  it('200 in any case of the path, with a slash at the end', async () => {
    const { id } = await added();
    expect((await admin.get(`/COURSES/${id}/`)).status).toBe(200);
  });

  it.each([
    ['an id that does not exist', randomUUID()],
    ['something that is no id', 'not-an-id'],
    ['an id in capitals', randomUUID().toUpperCase()],
  ])('404 not-found: %s', async (_, id) => {
    const { status, body } = await admin.get(`/courses/${id}`);
    expect({ status, code: body.code }).toEqual({ status: 404, code: 'not-found' });
  });
});

describe('400 unknown-parameter', () => {
  it.each([
    ['GET', '/{id}?asOf=2026-01-01'],
    ['PUT', '/{id}?fields=name'],
    ['DELETE', '/{id}?force=true'],
    ['POST', '?dryRun=true'],
  ])('%s /courses%s', async (method, path) => {
    const { id } = await added();
    const { status, body } = await api.send(method, `/courses${path.replace('{id}', id)}`, {
      headers: { authorization: `Bearer ${admin.token}`, 'x-company-context': admin.companyId },
    });
    expect({ status, code: body.code }).toEqual({ status: 400, code: 'unknown-parameter' });
  });
});

describe('another company', () => {
  it.each([
    ['GET', ''],
    ['PUT', ''],
    ['PATCH', ''],
    ['DELETE', ''],
    ['PUT', '/restore'],
    ['POST', '/transitions'],
  ])('404: %s /courses/{id}%s', async (method, path) => {
    const { id } = await added();
    const other = await api.caller();
    const bodies: Record<string, object | undefined> = {
      'PUT ': course(),
      'PATCH ': { name: 'Mine now' },
      'POST /transitions': { transition: 'publish' },
    };
    const answer = await api.send(method, `/courses/${id}${path}`, {
      body: bodies[`${method} ${path}`],
      headers: {
        authorization: `Bearer ${other.token}`,
        'x-company-context': other.companyId,
      },
    });
    expect({ status: answer.status, code: answer.body.code }).toEqual({ status: 404, code: 'not-found' });
    expect((await admin.get(`/courses/${id}`)).body).toMatchObject({ version: 1 });
  });

  it('its courses are in no list', async () => {
    const { id } = await added();
    const other = await api.caller();
    expect((await other.get(`/courses?ids=${id}&includeArchived=true`)).body.data).toEqual([]);
  });
});

describe('PUT /courses/{id}', () => {
  it('200: what was read, edited and sent back', async () => {
    const read = await added({ description: 'Old', validityMonths: 12 });
    const { status, body } = await admin.put(`/courses/${read.id}`, {
      ...read,
      name: 'Renamed',
      validityMonths: undefined,
    });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      name: 'Renamed',
      version: 2,
      description: 'Old',
      validityMonths: null,
      status: 'draft',
    });
  });

  it('412 version-mismatch: stale, weak and foreign entity tags', async () => {
    const { id } = await added();
    for (const tag of ['"7"', 'W/"1"', '"abc"']) {
      const { status, body } = await admin.put(`/courses/${id}`, course(), { headers: { 'if-match': tag } });
      expect({ status, code: body.code, current: body.currentVersion }).toEqual({
        status: 412,
        code: 'version-mismatch',
        current: 1,
      });
    }
  });

  it('200: the current entity tag, any of several, or *', async () => {
    const { id } = await added();
    for (const tag of ['"1"', '"9", "2"', '*']) {
      expect((await admin.put(`/courses/${id}`, course(), { headers: { 'if-match': tag } })).status).toBe(
        200,
      );
    }
  });

  it('400 invalid-parameter: an If-Match that is no entity tag', async () => {
    const { id } = await added();
    expect((await admin.put(`/courses/${id}`, course(), { headers: { 'if-match': '1' } })).status).toBe(400);
  });

  it('428 precondition-required: no If-Match in a company that demands it', async () => {
    const strict = await api.caller({ requireIfMatch: true });
    const { id } = await added({}, strict);
    const { status, body } = await strict.put(`/courses/${id}`, course());
    expect({ status, code: body.code }).toEqual({ status: 428, code: 'precondition-required' });
  });

  it('one of 10 edits of the same version wins', async () => {
    const { id } = await added();
    const edits = Array.from({ length: 10 }, () =>
      admin.put(`/courses/${id}`, course(), { headers: { 'if-match': '"1"' } }),
    );
    const statuses = (await Promise.all(edits)).map(({ status }) => status).sort();
    expect(statuses).toEqual([200, ...Array.from({ length: 9 }, () => 412)]);
  });

  it.each([
    ['/prerequisiteCourseIds/0', (id: string) => ({ prerequisiteCourseIds: [id] })],
    ['/equivalentCourseIds/0', (id: string) => ({ equivalentCourseIds: [id] })],
    ['/refresherCourseId', (id: string) => ({ refresherCourseId: id })],
  ])('422 cycle: a course that names itself at %s', async (pointer, changes) => {
    const read = await added();
    const { status, body } = await admin.put(`/courses/${read.id}`, { ...read, ...changes(read.id) });
    expect({ status, code: body.code }).toEqual({ status: 422, code: 'cycle' });
    expect(body.errors).toMatchObject([{ pointer, code: 'cycle' }]);
  });

  it('422 cycle: prerequisites that lead back, at whatever distance', async () => {
    const first = await added();
    const second = await added({ prerequisiteCourseIds: [first.id] });
    const third = await added({ prerequisiteCourseIds: [second.id] });
    for (const { id } of [second, third]) {
      const { status, body } = await admin.patch(`/courses/${first.id}`, { prerequisiteCourseIds: [id] });
      expect({ status, code: body.code }).toEqual({ status: 422, code: 'cycle' });
    }
  });

  it('prerequisites that lead to each other, given at the same moment: one is refused', async () => {
    const [first, second] = [await added(), await added()];
    const answers = await Promise.all([
      admin.patch(`/courses/${first.id}`, { prerequisiteCourseIds: [second.id] }),
      admin.patch(`/courses/${second.id}`, { prerequisiteCourseIds: [first.id] }),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 422]);
  });

  it('422 archived-reference: a course that is archived, unless it is named already', async () => {
    const old = await added();
    const named = await added({ refresherCourseId: old.id });
    await admin.delete(`/courses/${old.id}`);
    const { status, body } = await admin.post('/courses', course({ refresherCourseId: old.id }));
    expect({ status, errors: body.errors }).toMatchObject({
      status: 422,
      errors: [{ pointer: '/refresherCourseId', code: 'archived-reference' }],
    });
    expect((await admin.put(`/courses/${named.id}`, { ...named, name: 'Renamed' })).status).toBe(200);
  });

  it('422 duplicate: a course named twice', async () => {
    const [read, other] = [await added(), await added()];
    const { body } = await admin.put(`/courses/${read.id}`, {
      ...read,
      prerequisiteCourseIds: [other.id, other.id],
    });
    expect(body.errors).toMatchObject([{ pointer: '/prerequisiteCourseIds', code: 'duplicate' }]);
  });
});

describe('PATCH /courses/{id}', () => {
  it('200: only what the patch names', async () => {
    const { id } = await added({ description: 'Old', validityMonths: 12 });
    const { status, body } = await admin.patch(`/courses/${id}`, { validityMonths: null, name: 'Patched' });
    expect(status).toBe(200);
    expect(body).toMatchObject({ name: 'Patched', description: 'Old', validityMonths: null, version: 2 });
  });

  it('422: what would become invalid', async () => {
    const { id } = await added();
    const { status, body } = await admin.patch(`/courses/${id}`, { name: null });
    expect({ status, error: body.errors[0].pointer }).toEqual({ status: 422, error: '/name' });
  });
});

describe('POST /courses/{id}/transitions', () => {
  it('200: publish, retire, reactivate; 409 invalid-state otherwise', async () => {
    const { id } = await added();
    const step = (transition: string) => admin.post(`/courses/${id}/transitions`, { transition });
    const refused = await step('retire');
    expect(refused).toMatchObject({
      status: 409,
      body: { code: 'invalid-state', currentStatus: 'draft', allowedTransitions: ['publish'] },
    });
    expect((await step('publish')).body.status).toBe('active');
    expect((await step('retire')).body.status).toBe('retired');
    expect((await step('reactivate')).body.status).toBe('active');
  });
});

describe('DELETE /courses/{id} and PUT /courses/{id}/restore', () => {
  it('204 twice, then 409 archived on a change, then 200', async () => {
    const { id } = await added();
    expect((await admin.delete(`/courses/${id}`)).status).toBe(204);
    expect((await admin.delete(`/courses/${id}`)).status).toBe(204);
    expect((await admin.get(`/courses/${id}`)).body).toMatchObject({
      archived: true,
      archivedByUserId: admin.userId,
      version: 2,
    });
    const change = await admin.put(`/courses/${id}`, course());
    expect({ status: change.status, code: change.body.code }).toEqual({ status: 409, code: 'archived' });
    const restored = await admin.put(`/courses/${id}/restore`);
    expect(restored).toMatchObject({ status: 200, body: { archived: false, archivedAt: null, version: 3 } });
    expect((await admin.put(`/courses/${id}/restore`)).body.version).toBe(3);
  });
});

describe('GET /courses', () => {
  let reader: TestCaller;
  const letters = ['Alpha', 'bravo', 'Charlie', 'delta', 'Echo'];

  beforeAll(async () => {
    reader = await api.caller();
    for (const name of letters)
      await reader.post(
        '/courses',
        course({ name, code: name, category: name === 'Echo' ? 'fire' : 'driving' }),
      );
  });

  const names = async (query: string) =>
    (await reader.get(`/courses${query}`)).body.data.map((row: { name: string }) => row.name);

  it('200: by name as people sort, with the envelope', async () => {
    const { status, body } = await reader.get('/courses');
    expect(status).toBe(200);
    expect(body.data.map(({ name }: { name: string }) => name)).toEqual(letters);
    expect(body.page).toMatchObject({ limit: 50, hasMore: false, nextCursor: null, totalCount: null });
    expect(Date.parse(body.page.asOf)).toBeLessThanOrEqual(Date.now());
  });

  it.each(['name', '-name', 'code', '-createdAt', 'createdAt,-name'])(
    '200: pages of two follow each other by %s',
    async (sort) => {
      const all = await names(`?sort=${sort}`);
      const walked: string[] = [];
      for (let cursor = ''; ; ) {
        const { body } = await reader.get(`/courses?sort=${sort}&limit=2${cursor && `&cursor=${cursor}`}`);
        walked.push(...body.data.map(({ name }: { name: string }) => name));
        if (!body.page.hasMore) break;
        cursor = body.page.nextCursor;
      }
      expect(walked).toEqual(all);
      expect(new Set(walked).size).toBe(letters.length);
    },
  );

  it('200: filters, search, ids, totals and fields', async () => {
    expect(await names('?category=fire')).toEqual(['Echo']);
    expect(await names('?category=fire,driving')).toHaveLength(5);
    expect(await names('?q=LPH')).toEqual(['Alpha']);
    expect(await names('?q=%25%25')).toEqual([]);
    expect((await reader.get('/courses?includeTotal=true&limit=1')).body.page.totalCount).toBe(5);
    const [row] = (await reader.get('/courses?fields=name&limit=1')).body.data;
    expect(Object.keys(row).sort()).toEqual(['id', 'name', 'version']);
  });

  it('200: modifiedSince shows archived rows in the order of their change', async () => {
    const watcher = await api.caller();
    const since = new Date().toISOString();
    const { id } = await added({}, watcher);
    await added({}, watcher);
    await watcher.delete(`/courses/${id}`);
    const { body } = await watcher.get(`/courses?modifiedSince=${since}`);
    expect(body.data.map((row: { archived: boolean }) => row.archived)).toEqual([false, true]);
    expect((await watcher.get('/courses')).body.data).toHaveLength(1);
    expect((await watcher.get('/courses?includeArchived=only')).body.data).toHaveLength(1);
  });

  it.each([
    ['unknown-parameter', '?colour=red'],
    ['unknown-parameter', '?__proto__=1'],
    ['invalid-parameter', '?limit=0'],
    ['invalid-parameter', '?limit=201'],
    ['invalid-parameter', '?limit=ten'],
    ['invalid-parameter', '?limit=1&limit=2'],
    ['invalid-parameter', '?sort=colour'],
    ['invalid-parameter', '?sort=name,name'],
    ['invalid-parameter', '?sort=name,code,createdAt,modifiedAt'],
    ['invalid-parameter', '?modifiedSince=yesterday'],
    ['invalid-parameter', '?modifiedSince=2026-01-01T00:00:00Z&sort=name'],
    ['invalid-parameter', '?includeArchived=maybe'],
    ['invalid-parameter', '?q=a'],
    ['invalid-parameter', '?q=a%00b'],
    ['invalid-parameter', '?category=juggling'],
    ['invalid-parameter', '?fields=secrets'],
    ['invalid-parameter', '?ids=nothing'],
    ['too-many-ids', `?ids=${Array.from({ length: 101 }, () => randomUUID()).join(',')}`],
    ['invalid-cursor', '?cursor=abc'],
    ['invalid-cursor', '?cursor=abc.def'],
  ])('400 %s: %s', async (code, query) => {
    const { status, body } = await reader.get(`/courses${query}`);
    expect({ status, code: body.code }).toEqual({ status: 400, code });
  });

  it('400 invalid-cursor: of other parameters, of another company', async () => {
    const { nextCursor } = (await reader.get('/courses?limit=2')).body.page;
    expect((await reader.get(`/courses?limit=2&sort=-name&cursor=${nextCursor}`)).status).toBe(400);
    const other = await api.caller();
    expect((await other.get(`/courses?limit=2&cursor=${nextCursor}`)).status).toBe(400);
    expect((await reader.get(`/courses?limit=1&cursor=${nextCursor}`)).status).toBe(200);
  });
});

describe('routing', () => {
  it('405 with Allow: a method that the path does not have', async () => {
    const { status, headers, body } = await admin.patch('/courses', {});
    expect({ status, allow: headers.get('allow'), code: body.code }).toEqual({
      status: 405,
      allow: 'GET, HEAD, POST',
      code: 'method-not-allowed',
    });
  });

  it('404: a path that there is not', async () => {
    expect((await admin.get('/nothing')).body.code).toBe('not-found');
    expect((await admin.get('/courses/%ff')).status).toBe(400);
  });

  it('echoes Api-Version and X-Request-Id', async () => {
    const { headers } = await admin.get('/courses', {
      headers: { 'api-version': '1.3.0', 'x-request-id': 'trace-1' },
    });
    expect([headers.get('api-version'), headers.get('x-request-id')]).toEqual(['1.3.0', 'trace-1']);
  });

  it('200 on /health/ready and /health/live without a token', async () => {
    expect((await api.send('GET', '/health/ready')).status).toBe(200);
    expect((await api.send('GET', '/health/live')).status).toBe(200);
  });
});

describeRefusals(() => api, TrainingModule);

describeArchitecture(() => api, {
  tablesWithoutCompany: {
    inbox: 'holds ids of messages only',
    outbox: 'the relay publishes for all companies; no request reads it',
  },
});

describeOpenApi(() => api, 'apps/training/openapi.json', {
  title: 'Training',
  description: 'Courses and, later, classes, students and training records.',
  prefix: '/api',
});
