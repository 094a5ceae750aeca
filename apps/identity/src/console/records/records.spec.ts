import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { demoQuarries } from '@safety/demo-data';
import { eventually } from '@safety/testing';
import { AuditDays } from '../../audit/audit-days.js';
import { AuditTrail } from '../../audit/audit-trail.js';
import { clientPath, consolePaths } from '../../paths/console.js';
import { locationOf } from '../../testing/browser.js';
import { ConsoleBrowser } from '../../testing/console-browser.js';
import { credentials, passwordClient, requestToken, user } from '../../testing/flows.js';
import { authUrl, type IdentityUnderTest, startIdentity } from '../../testing/identity-under-test.js';
import { type LogoutReceiver, startLogoutReceiver } from '../../testing/logout-receiver.js';

const stranger = { email: 'admin@other.example', password: credentials.password };
const employee = { email: 'employee@demo.example', password: credentials.password };

describe('console: what happened at the clients', () => {
  let provider: IdentityUnderTest;
  let receiver: LogoutReceiver;
  let browser: ConsoleBrowser;
  let other: ConsoleBrowser;
  let clientId: string;
  beforeAll(async () => {
    receiver = await startLogoutReceiver();
    provider = await startIdentity({ LOGOUT_ALLOWED_HOSTS: receiver.host });
    browser = await ConsoleBrowser.signedIn(provider);
    other = await ConsoleBrowser.signedIn(provider, stranger);
    const answer = await browser.send(consolePaths.newClient, [
      ['name', 'Recorder'],
      ['authMethod', 'client_secret'],
      ['grantTypes', 'client_credentials'],
      ['scopes', 'resources_business_api'],
      ['logoutUri', receiver.uri],
    ]);
    clientId = locationOf(answer)?.pathname.split('/')[4] ?? '';
  });
  afterAll(async () => {
    await provider.close();
    await receiver.close();
  });

  const written = () => provider.app.get(AuditTrail, { strict: false }).written();
  const refused = async (requestId: string): Promise<void> => {
    const form = { grant_type: 'client_credentials', client_id: clientId, client_secret: 'wrong' };
    expect((await requestToken(provider, form, { 'x-request-id': requestId })).status).toBe(401);
    await written();
  };
  /** Of a stranger at the client; resolves to who it is. */
  const recordOfStranger = async (
    requestId: string,
    type: 'signed-in' | 'sign-in-refused',
  ): Promise<string> => {
    const [row] = await provider.query<{ id: string }>('SELECT id FROM users WHERE email = $1', [
      stranger.email,
    ]);
    const userId = String(row?.id);
    provider.app.get(AuditTrail, { strict: false }).record({ type, clientId, userId, requestId });
    await written();
    return userId;
  };
  const itemsIn = (page: string): number => page.match(/<li class="panel">/g)?.length ?? 0;

  it.each(['deliveries', 'refusals', 'audit'] as const)(
    'GET /%s 403: who manages no client',
    async (section) => {
      const nobody = await ConsoleBrowser.signedIn(provider, employee);
      expect((await nobody.open(authUrl + consolePaths[section])).status).toBe(403);
    },
  );

  it('GET /refusals 200: the exact reason, found by request number; nothing of other companies', async () => {
    await refused('request-of-the-refusal');
    const found = await browser.text(`${consolePaths.refusals}?request=request-of-the-refusal`);
    expect(itemsIn(found)).toBe(1);
    expect(found).toMatch(/<code lang="en">[^<]*invalid_client/);
    expect(found).toContain('Recorder');
    expect(itemsIn(await browser.text(`${consolePaths.refusals}?request=another`))).toBe(0);
    expect(itemsIn(await other.text(`${consolePaths.refusals}?request=request-of-the-refusal`))).toBe(0);
  });

  it('GET /audit 200: by client and by user, who is named by address', async () => {
    const all = await browser.text(`${consolePaths.audit}?client=${clientId}`);
    expect(all).toContain('Client changed');
    expect(all).toContain(`<dd>${user.email}</dd>`);
    const mine = await browser.text(
      `${consolePaths.audit}?user=${encodeURIComponent(user.email.toUpperCase())}`,
    );
    expect(itemsIn(mine)).toBeGreaterThan(0);
    expect(mine).not.toContain('>Refused<');
    expect(itemsIn(await browser.text(`${consolePaths.audit}?user=nobody@demo.example`))).toBe(0);
    expect(itemsIn(await browser.text(`${consolePaths.audit}?client=demo-web`))).toBe(0);
    expect(itemsIn(await other.text(`${consolePaths.audit}?client=${clientId}`))).toBe(0);
  });

  it('GET /audit 200: a stranger who signed in is named by id alone', async () => {
    const foreignId = await recordOfStranger('of-a-stranger', 'signed-in');
    const page = await browser.text(`${consolePaths.audit}?request=of-a-stranger`);
    expect(page).toContain(foreignId);
    expect(page).not.toContain(stranger.email);
    expect(itemsIn(await browser.text(`${consolePaths.audit}?user=${stranger.email}`))).toBe(0);
  });

  it('GET /refusals 200: a wrong password is found by its member, and tells of nobody else', async () => {
    const bound = 'UPDATE clients SET company_id = $1 WHERE id = $2';
    await provider.query(bound, [demoQuarries.id, passwordClient.client_id]);
    const refusedFor = async (username: string): Promise<string> => {
      const requestId = randomUUID();
      const form = { grant_type: 'password', username, password: 'wrong', scope: 'openid' };
      const headers = { 'x-request-id': requestId };
      expect((await requestToken(provider, { ...form, ...passwordClient }, headers)).status).toBe(400);
      await written();
      const page = await browser.text(`${consolePaths.refusals}?request=${requestId}`);
      expect(itemsIn(page)).toBe(1);
      const found = await browser.text(`${consolePaths.refusals}?request=${requestId}&user=${username}`);
      expect(itemsIn(found)).toBe(username === employee.email ? 1 : 0);
      const [panel = ''] = /<li class="panel">.*?<\/li>/s.exec(page) ?? [];
      return panel.replaceAll(requestId, 'request').replace(/<p class="hint">.*?<\/p>/s, '');
    };
    const nobodys = await refusedFor('nobody@demo.example');
    expect(await refusedFor(stranger.email)).toBe(nobodys);
    expect(nobodys).not.toContain('@');
    expect(await refusedFor(employee.email)).toContain(`<dd>${employee.email}</dd>`);
    await provider.query(bound, [null, passwordClient.client_id]);
  });

  it('an invitation that waits counts for nothing: no clients of the company, and no address for it', async () => {
    const others = `SELECT coalesce(jsonb_agg(role), '[]') FROM jsonb_array_elements(roles) AS role WHERE role ->> 'cid' <> $2`;
    const hold = (...held: object[]) =>
      provider.query(`UPDATE users SET roles = (${others}) || $3::jsonb WHERE email = $1`, [
        stranger.email,
        demoQuarries.id,
        JSON.stringify(held),
      ]);
    const invite = (accepted: boolean) =>
      hold({
        ...{ id: randomUUID(), cid: demoQuarries.id, rid: randomUUID(), evm: false, accepted },
        ...{ managesClients: true, managesServiceClients: true },
      });
    const seen = async () => [
      (await other.open(authUrl + clientPath(clientId))).status,
      (await other.text(consolePaths.newClient)).includes(demoQuarries.id),
      itemsIn(await other.text(`${consolePaths.audit}?client=${clientId}`)) > 0,
      (await browser.text(`${consolePaths.audit}?request=of-the-invited`)).includes(stranger.email),
    ];
    await recordOfStranger('of-the-invited', 'sign-in-refused');
    await invite(false);
    expect(await seen()).toEqual([404, false, false, false]);
    await invite(true);
    expect(await seen()).toEqual([200, true, true, true]);
    await hold();
  });

  it('GET /audit 200: page by page, each record once', async () => {
    for (let index = 0; index < 30; index++) await refused(`paged-${index}`);
    const seen: string[] = [];
    let path: string | undefined = `${consolePaths.refusals}?client=${clientId}`;
    let pages = 0;
    while (path !== undefined) {
      const page = await browser.text(path);
      seen.push(...[...page.matchAll(/<code>(paged-\d+)</g)].map(([, id]) => String(id)));
      path = /class="button secondary" href="([^"]*before=[^"]*)"/.exec(page)?.[1]?.replaceAll('&amp;', '&');
      pages++;
    }
    expect(pages).toBe(2);
    expect(new Set(seen).size).toBe(30);
    expect(seen).toHaveLength(30);
  });

  it('GET /audit 200: of a deleted client, for those who managed it and nobody else', async () => {
    const answer = await browser.send(consolePaths.newClient, [
      ['name', 'Short-lived'],
      ['authMethod', 'client_secret'],
      ['grantTypes', 'client_credentials'],
      ['scopes', 'resources_business_api'],
    ]);
    const path = locationOf(answer)?.pathname.split('/').slice(0, 5).join('/') ?? '';
    const id = path.split('/')[4] ?? '';
    expect((await browser.send(`${path}/delete`)).status).toBe(303);
    const page = await browser.text(`${consolePaths.audit}?client=${id}`);
    expect(itemsIn(page)).toBeGreaterThanOrEqual(2);
    expect(page).toContain(`<option value="${id}" selected>Short-lived (deleted)</option>`);
    expect(page).toContain('<dd>Short-lived (deleted)</dd>');
    const foreign = await other.text(`${consolePaths.audit}?client=${id}`);
    expect([itemsIn(foreign), foreign.includes('Short-lived')]).toEqual([0, false]);

    const known = () => provider.query('SELECT FROM deleted_clients WHERE id = $1', [id]);
    await provider.app.get(AuditDays, { strict: false }).turn();
    expect(await known()).toHaveLength(1);
    await provider.query("UPDATE deleted_clients SET deleted_at = now() - interval '32 days'");
    await provider.app.get(AuditDays, { strict: false }).turn();
    expect(await known()).toEqual([]);
  });

  it('GET /audit 200: a request number is found by an index, among however many records', async () => {
    await provider.query(
      `INSERT INTO audit_records (id, occurred_at, type, actor, client_id, request_id, details)
       SELECT gen_random_uuid(), now(), 'token-issued', 'client', $1, gen_random_uuid()::text, '{}' FROM generate_series(1, 20000)`,
      [clientId],
    );
    await provider.query('ANALYZE audit_records');
    await refused('one-of-many');
    expect(itemsIn(await browser.text(`${consolePaths.audit}?request=one-of-many`))).toBe(1);
    await eventually(async () => {
      const [index] = await provider.query<{ scans: string }>(
        "SELECT sum(idx_scan) AS scans FROM pg_stat_user_indexes WHERE indexrelname LIKE '%request_id_idx'",
      );
      expect(Number(index?.scans)).toBeGreaterThan(0);
    });
  });

  const ANY_ID = '2c034394-a2c4-8457-b5bf-b202bba2668a';
  it.each([
    'before=x',
    'before=2026-01-01_x',
    ...[
      '0000-01-01T00:00:00.000Z',
      '0000-01-01T00:00:00Z',
      `2026-01-01T00:00:00.${'0'.repeat(180)}Z`,
      '-004713-01-01T00:00:00.000Z',
      '+294277-01-01T00:00:00.000Z',
      'infinity',
    ].map((time) => `before=${encodeURIComponent(time)}_${ANY_ID}`),
    'before=%00',
    'client=%00',
    'user=%00',
    'request=a&request=b',
    `user=${'x'.repeat(300)}`,
  ])('GET /audit and /refusals ?%s 200: what cannot be meant does not count', async (query) => {
    for (const path of [consolePaths.audit, consolePaths.refusals])
      expect((await browser.open(`${authUrl}${path}?${query}`)).status).toBe(200);
  });

  it.each(['before', 'client', 'user', 'request'])(
    'GET /audit and /refusals 400: a page for %s that is no UTF-8',
    async (name) => {
      for (const path of [consolePaths.audit, consolePaths.refusals]) {
        const page = await browser.open(`${authUrl}${path}?${name}=%ED%A0%80`);
        expect([page.status, page.headers.get('content-type')]).toEqual([400, 'text/html; charset=utf-8']);
      }
    },
  );

  it('GET /audit 200: before the first year there is nothing', async () => {
    expect(
      itemsIn(await browser.text(`${consolePaths.audit}?before=0001-01-01T00:00:00.000Z_${ANY_ID}`)),
    ).toBe(0);
  });

  describe('logout calls', () => {
    const deliver = async (state: string): Promise<string> => {
      const [row] = await provider.query<{ id: string }>(
        `INSERT INTO logout_deliveries (id, sid, user_id, client_id, logout_uri, attempts, last_error, next_attempt_at, delivered_at)
         VALUES (gen_random_uuid(), gen_random_uuid()::text, $1, $2, $3, 10, 'The receiver answered 500', ${state}) RETURNING id`,
        [user.id, clientId, receiver.uri],
      );
      return String(row?.id);
    };

    it('GET /deliveries 200: with status and last error; POST /:id/retry 303: repeated now', async () => {
      const id = await deliver('NULL, NULL');
      const page = await browser.text(consolePaths.deliveries);
      expect(page).toContain('given up');
      expect(page).toContain('<code lang="en">The receiver answered 500</code>');
      expect((await other.send(`${consolePaths.deliveries}/${id}/retry`)).status).toBe(404);
      const call = receiver.nextCall();
      const retry = () =>
        browser.sendAndFollow(`${consolePaths.deliveries}/${id}/retry`, { submission: 'clicked twice' });
      expect(await retry()).toContain('The call will be repeated in a moment.');
      await call;
      await eventually(async () =>
        expect(await browser.text(consolePaths.deliveries)).toContain('<span class="badge">delivered</span>'),
      );
      expect(await retry()).toContain('The call will be repeated in a moment.');
    });

    it('GET /deliveries 200: the newest hundred, first those that were not delivered', async () => {
      const deliverMany = (name: string, first: number, last: number, state: string) =>
        provider.query(
          `INSERT INTO logout_deliveries (id, sid, client_id, logout_uri, next_attempt_at, delivered_at, created_at)
           SELECT gen_random_uuid(), $1 || n, $2, 'https://' || $1 || '.example/' || n, ${state}, now() + make_interval(mins => n)
           FROM generate_series($3::int, $4) AS n`,
          [name, clientId, first, last],
        );
      const shown = async () => {
        const page = await browser.text(consolePaths.deliveries);
        expect(itemsIn(page)).toBe(100);
        const calls = [...page.matchAll(/https:\/\/((?:delivered|failed)\.example\/\d+)/g)].map(
          ([, call]) => call,
        );
        return [calls.at(0), calls.filter((call) => call?.startsWith('failed')).length, calls.at(-1)];
      };
      await provider.query('DELETE FROM logout_deliveries WHERE client_id = $1', [clientId]);
      await deliverMany('delivered', 1, 101, 'NULL, now()');
      await deliverMany('failed', 1, 2, 'NULL, NULL');
      expect(await shown()).toEqual(['failed.example/2', 2, 'delivered.example/4']);
      await deliverMany('failed', 3, 101, 'NULL, NULL');
      expect(await shown()).toEqual(['failed.example/101', 100, 'failed.example/2']);
      await provider.query('DELETE FROM logout_deliveries WHERE client_id = $1', [clientId]);
    });

    it('POST /:id/retry 404: delivered already, unknown, no id', async () => {
      const id = await deliver('NULL, now()');
      for (const path of [id, '018f0000-0000-7000-8000-000000000000', 'x'])
        expect((await browser.send(`${consolePaths.deliveries}/${path}/retry`)).status).toBe(404);
      expect(await other.text(consolePaths.deliveries)).toContain('There is nothing to show.');
    });
  });
});
