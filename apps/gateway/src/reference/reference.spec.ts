import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createConfig, lintFromString } from '@redocly/openapi-core';
import { scopes } from '@safety/contracts';
import { Validator } from '@seriousme/openapi-schema-validator';
import { removedEndpoints } from '../route-table.js';
import { fillerIn } from '../testing/filler.js';
import { type GatewayUnderTest, startGateway } from '../testing/gateway-under-test.js';
import { rawRequest } from '../testing/raw-request.js';
import { danglingIn, withAnswers } from '../testing/served-document.js';
import { checkBodyLimits } from './build/check-body-limits.js';
import { checkRoutes } from './build/check-routes.js';
import { checkSummaries } from './build/check-summaries.js';
import { exampleRequests } from './build/example-requests.js';
import { type Document, mergeDocuments, type Parameter } from './build/merge-documents.js';
import { publicDocument } from './build/public-document.js';

/** Half as much again as it has; with every refusal in each operation it had 3.4 million. */
const MOST_CHARACTERS = 1_800_000;

let gateway: GatewayUnderTest;

beforeAll(async () => {
  gateway = await startGateway({
    AUTH_URL: 'https://id.example',
    TRUSTED_PROXIES: '1',
    ACCOUNTS_API_URL: 'https://accounts.example/accounts',
    BASE_URL: 'https://api.example/api',
    DOCS_CLIENT_ID: 'docs-client',
  });
});

afterAll(() => gateway.close());

describe('GET /openapi.json', () => {
  it('200: names the addresses of the settings and every service', async () => {
    const answer = await gateway.fetch('/openapi.json');
    const document = (await answer.json()) as Document & { components: { securitySchemes: object } };
    expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(document.paths['/accounts/companies/me']).toMatchObject({
      servers: [{ url: 'https://accounts.example' }],
    });
    for (const path of ['/api/hazards', '/api/personnel', '/api/orgstructures', '/api/courses'])
      expect(document.paths[path]).toMatchObject({ servers: [{ url: 'https://api.example' }] });
    expect(document.components.securitySchemes).toMatchObject({
      signIn: {
        flows: {
          authorizationCode: { authorizationUrl: 'https://id.example/auth/connect/authorize' },
          clientCredentials: { tokenUrl: 'https://id.example/auth/connect/token' },
        },
      },
    });
    expect(JSON.stringify(document)).not.toContain('.invalid');
  });

  it('is kept for nobody who does not read it', async () => {
    const impatient = await startGateway({ REQUEST_TIMEOUT_MS: '300' });
    const accepted = once(impatient.app.getHttpServer(), 'connection') as Promise<[Socket]>;
    const { hostname, port } = new URL(impatient.url);
    const socket = connect(Number(port), hostname).pause();
    const [connection] = await accepted;
    const ended = new Promise((resolve) => connection.once('close', resolve));
    socket.on('error', () => undefined);
    for (let count = 0; count < 20; count++) socket.write('GET /openapi.json HTTP/1.1\r\nHost: a\r\n\r\n');
    await ended;
    socket.destroy();
    await impatient.close();
  });

  it('is OpenAPI 3.1 in which a linter finds nothing, its examples fitting their schemas', async () => {
    const source = await (await gateway.fetch('/openapi.json')).text();
    const config = await createConfig({
      extends: ['recommended'],
      rules: {
        'no-invalid-media-type-examples': 'error',
        'no-invalid-schema-examples': 'error',
        'operation-operationId-unique': 'error',
        'operation-4xx-response': 'error',
        'no-unused-components': 'error',
        // Ids are UUIDs: a segment with a name is none.
        'no-ambiguous-paths': 'off',
        // A removed endpoint is 410 and nothing else.
        'operation-2xx-response': 'off',
      },
    });
    const problems = await lintFromString({ source, absoluteRef: 'openapi.json', config });
    expect(
      problems.map(({ ruleId, message, location }) => ({ ruleId, message, at: location[0]?.pointer })),
    ).toEqual([]);
  });

  it('is valid by the schema of OpenAPI 3.1', async () => {
    const validator = new Validator();
    const document = (await (await gateway.fetch('/openapi.json')).json()) as Record<string, unknown>;
    expect(await validator.validate(document)).toEqual({ valid: true });
    expect(validator.version).toBe('3.1');
  });

  it('says once what operations have alike, so that it is read in a moment', async () => {
    const source = await (await gateway.fetch('/openapi.json')).text();
    expect(source.length).toBeLessThan(MOST_CHARACTERS);
    const document = JSON.parse(source) as Document;
    expect(danglingIn(document)).toEqual([]);
    const { responses, parameters } = document.paths['/api/courses/{id}']?.['patch'] ?? {};
    expect(responses).toMatchObject({
      401: { $ref: '#/components/responses/Unauthorized' },
      409: { $ref: '#/components/responses/ConflictArchivedDuplicateReplayable' },
      default: { $ref: '#/components/responses/OtherRefusal' },
    });
    expect(parameters).toContainEqual({ $ref: '#/components/parameters/CompanyContext' });
  });

  it('lets an operation say itself what it alone refuses', async () => {
    const { paths } = (await (await gateway.fetch('/openapi.json')).json()) as Document;
    expect(paths['/api/students']?.['post']?.responses['422']?.description).toContain(
      '`prerequisite-missing`',
    );
  });

  it('every answer says which headers it has', async () => {
    const { paths } = withAnswers((await (await gateway.fetch('/openapi.json')).json()) as Document);
    const answers = Object.entries(paths).flatMap(([path, { servers: _, ...item }]) =>
      Object.entries(item).flatMap(([method, { responses }]) =>
        Object.entries(responses).map(([status, { headers = {} }]) => ({
          at: `${method} ${path} ${status}`,
          status,
          headers: Object.keys(headers),
        })),
      ),
    );
    const missing = (named: RegExp, ...expected: string[]) =>
      answers
        .filter(({ at }) => named.test(at))
        .filter(({ headers }) => !expected.every((name) => headers.includes(name)))
        .map(({ at }) => at);
    expect(missing(/./, 'X-Request-Id', 'Api-Version', 'RateLimit', 'RateLimit-Policy')).toEqual([]);
    expect(missing(/./, 'X-RateLimit-Limit', 'X-RateLimit-Remaining', 'X-RateLimit-Reset')).toEqual([]);
    expect(missing(/ (429|503)$/, 'Retry-After')).toEqual([]);
    expect(missing(/ (401|403)$/, 'WWW-Authenticate')).toEqual([]);
    expect(missing(/ 410$/, 'Link')).toEqual([]);
    expect(missing(/^get .(api.hazards|api.events).\{id\} (200|304)$/, 'Link')).toEqual([]);
    expect(missing(/ default$/, 'Allow')).toEqual([]);
    expect(answers.filter(({ status }) => status === '410').map(({ at }) => at)).toEqual(
      removedEndpoints.map(({ prefix }) => `get ${prefix} 410`).sort(),
    );
    expect(missing(/ 201$/, 'Idempotency-Replayed')).toEqual([]);
    // Several people are enrolled by one request, which makes no one resource.
    expect(missing(/ 201$/, 'Location', 'ETag')).toEqual(['post /api/classes/{id}/students 201']);
    expect(missing(/^(get|put|patch) .*\{id\}(\/restore)? (200|304)$/, 'ETag')).toEqual([]);
    expect(missing(/^get .*hierarchy (200|304)$/, 'ETag')).toEqual([]);
    expect(answers.filter(({ at }) => /^get .*\{id\} 304$/.test(at)).length).toBeGreaterThan(3);
  });

  it('has an example of its own for each request that the demo row would refuse, with an id of its own', async () => {
    const { paths } = (await (await gateway.fetch('/openapi.json')).json()) as Document;
    const requests = Object.entries(paths).flatMap(([path, item]) =>
      Object.entries(item).flatMap(([method, { requestBody }]) =>
        Object.entries(requestBody?.content ?? {}).map(
          ([, { example }]) => [`${method} ${path.replace(/^\/api/, '')}`, example] as const,
        ),
      ),
    );
    for (const [name, members] of Object.entries(exampleRequests))
      expect([name, Object.fromEntries(requests)[name]]).toEqual([name, expect.objectContaining(members)]);
    const ids = requests.flatMap(([name, example]) =>
      /^post .hazards/.test(name) ? ((example as { id?: string }).id ?? []) : [],
    );
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('reads as a person would say it: no two operations alike, real values in examples', async () => {
    const document = withAnswers((await (await gateway.fetch('/openapi.json')).json()) as Document);
    const operations = Object.values(document.paths).flatMap(({ servers: _, ...item }) =>
      Object.values(item),
    );
    const summaries = operations.map(({ summary }) => summary);
    expect(new Set(summaries).size).toBe(summaries.length);
    expect(summaries).toEqual(
      expect.arrayContaining(['List courses', 'Get a course', 'Add a hazard', 'List my companies']),
    );
    const groups = document.tags?.map(({ name, description }) => [name, description]) ?? [];
    expect(groups.filter(([, description = '']) => !description.endsWith('.'))).toEqual([]);
    expect(new Set(operations.flatMap(({ tags }) => tags))).toEqual(new Set(groups.map(([name]) => name)));
    const examples = operations.flatMap(({ operationId, requestBody, responses }) =>
      [requestBody, ...Object.values(responses)]
        .flatMap((part) => Object.values(part?.content ?? {}))
        .map(({ example }) => [operationId, example] as const),
    );
    const fillers = examples.flatMap(([id, example]) => fillerIn(example).map((found) => `${id} ${found}`));
    const remedy = 'a row in build/example-rows, or a value in build/example-values.ts';
    expect({ remedy, fillers }).toEqual({ remedy, fillers: [] });
    const answers = new Map(
      operations.map(({ operationId, responses }) => [
        operationId,
        Object.values(responses['200']?.content ?? {})[0]?.example,
      ]),
    );
    expect(answers.get('auditCourses')).toMatchObject({
      data: [{ members: [{ member: 'name', to: 'First aid at work' }] }],
    });
    const { id, relationshipId } = answers.get('getOrgStructures') as Record<string, string>;
    expect(relationshipId).toBe(id);
    const text = JSON.stringify(examples);
    for (const value of ['First aid at work', 'Demo Quarries']) expect(text).toContain(value);
    const { parameters: shared } = document.components as { parameters?: Record<string, Parameter> };
    const ofPaths = [
      ...operations.flatMap(({ parameters = [] }) => parameters),
      ...Object.values(shared ?? {}),
    ].filter((parameter) => parameter['in'] === 'path');
    expect(ofPaths.length).toBeGreaterThan(50);
    expect(ofPaths.filter(({ example }) => typeof example !== 'string')).toEqual([]);
  });

  it.each([
    [{ title: 'Title' }, ['title: Title']],
    [{ data: [{ timeZone: 'Time zone' }] }, ['timeZone: Time zone']],
    [{ name: 'string', completedOn: '2019-08-24' }, ['name: string', 'completedOn: 2019-08-24']],
    [{ startAt: '2026-11-30', endAt: '2026-11-30' }, ['startAt and endAt: 2026-11-30']],
    [{ title: 'Welding', startAt: '2026-11-30', endAt: '2026-12-01' }, []],
  ])('an example of %j has as fillers %j', (example, fillers) => {
    expect(fillerIn(example)).toEqual(fillers);
  });

  it('says by a keyword that generators of Java understand that there are no other members', async () => {
    const source = await (await gateway.fetch('/openapi.json')).text();
    expect(source).not.toContain('"additionalProperties":false');
    expect(source).toContain('"unevaluatedProperties":false');
  });

  it('a read of the business API names the narrower scope too, a write does not', async () => {
    const { paths } = (await (await gateway.fetch('/openapi.json')).json()) as Document;
    const narrower = { signIn: [scopes.businessRead] };
    expect(paths['/api/courses']?.['get']?.security).toContainEqual(narrower);
    expect(paths['/api/courses']?.['post']?.security).not.toContainEqual(narrower);
    expect(paths['/accounts/users']?.['get']?.security).not.toContainEqual(narrower);
  });

  it('every operation says how to get in, what every error looks like, and gives examples', async () => {
    const { paths } = withAnswers((await (await gateway.fetch('/openapi.json')).json()) as Document);
    const operations = Object.values(paths).flatMap(({ servers: _, ...item }) => Object.values(item));
    expect(operations.length).toBeGreaterThan(20);
    for (const { operationId, responses, security, requestBody } of operations) {
      const [first, ...others] = security as object[];
      expect([operationId, first, others.at(-1)]).toEqual([
        operationId,
        { signIn: [expect.any(String)] },
        { accessToken: [] },
      ]);
      const statuses = Object.keys(responses);
      expect(statuses.some((status) => status.startsWith('2') || status === '410')).toBe(true);
      expect(statuses).toEqual(expect.arrayContaining(['401', '403', '429', '500', '503', 'default']));
      const bodies = [requestBody, ...Object.values(responses)].flatMap((part) =>
        Object.values(part?.content ?? {}),
      );
      for (const { example } of bodies)
        expect({ operationId, example }).toEqual({ operationId, example: expect.anything() });
    }
    const change = operations.find(({ operationId }) => operationId === 'patchCourses');
    const exampleOf = (status: string) => Object.values(change?.responses[status]?.content ?? {})[0]?.example;
    expect(exampleOf('412')).toMatchObject({ code: 'version-mismatch', currentVersion: 2 });
    const wrong = { code: 'validation-failed', errors: [{ pointer: '/name', code: 'too-long' }] };
    expect(exampleOf('422')).toMatchObject(wrong);
    expect(exampleOf('403')).toMatchObject({
      code: 'permission-denied',
      requiredPermission: 'training.write',
    });
    for (const { prefix, successor } of removedEndpoints) {
      const gone = Object.values(paths[prefix]?.['get']?.responses['410']?.content ?? {});
      expect(gone).toMatchObject([{ example: { successor: successor.replace('*', '') } }]);
    }
    expect(exampleOf('429')).toMatchObject({ code: 'rate-limited', policy: 'company' });
  });
});

it('an operation without a summary is named with its service, and stops the build', () => {
  const document: Document = {
    openapi: '3.1.0',
    info: { title: 'A', description: 'A', version: '1' },
    paths: { '/api/old': { get: { operationId: 'listOld', tags: ['Old'], responses: {} } } },
    components: { schemas: {} },
  };
  expect(() => checkSummaries('training', document)).toThrow(
    'training: GET /api/old (listOld) has no summary; @Resource on its controller or @Summary on its handler',
  );
});

it('an operation that takes more than its route passes is named, and stops the build', () => {
  const importOf = (bytes: number): Pick<Document, 'paths'> => ({
    paths: {
      '/api/courses/import': {
        post: {
          operationId: 'importCourses',
          tags: ['Courses'],
          requestBody: { content: {}, 'x-max-bytes': bytes },
          responses: {},
        },
      },
    },
  });
  expect(() => checkBodyLimits(importOf(1024 * 1024))).not.toThrow();
  expect(() => checkBodyLimits(importOf(2_000_000))).toThrow(
    'POST /api/courses/import takes 2000000 bytes, and /api/courses of the route table passes 1048576',
  );
});

it.each([
  ['training', '/api/providers'],
  ['training', '/api/hazards'],
  ['training', '/api/employees'],
  ['training', '/internal/courses'],
])('a path of %s that the gateway does not pass on to it is named: %s', (service, path) => {
  expect(() => checkRoutes(service, { paths: { '/api/courses/{id}': {} } })).not.toThrow();
  expect(() => checkRoutes(service, { paths: { [path]: {} } })).toThrow(
    `training: ${path} has no route to TRAINING_URL`,
  );
});

describe('GET /docs', () => {
  it.each(['/docs', '/docs/', '/docs/oauth2-redirect.html'])(
    '200 %s: a page that loads nothing from elsewhere',
    async (path) => {
      const answer = await gateway.fetch(path);
      const policy = answer.headers.get('content-security-policy') ?? '';
      expect(answer.status).toBe(200);
      expect(policy).toContain("default-src 'none'");
      expect(policy).toContain(
        "connect-src 'self' https://id.example https://accounts.example https://api.example",
      );
      expect(await answer.text()).not.toMatch(/(src|href)="?https?:/);
    },
  );

  it('200 for everything that the page names', async () => {
    const page = await (await gateway.fetch('/docs')).text();
    const script = await (await gateway.fetch('/docs/start.js')).text();
    const named = [...page.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, path = '']) => path);
    // One of them is for those without scripts.
    expect(named).toHaveLength(5);
    expect(page).toMatch(/<noscript>\s*<h1>.*href="\/openapi\.json".*<\/noscript>/s);
    const imported = [...script.matchAll(/from '\.(\/[\w.-]+)'/g)].map(([, name = '']) => `/docs${name}`);
    expect(imported).toEqual(['/docs/local-references.js']);
    for (const path of [...named, ...imported])
      expect({ path, status: (await gateway.fetch(path)).status }).toEqual({ path, status: 200 });
  });

  it('signs in with the client of the settings, and asks for no badge', async () => {
    const script = await (await gateway.fetch('/docs/start.js')).text();
    expect(script).toContain('"clientId":"docs-client"');
    expect(script).toContain('"oauth2RedirectUrl":"https://id.example/docs/oauth2-redirect.html"');
    expect(script).toContain('"validatorUrl":null');
  });

  it.each([
    ['/docs/../package.json', 400],
    ['/docs/%2e%2e/package.json', 400],
    ['/docs/package.json', 404],
    ['/docs/index.html', 404],
  ])('%s: %d', async (path, status) => {
    expect((await rawRequest(gateway.url, `GET ${path}`)).status).toBe(status);
  });
});

it('a deprecated operation documents the headers by which its answers say so', () => {
  const paths = (deprecated: boolean) => ({
    '/api/old': {
      get: { operationId: 'old', tags: ['Old'], deprecated, responses: { 200: { description: 'OK' } } },
    },
  });
  const document = (deprecated: boolean) =>
    publicDocument([
      {
        openapi: '3.1.0',
        info: { title: 'A', description: 'A', version: '1' },
        paths: paths(deprecated),
        components: { schemas: {} },
      },
    ]) as Document & { components: { headers: object } };
  const headersOf = ({ paths }: Document) => paths['/api/old']?.['get']?.responses['200']?.headers;
  const said = { $ref: '#/components/headers/Deprecation' };
  const [old, current] = [document(true), document(false)];
  expect(headersOf(old)).toMatchObject({
    Deprecation: said,
    Sunset: expect.anything(),
    Link: expect.anything(),
  });
  expect(Object.keys(old.components.headers)).toEqual(
    expect.arrayContaining(['Deprecation', 'Sunset', 'Link']),
  );
  expect(headersOf(current)).not.toHaveProperty('Deprecation');
  expect(Object.keys(current.components.headers)).not.toContain('Deprecation');
});

describe('merging refuses', () => {
  const document = (path: string, operationId: string, schema: object): Document => ({
    openapi: '3.1.0',
    info: { title: 'A', description: 'A', version: '1' },
    paths: { [path]: { get: { operationId, tags: [], responses: {} } } },
    components: { schemas: { Thing: schema } },
  });

  it.each([
    ['one path twice', document('/a', 'b', {}), '/a is in two documents'],
    ['one id for two operations', document('/b', 'a', {}), 'a is the id of two operations'],
    ['one name for two schemas', document('/b', 'b', { type: 'null' }), 'Thing is the name of two schemas'],
  ])('%s', (_, second, message) => {
    expect(() => mergeDocuments([document('/a', 'a', {}), second])).toThrow(message);
  });

  it('but not the same schema in two services', () => {
    expect(Object.keys(mergeDocuments([document('/a', 'a', {}), document('/b', 'b', {})]).paths)).toEqual([
      '/a',
      '/b',
    ]);
  });
});
