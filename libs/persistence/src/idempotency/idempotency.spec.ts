import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import {
  Controller,
  Delete,
  type ExecutionContext,
  Global,
  Injectable,
  Module,
  Patch,
  Post,
  type Type,
} from '@nestjs/common';
import { APP_GUARD } from '@nestjs/core';
import type { FieldError } from '@safety/contracts';
import {
  baseSettings,
  createService,
  ProblemError,
  Public,
  Returns,
  ReturnsNothing,
  refuseFaults,
  TakesBody,
  TakesId,
} from '@safety/platform';
import type { TestDatabase } from '@safety/testing';
import { connected } from '@safety/testing';
import type { FastifyRequest } from 'fastify';
import pg from 'pg';
import { z } from 'zod';
import { ChangePublisher } from '../changes/change-publisher.js';
import { PersistenceModule } from '../persistence.module.js';
import { CompanyRows } from '../rows/company-rows.js';
import { cursorSettings } from '../rows/cursor.js';
import { RowsSource } from '../rows/rows-source.js';
import { databaseSettings } from '../settings.js';
import { Believing } from '../testing/believing.guard.js';
import {
  KeptChanges,
  Note,
  note,
  noteMessage,
  notesDatabase,
  notesOptions,
  notesPersistence,
  wanting,
} from '../testing/notes.js';
import { Company } from '../testing/notes-service.js';
import { type CompanyActor, CompanyTransactions } from '../transaction/company-transactions.js';
import { ExpiredKeys } from './expired-keys.js';

const company = randomUUID();
const actor = { companyId: company, userId: null };
const writeSchema = z.strictObject({
  title: z.string(),
  how: z.enum(['succeed', 'refuse', 'break', 'wait', 'refer']),
});
const renameSchema = z.strictObject({ title: z.string() });
const writtenSchema = z.object({ id: z.string(), version: z.int() }).meta({ id: 'Written' });

/** The promise that a handler waits for, and the one that it has begun to wait. */
let entered = Promise.withResolvers<void>();
let released = Promise.withResolvers<void>();

/** The titles that were told of after a commit. */
const told: string[] = [];

/** The faults of rows that a body names. */
let faults: FieldError[] = [];

@Controller('notes')
@Public()
class NotesController {
  private readonly notes: CompanyRows<Note, CompanyActor>;

  constructor(
    source: RowsSource,
    private readonly transactions: CompanyTransactions,
  ) {
    this.notes = new CompanyRows(source, Note, { ...notesOptions, message: noteMessage });
  }

  @Post()
  @Returns(writtenSchema, { status: 201 })
  async write(
    @Company() { companyId }: CompanyActor,
    @TakesBody(writeSchema) { title, how }: z.output<typeof writeSchema>,
  ) {
    const row = await this.notes.add({ companyId, userId: null }, note({ title }));
    this.transactions.current(companyId).afterCommit.push(() => told.push(title));
    if (how === 'refuse') throw new ProblemError('invalid-state', { detail: 'Not now.' });
    if (how === 'refer') refuseFaults(faults);
    if (how === 'break') throw new Error('after the write');
    if (how === 'wait') {
      entered.resolve();
      await released.promise;
    }
    return row;
  }

  @Post('blank')
  @Returns(writtenSchema, { status: 201 })
  writeBlank() {
    return this.notes.add(actor, note({ title: 'blank' }));
  }

  @Patch(':id')
  @Returns(writtenSchema)
  rename(@TakesId() id: string, @TakesBody(renameSchema) { title }: z.output<typeof renameSchema>) {
    return this.notes.change(actor, id, wanting({ title }));
  }

  @Delete(':id')
  @ReturnsNothing()
  archive(@TakesId() id: string) {
    return this.notes.archive(actor, id, undefined);
  }
}

/** Reads a request without `Api-Version` as a release does that has another newest version. */
@Injectable()
class OfOtherRelease extends Believing {
  override canActivate(context: ExecutionContext): boolean {
    const request = context.switchToHttp().getRequest<FastifyRequest>();
    const newest = request.headers['x-newest'];
    if (newest) Object.assign(request, { apiVersion: newest });
    return super.canActivate(context);
  }
}

@Global()
@Module({
  imports: [PersistenceModule.forCompanies(notesPersistence)],
  controllers: [NotesController],
  providers: [
    { provide: APP_GUARD, useClass: OfOtherRelease },
    { provide: ChangePublisher, useClass: KeptChanges },
  ],
  exports: [ChangePublisher],
})
class NotesModule {}

let database: TestDatabase;
let app: Awaited<ReturnType<typeof createService>>['app'];
let owner: pg.Client;
let url: string;

async function startNotes(CURSOR_SECRET: string) {
  const settings = z.object({ ...baseSettings, ...databaseSettings, ...cursorSettings });
  const started = await createService(
    NotesModule as Type,
    { name: 'notes', settings },
    { PORT: '0', LOG_LEVEL: 'silent', DATABASE_URL: database.serviceUrl, CURSOR_SECRET },
  );
  await started.app.listen(0, '127.0.0.1');
  return { app: started.app, url: await started.app.getUrl(), close: () => started.app.close() };
}

beforeAll(async () => {
  database = await notesDatabase();
  ({ app, url } = await startNotes('x'.repeat(32)));
  owner = new pg.Client({ connectionString: database.ownerUrl });
  await owner.connect();
});

beforeEach(() => {
  entered = Promise.withResolvers();
  released = Promise.withResolvers();
});

afterAll(async () => {
  await app.close();
  await owner.end();
  await database.drop();
});

const post = (key: string, body: object, headers: Record<string, string> = {}, path = '/notes', base = url) =>
  send('POST', key, body, { headers, path, base });

async function send(
  method: string,
  key: string,
  body: object,
  { headers = {}, path, base = url }: { headers?: Record<string, string>; path: string; base?: string },
) {
  const response = await fetch(`${base}${path}`, {
    method,
    headers: {
      'content-type': method === 'PATCH' ? 'application/merge-patch+json' : 'application/json',
      'x-company-context': company,
      'x-user': 'user',
      'x-client': 'client',
      'idempotency-key': key,
      ...headers,
    },
    body: JSON.stringify(body),
  });
  return {
    status: response.status,
    replayed: response.headers.get('idempotency-replayed'),
    headers: response.headers,
    body: (response.status === 204 ? {} : await response.json()) as Record<string, unknown>,
  };
}

const count = async (title: string): Promise<number> =>
  (await owner.query('SELECT 1 FROM notes WHERE title = $1', [title])).rowCount ?? 0;
const keys = async (): Promise<number> => (await owner.query('SELECT 1 FROM idempotency_keys')).rowCount ?? 0;

describe('a write that is repeated with its key', () => {
  it('gets its first answer: status, body, ETag and Location', async () => {
    const [key, title] = [randomUUID(), randomUUID()];
    const first = await post(key, { title, how: 'succeed' });
    const second = await post(key, { title, how: 'succeed' });
    expect([first.replayed, second.replayed]).toEqual([null, 'true']);
    expect({ status: second.status, body: second.body }).toEqual({ status: 201, body: first.body });
    for (const name of ['etag', 'location', 'content-type', 'vary']) {
      expect(second.headers.get(name)).toBe(first.headers.get(name));
    }
    expect(await count(title)).toBe(1);
    expect(told.filter((one) => one === title)).toHaveLength(1);
  });

  it.each(['/notes/', '/Notes', '/%6eotes'])('gets its first answer at %s too', async (path) => {
    const [key, title] = [randomUUID(), randomUUID()];
    const first = await post(key, { title, how: 'succeed' });
    const { replayed, body } = await post(key, { title, how: 'succeed' }, {}, path);
    expect({ replayed, body }).toEqual({ replayed: 'true', body: first.body });
    expect(await count(title)).toBe(1);
  });

  it('gets its first answer with a body that nobody reads, whatever it is', async () => {
    const key = randomUUID();
    const unread = () => post(key, {}, { 'content-type': 'text/plain' }, '/notes/blank');
    const [first, second] = [await unread(), await unread()];
    expect([first.status, first.replayed]).toEqual([201, null]);
    expect([second.replayed, second.body]).toEqual(['true', first.body]);
    expect(await count('blank')).toBe(1);
  });

  it('is tried anew after a 415 for its body', async () => {
    const [key, title] = [randomUUID(), randomUUID()];
    const body = { title, how: 'succeed' };
    expect((await post(key, body, { 'content-type': 'text/plain' })).status).toBe(415);
    expect((await post(key, body)).status).toBe(201);
  });

  it('gets its first refusal, and what was written before it is gone', async () => {
    const [key, title] = [randomUUID(), randomUUID()];
    const first = await post(key, { title, how: 'refuse' });
    const second = await post(key, { title, how: 'refuse' });
    expect([first, second].map(({ status, replayed, body }) => [status, replayed, body.code])).toEqual([
      [409, null, 'invalid-state'],
      [409, 'true', 'invalid-state'],
    ]);
    expect(second.headers.get('content-type')).toMatch(/^application\/problem\+json/);
    for (const { headers } of [first, second]) expect(headers.get('vary')).toBe('accept-language');
    const [traceId, other] = [second, first].map(({ headers }) => headers.get('x-request-id'));
    expect(second.body).toEqual({ ...first.body, traceId });
    expect(first.body).toMatchObject({ traceId: other });
    expect(await count(title)).toBe(0);
    expect(told).not.toContain(title);
  });

  it('is tried anew after a 500: neither the change nor the answer was kept', async () => {
    const [key, title] = [randomUUID(), randomUUID()];
    const before = await keys();
    expect((await post(key, { title, how: 'break' })).status).toBe(500);
    expect([await count(title), await keys()]).toEqual([0, before]);
    expect(await post(key, { title, how: 'succeed' })).toMatchObject({ status: 201, replayed: null });
    expect(await count(title)).toBe(1);
  });

  it.each(['not-found', 'archived-reference'] as const)('is tried anew after 422 %s', async (code) => {
    const [key, title] = [randomUUID(), randomUUID()];
    faults = (['not-allowed', code] as const).map((fault) => ({
      pointer: '/title',
      code: fault,
      detail: 'No.',
    }));
    const refused = { status: 422, replayed: null, body: { errors: faults } };
    expect(await post(key, { title, how: 'refer' })).toMatchObject(refused);
    expect(await post(key, { title, how: 'refer' })).toMatchObject(refused);
    expect(await count(title)).toBe(0);
    faults = [];
    expect(await post(key, { title, how: 'refer' })).toMatchObject({ status: 201, replayed: null });
    expect(await post(key, { title, how: 'refer' })).toMatchObject({ status: 201, replayed: 'true' });
    expect(await count(title)).toBe(1);
  });

  it('409 with Retry-After while the first is under way; then its answer', async () => {
    const [key, title] = [randomUUID(), randomUUID()];
    const first = post(key, { title, how: 'wait' });
    await entered.promise;
    const meanwhile = await post(key, { title, how: 'wait' });
    expect(meanwhile).toMatchObject({ status: 409, body: { code: 'idempotency-in-progress' } });
    expect(meanwhile.headers.get('retry-after')).toBe('1');
    released.resolve();
    const { body } = await first;
    expect(await post(key, { title, how: 'wait' })).toMatchObject({ status: 201, replayed: 'true', body });
    expect(await count(title)).toBe(1);
  });

  it('waits for nobody in another company', async () => {
    const [key, title] = [randomUUID(), randomUUID()];
    const first = post(key, { title, how: 'wait' });
    await entered.promise;
    const elsewhere = { 'x-company-context': randomUUID() };
    const meanwhile = await post(key, { title, how: 'succeed' }, elsewhere);
    released.resolve();
    expect(meanwhile).toMatchObject({ status: 201, replayed: null });
    expect(await first).toMatchObject({ status: 201, replayed: null });
  });

  it('409 while a pod of an earlier release answers the first', async () => {
    const [key, title] = [randomUUID(), randomUUID()];
    await post(key, { title, how: 'succeed' });
    const newest = 'SELECT digest FROM idempotency_keys ORDER BY created_at DESC LIMIT 1';
    const { digest } = (await owner.query<{ digest: Buffer }>(newest)).rows[0] ?? {};
    const number = [digest?.readBigInt64BE(0)];
    await owner.query('DELETE FROM idempotency_keys WHERE digest = $1', [digest]);
    await owner.query('SELECT pg_advisory_lock($1)', number);
    const meanwhile = await post(key, { title, how: 'succeed' });
    await owner.query('SELECT pg_advisory_unlock($1)', number);
    expect(meanwhile).toMatchObject({ status: 409, body: { code: 'idempotency-in-progress' } });
    expect(await post(key, { title, how: 'succeed' })).toMatchObject({ status: 201, replayed: null });
  });

  it('gets its first answer while another repetition gets it', async () => {
    const [key, title] = [randomUUID(), randomUUID()];
    await post(key, { title, how: 'succeed' });
    const all = await Promise.all(Array.from({ length: 10 }, () => post(key, { title, how: 'succeed' })));
    expect(new Set(all.map(({ status, replayed }) => `${status} ${replayed}`))).toEqual(
      new Set(['201 true']),
    );
    expect(await count(title)).toBe(1);
  });

  it.each<[string, Record<string, string>]>([
    ['has another newest version', { 'x-newest': '9.0.0' }],
    ['had 1.3.1 as the newest', { 'api-version': '1.3.1' }],
  ])('without Api-Version is the same at a release that %s', async (_, headers) => {
    const [key, title] = [randomUUID(), randomUUID()];
    await post(key, { title, how: 'succeed' });
    expect(await post(key, { title, how: 'succeed' }, headers)).toMatchObject({
      status: 201,
      replayed: 'true',
    });
    expect(await count(title)).toBe(1);
  });

  it('leaves nothing when its connection dies before the commit', async () => {
    const [key, title] = [randomUUID(), randomUUID()];
    const first = post(key, { title, how: 'wait' });
    await entered.promise;
    await owner.query(
      `SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity
       WHERE datname = current_database() AND state = 'idle in transaction'`,
    );
    released.resolve();
    expect((await first).status).toBe(503);
    expect(await count(title)).toBe(0);
    expect(await post(key, { title, how: 'succeed' })).toMatchObject({ status: 201, replayed: null });
  });

  it('gets an answer that lies encrypted, and opens for its own key alone', async () => {
    const [key, other, title] = [randomUUID(), randomUUID(), randomUUID()];
    const first = await post(key, { title, how: 'succeed' });
    const stored = `SELECT digest, body FROM idempotency_keys ORDER BY created_at DESC LIMIT 1`;
    const [answer] = (await owner.query(stored)).rows;
    expect(answer.body).toMatch(/^sealed:/);
    const decoded = Buffer.from(answer.body.slice('sealed:'.length), 'base64url').toString('latin1');
    expect([answer.body, decoded].filter((text) => text.includes(String(first.body['id'])))).toEqual([]);
    await post(other, { title, how: 'succeed' });
    const [next] = (await owner.query(stored)).rows;
    await owner.query('UPDATE idempotency_keys SET body = $2 WHERE digest = $1', [next.digest, answer.body]);
    expect((await post(other, { title, how: 'succeed' })).body['code']).toBe('idempotency-answer-lost');
  });

  it('409 idempotency-answer-lost once CURSOR_SECRET was replaced: never written again, never a 500', async () => {
    const { close, url: replaced } = await startNotes('y'.repeat(32));
    try {
      for (const [how, firstStatus, detail] of [
        ['succeed', 201, 'The write was made'],
        ['refuse', 409, 'changed nothing'],
      ] as const) {
        const [key, title] = [randomUUID(), randomUUID()];
        await post(key, { title, how });
        const written = await count(title);
        for (const body of [
          { title, how },
          { title: 'another', how },
        ]) {
          const again = await post(key, body, {}, '/notes', replaced);
          const code = 'idempotency-answer-lost';
          expect(again).toMatchObject({ status: 409, body: { code, firstStatus } });
          expect(again.body['detail']).toContain(detail);
        }
        expect(await count(title)).toBe(written);
        expect((await post(key, { title, how })).replayed).toBe('true');
      }
    } finally {
      await close();
    }
  });

  it('is done once when it is sent eight times at once', async () => {
    const [key, title] = [randomUUID(), randomUUID()];
    const answers = await Promise.all(Array.from({ length: 8 }, () => post(key, { title, how: 'succeed' })));
    expect(answers.filter(({ status }) => status !== 201 && status !== 409)).toEqual([]);
    expect(await count(title)).toBe(1);
  });
});

describe('a key', () => {
  const same = { title: 'same', how: 'succeed' };

  it.each<[string, object, Record<string, string>, string]>([
    ['body', { ...same, title: 'another' }, {}, '/notes'],
    ['query', same, {}, '/notes?x=1'],
    ['If-Match', same, { 'if-match': '"1"' }, '/notes'],
    ['If-None-Match', same, { 'if-none-match': '"1"' }, '/notes'],
    ['Api-Version', same, { 'api-version': '1.3.0' }, '/notes'],
  ])('422 with another %s', async (_, body, headers, path) => {
    const key = randomUUID();
    await post(key, same);
    expect(await post(key, body, headers, path)).toMatchObject({
      status: 422,
      body: { code: 'idempotency-key-reused' },
    });
  });

  it.each([
    ['another user', { 'x-user': 'other' }],
    ['another client', { 'x-client': 'other' }],
  ])('of %s is another key', async (_, headers) => {
    const [key, title] = [randomUUID(), randomUUID()];
    await post(key, { title, how: 'succeed' });
    expect(await post(key, { title, how: 'succeed' }, headers)).toMatchObject({
      status: 201,
      replayed: null,
    });
    expect(await count(title)).toBe(2);
  });

  it('of another row, path or method is another key', async () => {
    const [key, title] = [randomUUID(), randomUUID()];
    const add = async () => String((await post(randomUUID(), same)).body['id']);
    const [one, two] = [await add(), await add()];
    const done = async (method: string, path: string, body: object) => {
      const { status, replayed } = await send(method, key, body, { path });
      return [status, replayed];
    };
    expect(await done('PATCH', `/notes/${one}`, { title })).toEqual([200, null]);
    expect(await done('PATCH', `/notes/${two}`, { title })).toEqual([200, null]);
    expect(await count(title)).toBe(2);
    expect(await done('DELETE', `/notes/${one}`, { title })).toEqual([204, null]);
    const archived = 'SELECT id FROM notes WHERE archived_at IS NOT NULL';
    expect((await owner.query(archived)).rows).toEqual([{ id: one }]);
    expect(await done('POST', '/notes', { title, how: 'succeed' })).toEqual([201, null]);
    expect(await done('POST', '/notes/blank', { title, how: 'succeed' })).toEqual([201, null]);
    expect(await done('PATCH', `/notes/${one}`, { title })).toEqual([200, 'true']);
  });

  it('takes every printable character, also between words', async () => {
    const title = randomUUID();
    const key = `order 4711 of ~{${title}}`;
    const [first, again] = [
      await post(key, { title, how: 'succeed' }),
      await post(key, { title, how: 'succeed' }),
    ];
    expect([first.status, again.status, again.replayed]).toEqual([201, 201, 'true']);
  });

  it.each(['x'.repeat(256), 'ké'])('400: %s', async (key) => {
    const answer = await post(Buffer.from(key, 'utf8').toString('latin1'), { title: 'x', how: 'succeed' });
    expect(answer).toMatchObject({ status: 400, body: { errors: [{ header: 'idempotency-key' }] } });
  });
});

describe('after 24 hours', () => {
  const age = (hours: number) =>
    owner.query(`UPDATE idempotency_keys SET created_at = now() - interval '${hours} hours'`);

  it('a key is free again', async () => {
    const [key, title] = [randomUUID(), randomUUID()];
    await post(key, { title, how: 'succeed' });
    await age(23);
    expect((await post(key, { title, how: 'succeed' })).replayed).toBe('true');
    await age(25);
    expect(await post(key, { title, how: 'succeed' })).toMatchObject({ status: 201, replayed: null });
    expect(await count(title)).toBe(2);
  });

  it('keys of all companies are removed; living ones of other companies cannot even be seen', async () => {
    await owner.query('DELETE FROM idempotency_keys');
    const add = (hours: number) =>
      owner.query(
        `INSERT INTO idempotency_keys (company_id, digest, fingerprint, status, headers, created_at)
         SELECT gen_random_uuid(), '\\x00', '\\x00', 200, '{}', now() - interval '${hours} hours'
         FROM generate_series(1, 3)`,
      );
    await add(25);
    await add(1);
    const fresh = "SELECT 1 FROM idempotency_keys WHERE created_at > now() - interval '24 hours'";
    await connected(database.serviceUrl, async (service) => {
      expect((await service.query(fresh)).rowCount).toBe(0);
      expect((await service.query('DELETE FROM idempotency_keys WHERE status = 200')).rowCount).toBe(3);
      await add(25);
      expect(await app.get(ExpiredKeys).remove()).toBe(3);
      expect((await service.query(fresh)).rowCount).toBe(0);
      expect(await keys()).toBe(3);
    });
  });
});
