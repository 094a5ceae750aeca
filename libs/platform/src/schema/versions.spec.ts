import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Controller, Get, Module, Post, Put } from '@nestjs/common';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { line, type Page, pageOf, resource, saved } from '@safety/contracts';
import { z } from 'zod';
import { Public } from '../access/access-metadata.js';
import { openApiDocument } from '../openapi/document.js';
import { notFound } from '../problems/problem-error.js';
import { createService } from '../service/service.js';
import { baseSettingsSchema } from '../settings/base-settings.js';
import type { Change } from './change.js';
import { Returns } from './returns.js';
import { TakesBody, TakesChange, TakesId, TakesQuery } from './takes.js';
import { Versioned } from './versioned.js';

const writable = {
  title: line(20),
  review: z
    .strictObject({ comment: line(50) })
    .nullable()
    .default(null),
};
const reportSchema = resource('Report', writable, {});
const saveReportSchema = saved('SaveReport', writable, {});
type SaveReport = z.infer<typeof saveReportSchema>;
type Report = z.output<typeof reportSchema>;

const REPORT_ID = '0190a3c4-5d6e-7f80-9a1b-2c3d4e5f6071';
const now = new Date(0);
const record = {
  id: REPORT_ID,
  version: 2,
  createdAt: now,
  createdByUserId: null,
  modifiedAt: now,
  modifiedByUserId: null,
  archived: false,
  archivedAt: null,
  archivedByUserId: null,
  externalId: null,
  customFields: {},
};
const published = { ...record, title: 'published', review: null };
const reviewed = { ...record, title: 'reviewed', review: { comment: 'Good.' } };
const pageWith = (row: typeof published | typeof reviewed): Page<typeof row> => ({
  data: [row],
  page: { limit: 50, hasMore: false, nextCursor: null, asOf: now, totalCount: null },
});

/** In 1.2 the comment was a member of the report, and everybody saw the reviews. */
const comments = {
  members: ['comment'],
  note: 'The comment of the review is the member `comment`.',
  request: ({ comment, ...rest }: Record<string, unknown>) => ({
    ...rest,
    review: comment === undefined ? null : { comment: (comment as string).trim() },
  }),
  response: ({ review, ...rest }: Report) => ({ ...rest, comment: review?.comment ?? null }),
};

@Controller('reports')
@Public()
class ReportsController {
  @Get()
  @Returns(pageOf(reportSchema))
  list(@TakesQuery(z.strictObject({})) _query: object) {
    return pageWith(published);
  }

  @Get('reviews')
  @Versioned<Report>({ '1.2': { ...comments, path: '/reports' } })
  @Returns(pageOf(reportSchema))
  reviews(@TakesQuery(z.strictObject({})) _query: object) {
    return pageWith(reviewed);
  }

  @Post()
  @Returns(reportSchema, { status: 201 })
  add(@TakesBody(saveReportSchema) report: SaveReport) {
    return { ...published, ...report };
  }

  @Post('reviews')
  @Versioned<Report>({ '1.2': { ...comments, path: '/reports', location: '/reports/{id}' } })
  @Returns(reportSchema, { status: 201, location: '/reports/{id}/review' })
  addReview(@TakesBody(saveReportSchema) report: SaveReport) {
    return { ...reviewed, ...report };
  }

  @Get(':id')
  @Returns(reportSchema)
  get(@TakesId() _id: string) {
    return published;
  }

  @Get(':id/review')
  @Versioned<Report>({ '1.2': { ...comments, path: '/reports/{id}' } })
  @Returns(reportSchema)
  review(@TakesId() id: string) {
    if (id !== REPORT_ID) throw notFound('report');
    return reviewed;
  }

  @Put(':id')
  @Versioned<Report>({
    '1.2': comments,
    '1.3.0': {
      note: 'The title is written in upper case.',
      response: (row) => ({ ...row, title: row.title.toUpperCase() }),
    },
  })
  @Returns(reportSchema)
  replace(@TakesId() _id: string, @TakesChange(saveReportSchema) change: Change<SaveReport>) {
    return { ...published, ...change.of(published) };
  }
}

@Module({ controllers: [ReportsController] })
class ReportsModule {}

let app: NestFastifyApplication;
let url: string;

beforeAll(async () => {
  ({ app } = await createService(
    ReportsModule,
    {
      name: 'reports',
      settings: baseSettingsSchema.extend({ BASE_URL: z.string().default('https://api.example/api') }),
    },
    { LOG_LEVEL: 'silent', PORT: '0' },
  ));
  await app.listen(0, '127.0.0.1');
  url = await app.getUrl();
});

afterAll(() => app.close());

async function send(version: string | undefined, request: string, body?: unknown, headers: object = {}) {
  const [method = '', path = ''] = request.split(' ');
  const response = await fetch(`${url}${path}`, {
    method,
    headers: {
      ...(version && { 'api-version': version }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
  const text = await response.text();
  return { status: response.status, headers: response.headers, body: text ? JSON.parse(text) : undefined };
}

const one = `/reports/${REPORT_ID}`;

describe('an operation that moved', () => {
  it.each([
    [undefined, 'published'],
    ['1.3.1', 'published'],
    ['1.3.0', 'published'],
    ['1.3', 'published'],
    ['1.2', 'reviewed'],
  ])('200: in version %s the list is of %s reports', async (version, title) => {
    const { status, headers, body } = await send(version, 'GET /reports');
    expect({ status, title: body.data[0].title }).toEqual({ status: 200, title });
    expect(headers.get('api-version')).toBe(version ?? '1.3.1');
  });

  it.each(['/REPORTS', '/reports/', `${one}`, `${one}/?fields=comment,title`])(
    '200: is found in 1.2 at %s',
    async (path) => {
      const { status, body } = await send('1.2', `GET ${path}`);
      expect({ status, title: (body.data?.[0] ?? body).title }).toEqual({ status: 200, title: 'reviewed' });
    },
  );

  it('200: a path that is new is what it is in every version', async () => {
    expect((await send('1.2', 'GET /reports/reviews')).body.data[0].title).toBe('reviewed');
  });

  it('404 names the path that was asked for', async () => {
    const path = '/reports/0190a3c4-5d6e-7f80-9a1b-000000000000';
    const { status, body } = await send('1.2', `GET ${path}`);
    expect({ status, instance: body.instance }).toEqual({ status: 404, instance: path });
  });
});

describe('steps of an answer', () => {
  it('200: each row of a page has the members of its version', async () => {
    const { body } = await send('1.2', 'GET /reports');
    expect(body.data[0]).toMatchObject({ id: REPORT_ID, version: 2, comment: 'Good.' });
    expect(body.data[0]).not.toHaveProperty('review');
    expect(body.page.limit).toBe(50);
  });

  it('200: of one row, with its ETag; 304 to whoever has it', async () => {
    const { headers, body } = await send('1.2', `GET ${one}`);
    expect({ etag: headers.get('etag'), comment: body.comment }).toEqual({ etag: '"2"', comment: 'Good.' });
    expect((await send('1.2', `GET ${one}`, undefined, { 'if-none-match': '"2"' })).status).toBe(304);
    expect(headers.get('vary')).toContain('api-version');
  });

  it('pass the versions between, the newest first', async () => {
    const row = { title: 'both' };
    const newest = await send('1.3.1', `PUT ${one}`, row);
    const between = await send('1.3', `PUT ${one}`, row);
    const oldest = await send('1.2', `PUT ${one}`, { ...row, comment: 'Fine.' });
    expect([newest.body.title, between.body.title, oldest.body.title]).toEqual(['both', 'BOTH', 'BOTH']);
    expect([between.body.review, oldest.body.comment]).toEqual([null, 'Fine.']);
  });
});

describe('steps of a body', () => {
  it('201: the schema of the newest version checks what they made of it', async () => {
    const { status, headers, body } = await send('1.2', 'POST /reports', { title: 'a', comment: ' Good. ' });
    expect({ status, title: body.title, comment: body.comment }).toEqual({
      status: 201,
      title: 'a',
      comment: 'Good.',
    });
    expect(headers.get('location')).toBe(`https://api.example/api${one}`);
  });

  it.each([
    ['1.2', '/reports', one],
    ['1.2', '/reports/reviews', one],
    ['1.3', '/reports/reviews', `${one}/review`],
    ['1.3', '/reports', one],
  ])('201: in version %s the row of POST %s is at %s', async (version, path, address) => {
    const { headers } = await send(version, `POST ${path}`, { title: 'a' });
    expect(headers.get('location')).toBe(`https://api.example/api${address}`);
    expect((await send(version, `GET ${address}`)).status).toBe(200);
  });

  it.each([
    ['a member of another type', { title: 'a', comment: 7 }, 'validation-failed'],
    ['a wrong member', { title: '', comment: 'Good.' }, 'validation-failed'],
    ['an unknown member', { title: 'a', colour: 'red' }, 'unknown-field'],
    ['a list', [], 'validation-failed'],
    ['a text', '"text"', 'validation-failed'],
    ['no body', undefined, 'validation-failed'],
  ])('422: %s', async (_, given, code) => {
    for (const request of ['POST /reports', `PUT ${one}`]) {
      const { status, body } = await send('1.2', request, given);
      expect({ status, code: body.code }).toEqual({ status: 422, code });
    }
  });

  it('400 malformed-json: half a body', async () => {
    const { status, body } = await send('1.2', 'POST /reports', '{"');
    expect({ status, code: body.code }).toEqual({ status: 400, code: 'malformed-json' });
  });

  it('422: the members of 1.2 are unknown in the newest version', async () => {
    const { body } = await send(undefined, 'POST /reports', { title: 'a', comment: 'Good.' });
    expect(body.code).toBe('unknown-field');
  });
});

describe('a deprecated version', () => {
  it.each([
    ['an operation that moved', 'GET /reports', '/reports/reviews'],
    ['one that is where it was', `PUT ${one}`, one],
    ['a refusal', `GET ${one}?colour=red`, `${one}/review`],
  ])('says until when it works, and what follows: %s', async (_, request, successor) => {
    const { headers } = await send('1.2', request, request.startsWith('PUT') ? { title: 'a' } : undefined);
    expect(Object.fromEntries(headers)).toMatchObject({
      'api-version': '1.2',
      deprecation: '@1793491200',
      sunset: 'Mon, 01 Nov 2027 00:00:00 GMT',
      link:
        `<https://api.example/api${successor}>; rel="successor-version", ` +
        '<http://localhost:8080/docs>; rel="deprecation"; type="text/html"',
    });
  });

  it.each(['1.3', '1.3.0', '1.3.1'])('is not %s', async (version) => {
    expect((await send(version, 'GET /reports')).headers.get('deprecation')).toBeNull();
  });

  it.each(['1.1', '1.2.0', '1.3.2', '2', '1.2, 1.3.1', ''])(
    '400 unsupported-api-version: %j',
    async (version) => {
      const { status, body } = await send(undefined, 'GET /reports', undefined, { 'api-version': version });
      expect({ status, code: body.code }).toEqual({ status: 400, code: 'unsupported-api-version' });
    },
  );
});

describe('the OpenAPI document', () => {
  const description = (path: string, method = 'get') => {
    const document = openApiDocument(app, { title: 'Reports', description: 'For tests.', prefix: '/api' });
    const { paths } = document as { paths: Record<string, Record<string, { description: string }>> };
    return paths[`/api${path}`]?.[method]?.description;
  };

  it.each([
    ['/reports', 'get', 'In version 1.2 this request is `GET /reports/reviews`.'],
    ['/reports/{id}', 'get', 'In version 1.2 this request is `GET /reports/{id}/review`.'],
    ['/reports/reviews', 'get', `In version 1.2 its path is \`/reports\`. ${comments.note}`],
    ['/reports/{id}', 'put', `In version 1.2: ${comments.note}`],
    ['/reports/{id}', 'put', 'Up to version 1.3.0: The title is written in upper case.'],
  ])('%s %s: %s', (path, method, note) => {
    expect(description(path, method)).toContain(note);
  });
});
