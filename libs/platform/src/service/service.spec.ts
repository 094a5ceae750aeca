import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Validator } from '@seriousme/openapi-schema-validator';
import { openApiDocument } from '../openapi/document.js';
import { Deprecated } from '../schema/deprecated.js';
import { baseSettingsSchema, publicAddressSettings } from '../settings/base-settings.js';
import { rawRequest } from '../testing/raw-request.js';
import { MANY_THINGS_BYTES, TABLE_BYTES, THING_ID, ThingsModule } from '../testing/things.js';
import { createService } from './service.js';

type App = Awaited<ReturnType<typeof createService>>['app'];

let app: App;
let url: string;

beforeAll(async () => {
  const settings = baseSettingsSchema.extend(publicAddressSettings);
  const env = { PORT: '0', LOG_LEVEL: 'silent', BASE_URL: 'https://api.example/api' };
  ({ app } = await createService(ThingsModule, { name: 'things', settings }, env));
  await app.listen(0, '127.0.0.1');
  url = await app.getUrl();
});

afterAll(() => app.close());

async function send(
  method: string,
  path: string,
  body?: string | Uint8Array<ArrayBuffer> | object,
  headers: Record<string, string> = {},
) {
  const response = await fetch(`${url}${path}`, {
    method,
    headers: { ...(body !== undefined && { 'content-type': 'application/json' }), ...headers },
    ...(body !== undefined && {
      body: typeof body === 'string' || body instanceof Uint8Array ? body : JSON.stringify(body),
    }),
  });
  const text = await response.text();
  return {
    status: response.status,
    headers: response.headers,
    text,
    body: text ? JSON.parse(text) : undefined,
  };
}

const one = `/things/${THING_ID}`;

describe('a deprecated operation', () => {
  it.each([
    [200, {}],
    [400, { 'api-version': '9' }],
    [406, { accept: 'text/html' }],
  ])('says so when it answers %d (RFC 9745, RFC 8594)', async (expected, headers: Record<string, string>) => {
    const answer = await send('GET', '/auth/old', undefined, headers);
    expect(answer.status).toBe(expected);
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      deprecation: '@1769817600',
      sunset: 'Thu, 31 Dec 2026 00:00:00 GMT',
      link:
        '<https://api.example/api/things>; rel="successor-version", ' +
        '<http://localhost:8080/docs>; rel="deprecation"; type="text/html"',
    });
  });

  it('is the only one that does', async () => {
    const { headers } = await send('GET', '/things');
    expect(['deprecation', 'sunset', 'link'].map((name) => headers.get(name))).toEqual([null, null, null]);
  });

  it.each([
    ['a day that there is not', { since: '2026-02-30' }],
    ['a time', { since: '2026-01-01T00:00:00Z' }],
    ['a sunset before it', { since: '2026-02-01', sunset: '2026-01-31' }],
  ])('cannot be declared with %s', (_, deprecation) => {
    expect(() => Deprecated(deprecation)).toThrow(deprecation.since);
  });
});

describe('answers', () => {
  it('a resource: what its schema declares, with a strong ETag', async () => {
    const { status, headers, body } = await send('GET', one);
    expect({ status, etag: headers.get('etag'), type: headers.get('content-type') }).toEqual({
      status: 200,
      etag: '"2"',
      type: 'application/json; charset=utf-8',
    });
    expect(body).toMatchObject({ id: THING_ID, name: 'Crusher', createdAt: '1970-01-01T00:00:00.000Z' });
    expect(body.companyId).toBeUndefined();
  });

  it('201 with Location below the public address, whatever the spelling of the path', async () => {
    const { status, headers, body } = await send('POST', '/Things/', { name: 'Drill' });
    expect({ status, location: headers.get('location'), version: body.version }).toEqual({
      status: 201,
      location: `https://api.example/api/things/${THING_ID}`,
      version: 1,
    });
  });

  it('204 without a body', async () => {
    const { status, text, headers } = await send('DELETE', one);
    expect({ status, text, type: headers.get('content-type') }).toEqual({
      status: 204,
      text: '',
      type: null,
    });
  });

  it.each([
    ['"2"', 304],
    ['W/"2"', 304],
    ['*', 304],
    ['"1", "2"', 304],
    ['"1"', 200],
  ])('GET with If-None-Match %s: %i', async (tag, status) => {
    const answer = await send('GET', one, undefined, { 'if-none-match': tag });
    expect({ status: answer.status, etag: answer.headers.get('etag'), empty: answer.text === '' }).toEqual({
      status,
      etag: '"2"',
      empty: status === 304,
    });
  });

  it('HEAD: as GET without the body', async () => {
    const { status, headers, text } = await send('HEAD', one);
    expect({ status, etag: headers.get('etag'), text }).toEqual({ status: 200, etag: '"2"', text: '' });
  });

  it('412 with currentVersion: another version in If-Match', async () => {
    const { status, body } = await send('PUT', one, { name: 'a' }, { 'if-match': '"1"' });
    expect({ status, code: body.code, currentVersion: body.currentVersion }).toEqual({
      status: 412,
      code: 'version-mismatch',
      currentVersion: 2,
    });
  });

  it('a handler that answers less than it promises: 500, not half an answer', async () => {
    const { status, body } = await send('GET', '/auth/broken');
    expect({ status, code: body.code, name: body.name }).toMatchObject({
      status: 500,
      code: 'internal-error',
    });
  });
});

describe('sparse answers', () => {
  it('hold id, version and what was asked for', async () => {
    expect((await send('GET', `${one}?fields=name`)).body).toEqual({
      id: THING_ID,
      version: 2,
      name: 'Crusher',
    });
    const { body } = await send('GET', '/things?fields=name,%20size');
    expect(body.data).toEqual([{ id: THING_ID, version: 2, name: 'Crusher', size: 3 }]);
    expect(body.page.limit).toBe(50);
  });

  it('named again for each', async () => {
    expect((await send('GET', `${one}?fields=name&fields=size`)).body).toMatchObject({
      name: 'Crusher',
      size: 3,
    });
  });

  it('400 before 304 and before 404: a query that is wrong in any case', async () => {
    const known = await send('GET', `${one}?fields=nothing`, undefined, { 'if-none-match': '*' });
    const none = await send('GET', '/things/none?fields=nothing');
    expect([known.status, none.status]).toEqual([400, 400]);
  });

  it.each(['companyId', 'nothing', 'constructor', '__proto__', 'name,nothing', ''])(
    '400: %j',
    async (fields) => {
      const { status, body } = await send('GET', `${one}?fields=${fields}`);
      expect({ status, code: body.code, parameter: body.errors[0].parameter }).toEqual({
        status: 400,
        code: 'invalid-parameter',
        parameter: 'fields',
      });
    },
  );
});

describe('bodies', () => {
  const nested = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`;
  const custom = (depth: number) => `{"name":"a","customFields":${nested(depth)}}`;

  it.each([
    ['half a body', '{"name":', 400, 'malformed-json'],
    ['no JSON', 'name=a', 400, 'malformed-json'],
    ['a single quote', "{'name':'a'}", 400, 'malformed-json'],
    ['text after the end', '{"name":"a"} x', 400, 'malformed-json'],
    ['NaN', '{"name":"a","size":NaN}', 400, 'malformed-json'],
    [
      'a byte that is no UTF-8 as a name that is too long',
      `{"name":"${'\ufffd'.repeat(21)}"}`,
      422,
      'validation-failed',
    ],
    ['__proto__', '{"name":"a","__proto__":{"admin":true}}', 400, 'malformed-json'],
    ['__proto__ in escapes', '{"name":"a","\\u005f_proto__":{"admin":true}}', 400, 'malformed-json'],
    ['constructor.prototype', '{"name":"a","constructor":{"prototype":{}}}', 400, 'malformed-json'],
    ['33 levels', custom(32), 400, 'malformed-json'],
    ['5,000 levels', custom(5000), 400, 'malformed-json'],
    ['400,000 levels', nested(400_000), 400, 'malformed-json'],
    ['30,001 members', JSON.stringify({ ...Array(30_001).fill(0) }), 400, 'malformed-json'],
    ['32 levels', custom(31), 422, 'validation-failed'],
    ['a list', '[]', 422, 'validation-failed'],
    ['null', 'null', 422, 'validation-failed'],
    ['nothing', '', 422, 'validation-failed'],
    ['an unknown member', '{"name":"a","companyId":"b"}', 422, 'unknown-field'],
    ['2 MiB', JSON.stringify({ name: 'x'.repeat(2 * 1024 * 1024) }), 413, 'payload-too-large'],
  ])('refuse %s', async (_, text, status, code) => {
    const answer = await send('POST', '/things', text);
    expect({ status: answer.status, code: answer.body.code }).toEqual({ status, code });
  });

  it.each(['', '\ufeff'])(
    'that set a prototype are told so, since they are JSON: after %j',
    async (before) => {
      const { body } = await send('POST', '/things', `${before}{"name":"a","__proto__":{}}`);
      expect(body.detail).toBe('The body has a member __proto__, or a constructor with a prototype.');
    },
  );

  it.each([
    ['a byte order mark (RFC 8259 section 8.1)', '\ufeff{"name":"a"}', 'a'],
    ['blanks around', ' \r\n{"name":"a"}\t', 'a'],
    ['a name twice: the last counts', '{"name":"a","name":"b"}', 'b'],
    ['escapes', '{"name":"\\u00e9"}', 'é'],
  ])('take %s', async (_, text, name) => {
    const { status, body } = await send('POST', '/things', text);
    expect({ status, name: body.name }).toEqual({ status: 201, name });
  });

  it.each([
    ['text/plain', 415],
    ['application/x-www-form-urlencoded', 415],
    ['multipart/form-data; boundary=x', 415],
    ['application/xml', 415],
    ['application/jsonp', 415],
    ['json', 415],
    ['', 415],
    ['application/json; charset=utf-8', 201],
    ['Application/JSON', 201],
  ])('of %s: %i', async (type, status) => {
    const answer = await send('POST', '/things', '{"name":"a"}', { 'content-type': type });
    expect(answer.status).toBe(status);
    if (status === 415) expect(answer.body.code).toBe('unsupported-media-type');
  });

  const many = (bytes: number) => '[{"name":"abc"}]'.padEnd(bytes);
  it.each([
    ['JSON over the usual limit', '/things/many', many(1_500_000), 'application/json', 200],
    ['JSON over its own limit', '/things/many', many(2 * MANY_THINGS_BYTES), 'application/json', 413],
    ['bytes', '/things/table', 'a,1\nb,2\n', 'text/csv', 200],
    ['bytes with a charset', '/things/table', 'a,1\nb,2\n', 'Text/CSV; charset=UTF-8', 200],
    ['bytes in another charset', '/things/table', 'a,1\n', 'text/csv; charset=latin1', 415],
    ['bytes over their limit', '/things/table', 'a'.repeat(TABLE_BYTES + 1), 'text/csv', 413],
    ['JSON where bytes are taken', '/things/table', '{}', 'application/json', 415],
    ['bytes where JSON is taken', '/things/many', 'a,1\n', 'text/csv', 415],
    ['bytes where a usual body is taken', '/things', 'a,1\n', 'text/csv', 415],
  ])('are read as their handler declares: %s', async (_, path, text, type, status) => {
    const { headers, ...answer } = await send('POST', path, text, { 'content-type': type });
    const code = { 200: undefined, 413: 'payload-too-large', 415: 'unsupported-media-type' }[status];
    expect({ status: answer.status, code: answer.body.code }).toEqual({ status, code });
    if (status !== 200) expect(headers.get('content-type')).toMatch(/^application\/problem\+json/);
    else if (path === '/things/table') expect(answer.body).toEqual({ things: 2, bytes: 8 });
  });

  it('name in the OpenAPI document the types and the limit that are their own', () => {
    const document = openApiDocument(app, { title: 'Things', description: '', prefix: '' });
    const { paths } = document as { paths: Record<string, { post?: { requestBody: object } }> };
    expect(paths['/things/table']?.post?.requestBody).toEqual({
      required: true,
      content: { 'text/csv': {} },
      'x-max-bytes': TABLE_BYTES,
    });
    expect(paths['/things/many']?.post?.requestBody).toMatchObject({ 'x-max-bytes': MANY_THINGS_BYTES });
    expect(paths['/things']?.post?.requestBody).not.toHaveProperty('x-max-bytes');
  });

  it.each([
    ['PATCH', 'application/json', 'application/merge-patch+json'],
    ['PUT', 'application/merge-patch+json', null],
  ])('415: %s with %s', async (method, type, accepted) => {
    const answer = await send(method, one, { name: 'new' }, { 'content-type': type });
    expect({ status: answer.status, code: answer.body.code }).toEqual({
      status: 415,
      code: 'unsupported-media-type',
    });
    expect(answer.headers.get('accept-patch')).toBe(accepted);
  });

  it.each([
    ['PUT', '{"name":', 'application/json'],
    ['PATCH', '{"name":', 'application/merge-patch+json'],
    ['PUT', 'name=a', 'application/x-www-form-urlencoded'],
    ['PUT', '{}', 'json'],
    ['PUT', '{}', ''],
    ['PUT', '{"colour":"red"}', 'application/json'],
  ])('404 before what is wrong with the body: %s %s of %s', async (method, body, type) => {
    const { status } = await send(method, `/things/${randomUUID()}`, body, { 'content-type': type });
    expect(status).toBe(404);
  });

  it('204: one that cannot be read, for an endpoint that takes none and looks at none', async () => {
    expect((await send('DELETE', one, '{"')).status).toBe(204);
  });

  it.each(['', 'json', 'a/b/c'])('204: none, of the type %j, which is no media type', async (type) => {
    expect((await send('DELETE', one, undefined, { 'content-type': type })).status).toBe(204);
    expect((await send('PUT', `${one}/seen`, undefined, { 'content-type': type })).status).toBe(204);
  });

  it.each([
    ['Latin-1 by its name', { 'content-type': 'application/json; charset=latin1' }, 415],
    ['compressed', { 'content-encoding': 'gzip' }, 415],
    ['UTF-8 by its name', { 'content-type': 'application/json; charset="UTF-8"' }, 201],
    ['not coded, by its name', { 'content-encoding': 'identity' }, 201],
  ])('one in %s: %#', async (_, headers: Record<string, string>, status) => {
    const answer = await send('POST', '/things', '{"name":"a"}', headers);
    expect(answer.status).toBe(status);
  });

  it('400: bytes that are not UTF-8', async () => {
    const { status, body } = await send('POST', '/things', Buffer.from('{"name":"Caf\xe9"}', 'latin1'));
    expect({ status, code: body.code }).toEqual({ status: 400, code: 'malformed-json' });
  });

  it('a merge patch is taken with its own type', async () => {
    const { status, body } = await send(
      'PATCH',
      one,
      { name: 'new' },
      { 'content-type': 'application/merge-patch+json' },
    );
    expect({ status, name: body.name }).toEqual({ status: 200, name: 'new' });
  });
});

describe('problems', () => {
  it('404 for a path parameter that cannot exist', async () => {
    const { status, headers, body } = await send('GET', '/things/none?fields=name', undefined, {
      'x-request-id': 'trace-1',
    });
    expect(headers.get('content-type')).toMatch(/^application\/problem\+json/);
    expect(headers.get('cache-control')).toBe('no-store');
    expect({ status, body }).toEqual({
      status: 404,
      body: {
        type: 'urn:problem-type:not-found',
        title: 'Not found',
        status: 404,
        detail: 'No such resource.',
        instance: '/things/none',
        code: 'not-found',
        traceId: 'trace-1',
      },
    });
  });

  it.each([
    ['GET', '/auth/fails/unknown', 500, 'internal-error'],
    ['GET', '/auth/fails/database', 503, 'unavailable'],
    ['GET', '/auth/fails/http', 418, 'bad-request'],
    ['GET', '/nowhere', 404, 'not-found'],
    ['GET', '/things/%ff', 400, 'bad-request'],
    ['GET', '/things?externalId=M%FCller', 400, 'bad-request'],
    ['GET', '/things?externalId=100%', 400, 'bad-request'],
    ['GET', '/nowhere?%C0%AF=a', 400, 'bad-request'],
    ['GET', '/things?limit=0&externalId=M%C3%BCller', 400, 'invalid-parameter'],
    ['GET', `/things/${'x'.repeat(300)}`, 404, 'not-found'],
    ['GET', '/things?limit=0', 400, 'invalid-parameter'],
    ['GET', '/things?limit=1&limit=2', 400, 'invalid-parameter'],
    ['GET', '/things?page=1', 400, 'unknown-parameter'],
    ['GET', '/things?__proto__=1', 400, 'unknown-parameter'],
  ])('%s %s: %i %s', async (method, path, status, code) => {
    const answer = await send(method, path);
    expect(answer.headers.get('content-type')).toMatch(/^application\/problem\+json/);
    expect(answer.body.code).toBe(code);
    if (code !== 'bad-request') expect(answer.status).toBe(status);
    expect(answer.body.status).toBe(answer.status);
    expect(answer.text).not.toContain('SELECT');
  });

  it.each([
    ['POST', one, 'DELETE, GET, HEAD, PATCH, PUT'],
    ['POST', `${one.toUpperCase()}/`, 'DELETE, GET, HEAD, PATCH, PUT'],
    ['DELETE', '/things?x=y', 'GET, HEAD, POST'],
    ['OPTIONS', '/things', 'GET, HEAD, POST'],
    ['POST', '/health/live', 'GET, HEAD'],
  ])('%s %s: 405 with Allow %s', async (method, path, allow) => {
    const { status, headers, body } = await send(method, path);
    expect({ status, allow: headers.get('allow'), code: body.code }).toEqual({
      status: 405,
      allow,
      code: 'method-not-allowed',
    });
  });

  it.each([
    ['text/html', 406],
    ['application/json;q=0', 406],
    ['application/json; charset=utf-8; q=0', 406],
    ['text/html; a="application/json,"', 406],
    ['application/json', 200],
    ['application/json; charset=utf-8', 200],
    ['*/*; charset=utf-8', 200],
    ['text/html, application/*;version=1;q=0.1;ext="a,b;q=0"', 200],
    ['application/problem+json', 200],
    ['*/*', 200],
    ['text/html, application/*;q=0.1', 200],
  ])('Accept: %s is %i', async (accept, status) => {
    expect((await send('GET', one, undefined, { accept })).status).toBe(status);
  });

  it.each([
    ['no HTTP', 'nonsense\r\n\r\n', 400, 'bad-request'],
    [
      'headers of 40 KB',
      `GET / HTTP/1.1\r\nhost: x\r\ncookie: ${'x'.repeat(40_000)}\r\n\r\n`,
      431,
      'headers-too-large',
    ],
    [
      '121 headers',
      `GET /things HTTP/1.1\r\nhost: x\r\n${'a: b\r\n'.repeat(120)}\r\n`,
      431,
      'headers-too-large',
    ],
    [
      'two lengths (request smuggling)',
      'POST /things HTTP/1.1\r\nhost: x\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\nab',
      400,
      'bad-request',
    ],
    [
      'a length beside chunks (request smuggling)',
      'POST /things HTTP/1.1\r\nhost: x\r\ncontent-length: 5\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n',
      400,
      'bad-request',
    ],
  ])('%s', async (_, bytes, status, code) => {
    const answer = await rawRequest(url, bytes);
    const [head = '', body = ''] = answer.split('\r\n\r\n');
    expect(head).toContain(`HTTP/1.1 ${status} `);
    expect(head.toLowerCase()).toContain('content-type: application/problem+json');
    expect(JSON.parse(body)).toMatchObject({ status, code });
  });

  it('has room for all that the gateway adds to the most that a client may send', async () => {
    const sent = ['accept: */*', 'connection: close', `x-forwarded-host: ${'x'.repeat(30_000)}`];
    const lines = ['GET /things HTTP/1.1', 'host: x', ...sent, ...Array(116).fill('a: b'), '', ''];
    expect(await rawRequest(url, lines.join('\r\n'))).toContain('HTTP/1.1 200 ');
  });
});

describe('who may keep an answer (RFC 9111 section 5.2.2)', () => {
  const KEPT = {
    cacheControl: 'private, no-cache',
    vary: 'authorization, x-company-context, api-version',
  };
  const NOT_KEPT = { cacheControl: 'no-store', vary: null };

  it.each<[string, string, string, Record<string, string>, object]>([
    ['a resource: the caller, who asks each time', 'GET', one, {}, KEPT],
    ['one that has not changed: the same', 'GET', one, { 'if-none-match': '"2"' }, KEPT],
    ['a list: nobody', 'GET', '/things', {}, NOT_KEPT],
    ['nothing: nobody', 'DELETE', one, {}, NOT_KEPT],
    ['a problem: nobody', 'GET', '/nowhere', {}, { ...NOT_KEPT, vary: 'accept-language' }],
  ])('%s', async (_, method, path, sent, expected) => {
    const { headers } = await send(method, path, undefined, sent);
    expect({ cacheControl: headers.get('cache-control'), vary: headers.get('vary') }).toEqual(expected);
  });
});

describe('headers of every answer', () => {
  it.each([
    ['of a resource', 'GET', one],
    ['of a refusal', 'GET', '/things?limit=0'],
    ['of an unknown path', 'GET', '/nowhere'],
    ['of a fault', 'GET', '/auth/fails/unknown'],
  ])('%s', async (_, method, path) => {
    const { headers } = await send(method, path, undefined, {
      'x-request-id': 'trace-2',
      'api-version': '1.3.0',
    });
    expect([headers.get('x-request-id'), headers.get('api-version')]).toEqual(['trace-2', '1.3.0']);
  });

  it('400 for an unknown version', async () => {
    const { status, body } = await send('GET', one, undefined, { 'api-version': '2.0.0' });
    expect({ status, code: body.code, supportedVersions: body.supportedVersions }).toEqual({
      status: 400,
      code: 'unsupported-api-version',
      supportedVersions: ['1.2', '1.3', '1.3.0', '1.3.1'],
    });
  });
});

describe('the OpenAPI document', () => {
  const options = { title: 'Things', description: 'For tests.', prefix: '/api' };

  it('is valid OpenAPI 3.1', async () => {
    const validator = new Validator();
    const outcome = await validator.validate(JSON.parse(JSON.stringify(openApiDocument(app, options))));
    expect(outcome).toEqual({ valid: true });
    expect(validator.version).toBe('3.1');
  });

  it('shows no internals: neither health nor members that are never sent', () => {
    const text = JSON.stringify(openApiDocument(app, options));
    expect(text).not.toContain('/health');
    expect(text).not.toContain('companyId');
  });

  it('marks what is deprecated, and says what to use', () => {
    const { paths } = JSON.parse(JSON.stringify(openApiDocument(app, options)));
    expect(paths['/api/auth/old'].get).toMatchObject({
      deprecated: true,
      description: 'Deprecated since 2026-01-31; use `/things`. It may be gone from 2026-12-31 on.',
    });
    expect(paths['/api/things'].get.deprecated).toBeUndefined();
  });

  it.each([
    ['put', '/api/things/{id}'],
    ['patch', '/api/things/{id}'],
    ['delete', '/api/things/{id}'],
    ['post', '/api/things/{id}/transitions'],
  ])('%s %s, which changes a row, takes If-Match', (method, path) => {
    const { paths } = JSON.parse(JSON.stringify(openApiDocument(app, options)));
    const { parameters, responses } = paths[path][method];
    expect(parameters).toContainEqual(expect.objectContaining({ in: 'header', name: 'if-match' }));
    expect(Object.keys(responses)).toEqual(expect.arrayContaining(['404', '412']));
  });

  it.each([
    ['get', '/api/things/{id}'],
    ['post', '/api/things'],
    ['put', '/api/things/{id}/seen'],
  ])('%s %s, which changes no version, does not', (method, path) => {
    const { paths } = JSON.parse(JSON.stringify(openApiDocument(app, options)));
    const { parameters, responses } = paths[path][method];
    expect(parameters).not.toContainEqual(expect.objectContaining({ name: 'if-match' }));
    expect(Object.keys(responses)).not.toEqual(expect.arrayContaining(['412']));
  });

  it.each([
    ['limit', { type: 'integer', minimum: 1, maximum: 200, default: 50 }],
    ['includeTotal', { type: 'boolean', default: false }],
  ])('types %s of a query, and says its default', (name, schema) => {
    const { paths } = JSON.parse(JSON.stringify(openApiDocument(app, options)));
    expect(paths['/api/things'].get.parameters).toContainEqual(
      expect.objectContaining({ in: 'query', name, schema: expect.objectContaining(schema) }),
    );
  });

  it.each([
    ['/things', '/api/things'],
    [one, '/api/things/{id}'],
  ])('GET %s?fields=…: the answer has all that its schema requires', async (path, described) => {
    const { paths, components } = JSON.parse(JSON.stringify(openApiDocument(app, options)));
    const answer = paths[described].get.responses['200'].content['application/json'].schema;
    const { $ref } = answer.properties?.data.items ?? answer;
    const { required, properties } = components.schemas[$ref.split('/').at(-1)];
    const { body } = await send('GET', `${path}?fields=name`);
    const row = body.data?.[0] ?? body;
    expect(Object.keys(row)).toEqual(expect.arrayContaining(required));
    expect(Object.keys(properties)).toEqual(expect.arrayContaining(['name', 'size', ...Object.keys(row)]));
  });

  it('a merge patch needs no member', () => {
    const { paths, components } = JSON.parse(JSON.stringify(openApiDocument(app, options)));
    expect(paths['/api/things/{id}'].patch.requestBody.content).toEqual({
      'application/merge-patch+json': { schema: { $ref: '#/components/schemas/SaveThingPatch' } },
    });
    const { properties, required, additionalProperties } = components.schemas.SaveThingPatch;
    expect({ required, additionalProperties }).toEqual({ additionalProperties: false });
    expect(properties.name).toMatchObject({ type: 'string', maxLength: 20 });
    expect(properties.size.anyOf).toEqual([{ type: 'integer', minimum: 1, maximum: 5 }, { type: 'null' }]);
  });

  it('says that `fields` leaves members out', () => {
    const { paths } = JSON.parse(JSON.stringify(openApiDocument(app, options)));
    expect(paths['/api/things'].get.parameters).toContainEqual(
      expect.objectContaining({ name: 'fields', description: expect.stringContaining('are left out') }),
    );
  });

  it('lets answers have more members, as a minor version adds some, and bodies none', () => {
    const { paths, components } = JSON.parse(JSON.stringify(openApiDocument(app, options)));
    const { get, post } = paths['/api/things'];
    const answers = [get.responses, post.responses, components.schemas.Thing, components.schemas.FieldError];
    expect(JSON.stringify(answers)).not.toContain('"additionalProperties":false');
    expect(components.schemas.SaveThing.additionalProperties).toBe(false);
  });

  it('tells what a write may send and what an answer always holds', () => {
    const document = JSON.parse(JSON.stringify(openApiDocument(app, options)));
    const { post } = document.paths['/api/things'];
    expect(Object.keys(post.responses)).toEqual(
      expect.arrayContaining(['201', '400', '413', '415', '422', '503']),
    );
    expect(document.components.schemas.SaveThing).toMatchObject({
      required: ['name'],
      additionalProperties: false,
    });
    expect(document.components.schemas.Thing.required).toEqual(
      expect.arrayContaining(['id', 'version', 'size']),
    );
  });
});
