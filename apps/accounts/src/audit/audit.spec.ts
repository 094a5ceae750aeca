import { describe, expect, it } from '@jest/globals';
import { scrape } from '@safety/testing';
import { accountsUnderTest, code, invited, sql } from '../testing/accounts-under-test.js';
import { OldChanges } from './old-changes.js';

const api = accountsUnderTest();

describe('GET /audit', () => {
  it('200: who changed what, newest first, of this company alone', async () => {
    const admin = await api().caller();
    await invited(await api().caller());
    const user = await invited(admin);
    await admin.patch('/company', { name: 'Audited Works' });
    const { body } = await admin.get('/audit');
    expect(
      body.data.map(({ resource, operation }: Record<string, string>) => `${resource} ${operation}`),
    ).toEqual(['companies changed', 'role_assignments added', 'company_users added', 'roles added']);
    expect(body.data[0]).toMatchObject({
      changedByUserId: admin.userId,
      members: [{ member: 'name', from: 'Test Works', to: 'Audited Works' }],
    });
    const of = async (query: string) => (await admin.get(`/audit?${query}`)).body.data.length;
    expect(await of('resource=roles')).toBe(1);
    expect(await of('resource=roles,companies')).toBe(2);
    expect(await of(`rowId=${user.id}`)).toBe(1);
    expect(await of(`rowId=${user.id},${admin.companyId}`)).toBe(2);
    expect(await of('operation=changed')).toBe(1);
    expect(await of('operation=changed,added')).toBe(4);
    expect(await of(`changedByUserId=${user.id}`)).toBe(0);
    expect(await of(`changedByUserId=${user.id},${admin.userId}`)).toBe(4);
    expect(await of('actor=client,operator')).toBe(0);
    expect(await of('actor=client,user')).toBe(4);
    expect(await of('clientId=no-client,another')).toBe(0);
    expect(await of('changedFrom=2100-01-01T00:00:00Z')).toBe(0);
    expect(await of('changedTo=2100-01-01T00:00:00Z')).toBe(4);
    const first = (await admin.get('/audit?limit=3')).body;
    expect(await of(`limit=3&cursor=${first.page.nextCursor}`)).toBe(1);
    expect(code(await admin.get(`/audit?limit=2&resource=roles&cursor=${first.page.nextCursor}`))).toBe(
      '400 invalid-cursor',
    );
  });

  it('200: changes of one transaction are in order and on one page each, whatever their number', async () => {
    const admin = await api().caller();
    const at = new Date(Date.now() - 60_000).toISOString();
    const recorded = (number: number) =>
      sql(
        `INSERT INTO changes (company_id, number, changed_at, resource, id, version, operation, members)
         OVERRIDING SYSTEM VALUE VALUES ($1, $2::bigint, $3, 'roles', $1, $2::bigint, 'changed', '[]')`,
        [admin.companyId, number, at],
      );
    for (const number of [9, 10, 99, 100]) await recorded(number);
    const expected = [100, 99, 10, 9];
    const versions = async (query: string) => {
      const { body } = await admin.get(`/audit?rowId=${admin.companyId}&${query}`);
      return [body.data.map(({ version }: { version: number }) => version), body.page.nextCursor];
    };
    expect((await versions('limit=4'))[0]).toEqual(expected);
    let cursor = '';
    for (const version of expected) {
      const [page, next] = await versions(`limit=1${cursor}`);
      expect(page).toEqual([version]);
      cursor = `&cursor=${next}`;
    }
  });

  it('200: each kind of author', async () => {
    const admin = await api().caller();
    const kinds = {
      user: [admin.userId, 'a-client', false],
      client: [null, 'a-client', false],
      operator: [null, null, true],
      system: [null, null, false],
    };
    for (const [kind, author] of Object.entries(kinds))
      await sql(
        `INSERT INTO changes (company_id, resource, id, version, operation, members, request_id, actor_user_id,
           client_id, by_operator) VALUES ($1, 'companies', $1, 1, 'changed', '[]', $2, $3, $4, $5)`,
        [admin.companyId, kind, ...author],
      );
    for (const kind of Object.keys(kinds)) {
      const { body } = await admin.get(`/audit?actor=${kind}`);
      expect(body.data).toMatchObject([{ actor: kind, requestId: kind }]);
    }
  });
});

it('a page, and a piece of the export, ends before its changes have more than 4 MiB', async () => {
  const admin = await api().caller();
  await sql(
    `INSERT INTO changes (company_id, resource, id, version, operation, members)
     SELECT $1, 'companies', $1, n, 'changed', jsonb_build_array(jsonb_build_object(
       'member', 'name', 'from', NULL, 'to', repeat('x', 900000), 'redacted', false))
     FROM generate_series(1, 10) AS n`,
    [admin.companyId],
  );
  const versions: number[] = [];
  let pages = 0;
  for (let cursor: string | null = ''; cursor !== null; pages += 1) {
    const { body } = await admin.get(`/audit?operation=changed${cursor && `&cursor=${cursor}`}`);
    versions.push(...body.data.map(({ version }: { version: number }) => version));
    cursor = body.page.nextCursor;
  }
  expect(versions).toEqual([10, 9, 8, 7, 6, 5, 4, 3, 2, 1]);
  expect(pages).toBe(3);
  const { body } = await admin.get('/audit/export', { headers: { accept: 'application/x-ndjson' } });
  expect(body.split('\n').filter(Boolean)).toHaveLength(10);
});

describe('GET /audit/export', () => {
  const linesOf = ({ body }: { body: string }) =>
    body
      .split('\n')
      .filter(Boolean)
      // biome-ignore lint/suspicious/noExplicitAny: tests check the shape of lines
      .map((line): any => JSON.parse(line));

  it('200: every change of the company, the oldest first, in more pieces than one', async () => {
    const admin = await api().caller();
    await invited(await api().caller());
    const user = await invited(admin);
    for (let round = 0; round < 210; round += 1)
      expect((await admin.patch(`/users/${user.id}`, { givenName: `Ida ${round}` })).status).toBe(200);
    const answer = await admin.get('/audit/export', { headers: { accept: 'application/x-ndjson' } });
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toMatch('application/x-ndjson');
    expect(answer.headers.get('content-disposition')).toMatch(/^attachment; filename="audit-.*\.ndjson"$/);
    const lines = linesOf(answer);
    expect(lines).toHaveLength(213);
    expect(new Set(lines.map(({ companyId }) => companyId))).toEqual(new Set([admin.companyId]));
    expect(lines.at(-1)).toMatchObject({
      ...{ resource: 'company_users', id: user.id, operation: 'changed', version: 211 },
      ...{ actor: 'user', changedByUserId: admin.userId, clientId: 'test-client' },
      members: [
        { member: 'givenName', from: 'Ida 208', to: 'Ida 209' },
        { member: 'displayName', from: expect.any(String), to: expect.any(String) },
      ],
    });
    expect(lines.map(({ changedAt }) => changedAt)).toEqual(lines.map(({ changedAt }) => changedAt).sort());
    const of = async (query: string) => linesOf(await admin.get(`/audit/export?${query}`)).length;
    expect(await of('resource=roles')).toBe(1);
    expect(await of(`rowId=${user.id}&operation=added`)).toBe(1);
    expect(await of('actor=client')).toBe(0);
    expect(await of('actor=user&clientId=test-client&resource=role_assignments')).toBe(1);
    expect(await of('clientId=another')).toBe(0);
    expect(await of('changedTo=2000-01-01T00:00:00Z')).toBe(0);
  });

  it('400, 403 and 406: as every other', async () => {
    const admin = await api().caller();
    expect(code(await admin.get('/audit/export?limit=1'))).toBe('400 unknown-parameter');
    expect(code(await admin.get('/audit/export?actor=nobody'))).toBe('400 invalid-parameter');
    const text = { headers: { accept: 'text/csv' } };
    expect(code(await admin.get('/audit/export', text))).toBe('406 not-acceptable');
    const lines = { headers: { accept: 'application/x-ndjson' } };
    expect(code(await admin.get('/audit', lines))).toBe('406 not-acceptable');
    const employee = await api().caller({ role: 'employee', companyId: admin.companyId });
    expect(code(await employee.get('/audit/export', lines))).toBe('403 permission-denied');
  });
});

it('changes of more than 400 days ago go in parts', async () => {
  const { companyId } = await api().caller();
  const ago = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);
  await sql(
    `CREATE TABLE change_days.d${ago(381).replaceAll('-', '')} PARTITION OF changes
     FOR VALUES FROM ('${ago(410)} 00:00Z') TO ('${ago(380)} 00:00Z')`,
  );
  const record = (days: number, count: number) =>
    sql(
      `INSERT INTO changes (company_id, resource, id, version, operation, members, changed_at)
       SELECT $1, 'roles', $1, n, 'changed', '[]', $2::timestamptz FROM generate_series(1, $3::int) AS n`,
      [companyId, `${ago(days)} 12:00Z`, count],
    );
  await record(405, 5);
  await record(395, 1);
  expect(await api().app.get(OldChanges, { strict: false }).remove(2)).toBe(5);
  const kept = await sql("SELECT FROM changes WHERE changed_at < now() - interval '390 days'");
  expect(kept).toHaveLength(1);
});

it('changes_days_ahead: nearly a week at least, and none once a month to come is missing', async () => {
  const ahead = async () =>
    (await scrape(api().app)).samples.find(({ name }) => name === 'changes_days_ahead')?.value;
  expect(await ahead()).toBeGreaterThanOrEqual(6);
  await sql(`DO $$ DECLARE coming text; BEGIN
    FOR coming IN SELECT relname FROM pg_class
        WHERE relnamespace = 'change_days'::regnamespace AND relkind = 'r'
          AND relname > to_char(now() AT TIME ZONE 'UTC', '"d"YYYYMMDD') LOOP
      EXECUTE format('DROP TABLE change_days.%I', coming);
    END LOOP; END $$`);
  expect(await ahead()).toBeLessThanOrEqual(0);
});
