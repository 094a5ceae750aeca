import { execFile } from 'node:child_process';
import { generateKeyPairSync, randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { AuditRecord } from '@safety/contracts';
import { runCommand } from '@safety/platform/operator';
import { describeDocumentedCommands } from '@safety/testing';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import { consolePath } from '../../paths/console.js';
import { ExpiredSessions } from '../../sessions/expired-sessions.js';
import { Browser } from '../../testing/browser.js';
import { ConsoleBrowser } from '../../testing/console-browser.js';
import {
  authorizationUrl,
  bodyOf,
  codeOf,
  grantByPassword,
  passwordClient,
  redeem,
  refresh,
  requestToken,
  signIn,
  tokensAndCode,
  user,
} from '../../testing/flows.js';
import { processEnv } from '../../testing/identity-process.js';
import { authUrl, type IdentityUnderTest, issuer, startIdentity } from '../../testing/identity-under-test.js';
import { until } from '../../testing/until.js';
import { identityProgram } from './identity-program.js';

const program = fileURLToPath(new URL('../../cli.js', import.meta.url));
const CALLBACK = 'https://app.example/callback';

const folder = mkdtempSync(join(tmpdir(), 'cli-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** The path of a file that holds this. */
function textFile(text: string): string {
  const file = join(folder, `${randomUUID()}.json`);
  writeFileSync(file, text);
  return file;
}

/** The same as JSON. */
const write = (document: unknown): string => textFile(JSON.stringify(document));

function weakKeyFile(): string {
  const { publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  return write({ keys: [{ ...publicKey.export({ format: 'jwk' }), e: 'AQ', kid: 'weak' }] });
}

function keyFile(kid: string, part: 'public' | 'private' = 'public'): string {
  const pair = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  return write({ keys: [{ ...pair[`${part}Key`].export({ format: 'jwk' }), kid }] });
}

interface Outcome {
  code: number;
  out: string;
  err: string;
}

describe('node dist/cli.js', () => {
  let provider: IdentityUnderTest;
  beforeAll(async () => {
    provider = await startIdentity();
  });
  afterAll(() => provider.close());

  const cliWith = (env: NodeJS.ProcessEnv, args: string[], input = ''): Promise<Outcome> =>
    new Promise((resolve) => {
      const { stdin } = execFile(process.execPath, [program, ...args], { env }, (error, out, err) =>
        resolve({ code: error ? Number(error.code) : 0, out, err }),
      );
      stdin?.end(input);
    });
  /** The same without a process of its own, which takes most of the time. */
  const cli = async (...args: string[]): Promise<Outcome> => {
    const written = { out: '', err: '' };
    const to = (stream: 'out' | 'err') => (text: string) => {
      written[stream] += `${text}\n`;
    };
    const code = await runCommand(identityProgram, args, processEnv(provider), to('out'), to('err'));
    return { code, ...written };
  };
  /** The document of a command that succeeds. */
  const json = async (...args: string[]) => {
    const [name = '', ...rest] = args;
    const { code, out, err } = await cli(name, '--json', ...rest);
    expect([code, err]).toEqual([0, '']);
    return JSON.parse(out);
  };
  const recordsOfUser = async (): Promise<AuditRecord[]> =>
    (await json('audit', '--limit', '200')).filter(({ userId }: AuditRecord) => userId === user.id);
  const create = [
    'create-client',
    '--name',
    'Night shift',
    '--scope',
    'openid,offline_access',
    '--redirect-uri',
    CALLBACK,
  ];
  const webClient = [...create, '--grant', 'authorization_code,refresh_token,password'];
  const passwordGrant = async (client_id: string, client_secret: string) =>
    (
      await requestToken(provider, {
        grant_type: 'password',
        username: user.email,
        password: 'correct horse battery staple',
        scope: 'openid',
        client_id,
        client_secret,
      })
    ).status;

  it('create-client: a client that works, with a secret that is shown once', async () => {
    const { code, out, err } = await cliWith(processEnv(provider), webClient);
    expect([code, err]).toEqual([0, '']);
    const id = /client_id:\s+(\S+)/.exec(out)?.[1] ?? '';
    const secret = /client_secret:\s+(\S+)/.exec(out)?.[1] ?? '';
    expect(secret).toMatch(/^[\w-]{43}$/);
    expect(await passwordGrant(id, secret)).toBe(200);
    expect((await cli('client', id)).out).not.toContain(secret);
  });

  it('new-keys: those of before prove nothing any more, everything else of the client stays, and it is recorded', async () => {
    const service = [
      ...['create-client', '--name', 'Reports', '--scope', 'resources_business_api'],
      ...['--grant', 'client_credentials', '--auth-method', 'private_key_jwt'],
    ];
    const [old, next] = [await generateKeyPair('ES256'), await generateKeyPair('ES256')];
    const fileOf = async (...keys: (typeof old)[]) =>
      write({
        keys: await Promise.all(
          keys.map(async (key) => ({
            ...(await exportJWK(key.publicKey)),
            kid: key === old ? 'old' : 'next',
          })),
        ),
      });
    const created = await json(...service, '--jwks', await fileOf(old));
    const { id } = created;
    const statusWith = async (key: typeof old): Promise<number> => {
      const jwt = new SignJWT({ jti: randomUUID() })
        .setProtectedHeader({ alg: 'ES256', kid: key === old ? 'old' : 'next' })
        .setIssuer(id)
        .setSubject(id)
        .setAudience(issuer)
        .setIssuedAt()
        .setExpirationTime('1m');
      const answer = await requestToken(provider, {
        grant_type: 'client_credentials',
        client_id: id,
        client_assertion: await jwt.sign(key.privateKey),
        client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
      });
      return answer.status;
    };
    expect([await statusWith(old), await statusWith(next)]).toEqual([200, 401]);
    const both = await cli('new-keys', id, await fileOf(old, next));
    expect([both.code, both.out]).toEqual([0, `The keys of ${id} are old, next.\n`]);
    await until(async () => (await statusWith(next)) === 200);
    expect(await statusWith(old)).toBe(200);
    const after = await json('new-keys', id, await fileOf(next));
    await until(async () => (await statusWith(old)) === 401);
    const { jwks, version, modifiedAt, ...same } = after;
    expect(jwks.keys).toMatchObject([{ kid: 'next' }]);
    expect(created).toMatchObject(same);
    const piped = await readFile(await fileOf(old), 'utf8');
    expect(await cliWith(processEnv(provider), ['new-keys', id, '-'], piped)).toMatchObject({
      code: 0,
      out: `The keys of ${id} are old.\n`,
    });
    expect(await cliWith(processEnv(provider), ['new-keys', id, '-'])).toMatchObject({
      code: 2,
      err: expect.stringMatching(/^The standard input cannot be read as JSON/),
    });
    const records = await json('audit', '--client', id);
    expect(records).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ type: 'client-changed', actor: 'operator', clientId: id }),
      ]),
    );
    expect(JSON.stringify(records)).toContain('"next ');
  });

  it('create-client: one that signs its assertions, one that is public, one of a company', async () => {
    const signing = await json(
      ...create,
      '--grant',
      'authorization_code',
      '--grant',
      'refresh_token',
      '--auth-method',
      'private_key_jwt',
      '--jwks',
      keyFile('one'),
    );
    expect(signing).toMatchObject({ client_secret: null, jwks: { keys: [{ kid: 'one' }] } });
    const companyId = user.roles[0]?.companyId ?? '';
    const open = await json(
      'create-client',
      '--name',
      'Kiosk',
      '--grant',
      'authorization_code',
      '--scope',
      'openid',
      '--redirect-uri',
      CALLBACK,
      '--auth-method',
      'none',
      '--company',
      companyId,
      '--access-token-seconds',
      '600',
      '--id-token-signed-response-alg',
      'ES256',
    );
    expect(open).toMatchObject({ client_secret: null, companyId, accessTokenSeconds: 600 });
    expect([signing, open].map((one) => one.idTokenSignedResponseAlg)).toEqual(['RS256', 'ES256']);
    expect(await json('clients')).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ id: signing.id }),
        expect.objectContaining({ id: open.id }),
      ]),
    );
  });

  it('sign-id-tokens: changes the algorithm alone', async () => {
    const { id } = await json(...webClient);
    const { version: _, modifiedAt, secrets, idTokenSignedResponseAlg, ...before } = await json('client', id);
    expect(await json('sign-id-tokens', id, 'ES256')).toMatchObject({
      ...before,
      idTokenSignedResponseAlg: 'ES256',
    });
    expect((await json('client', id)).idTokenSignedResponseAlg).toBe('ES256');
  });

  it('new-secret and revoke-secret: the old one works for a while, or ends now', async () => {
    const { id, client_secret: old } = await json(...webClient);
    const { client_secret: fresh } = await json('new-secret', id, '--overlap-days', '1');
    expect([await passwordGrant(id, old), await passwordGrant(id, fresh)]).toEqual([200, 200]);
    const { secrets } = await json('client', id);
    expect(secrets).toHaveLength(2);
    await json('revoke-secret', id, secrets[0].id);
    await until(async () => (await passwordGrant(id, old)) === 401);
    expect(await passwordGrant(id, fresh)).toBe(200);
  });

  it('disable-client, enable-client and delete-client reach the running processes', async () => {
    const { id, client_secret: secret } = await json(...webClient);
    expect(await passwordGrant(id, secret)).toBe(200);
    await json('disable-client', id);
    await until(async () => (await passwordGrant(id, secret)) === 401);
    await json('enable-client', id);
    await until(async () => (await passwordGrant(id, secret)) === 200);
    await json('delete-client', id);
    await until(async () => (await passwordGrant(id, secret)) === 401);
  });

  it('rotate-keys: published in the running processes, 1 when it was done just now, at once whenever', async () => {
    const kids = async () =>
      (
        (await (await provider.fetch(`${issuer}/.well-known/openid-configuration/jwks`)).json()) as {
          keys: { kid: string }[];
        }
      ).keys.map(({ kid }) => kid);
    const before = await kids();
    const { key_ids: added, sign_in_seconds: seconds } = await json('rotate-keys');
    expect([added.length, seconds]).toEqual([3, 1200]);
    await until(async () => (await kids()).length === 4);
    const again = await cli('rotate-keys');
    expect([again.code, again.out]).toEqual([1, '']);
    expect(again.err).toBe('The keys were rotated just now: the new ones sign in 20 minutes.\n');
    await ConsoleBrowser.signedIn(provider);
    await json('rotate-keys', '--at-once');
    expect(await provider.query('SELECT FROM console_sessions')).toEqual([]);
    await until(async () => (await kids()).length === 2);
    expect(await kids()).not.toEqual(expect.arrayContaining(before));
  });

  it('sessions, end-session, end-sessions: of a user by address or id', async () => {
    const browsers = [new Browser(provider), new Browser(provider)];
    const [first, second] = await Promise.all(browsers.map((browser) => tokensAndCode(provider, browser)));
    const sessions = await json('sessions', user.email.toUpperCase());
    expect(sessions.length).toBeGreaterThanOrEqual(2);
    expect(await json('sessions', user.id)).toEqual(sessions);
    await json('end-session', '--', sessions[0].sid);
    expect((await recordsOfUser()).at(0)).toMatchObject({ type: 'session-ended', sid: sessions[0].sid });
    expect(await json('sessions', user.id)).toHaveLength(sessions.length - 1);
    expect((await cli('end-session', '--', sessions[0].sid)).err).toBe('No such session.\n');
    expect((await json('end-sessions', user.email)).ended).toHaveLength(sessions.length - 1);
    expect(await json('sessions', user.id)).toEqual([]);
    const ends = (await recordsOfUser()).filter(({ type }) => type === 'session-ended');
    expect(ends.map(({ actor }) => actor)).toEqual(ends.map(() => 'operator'));
    expect(ends).toContainEqual(
      expect.objectContaining({ sid: null, details: { sessions: sessions.length - 1 } }),
    );
    for (const one of [first, second])
      expect((await refresh(provider, one?.tokens.refresh_token ?? '')).status).toBe(400);
    expect((await cli('sessions', user.email)).code).toBe(0);
    const again = codeOf(await signIn(new Browser(provider), authorizationUrl()));
    expect((await redeem(provider, again)).status).toBe(200);
  });

  it('end-all-sessions: sessions, also of the console, refresh tokens and access tokens; clients go on', async () => {
    const [{ tokens }, password, browser] = await Promise.all([
      tokensAndCode(provider),
      bodyOf(grantByPassword(provider)),
      ConsoleBrowser.signedIn(provider),
    ]);
    const { sessions, clients } = await json('end-all-sessions');
    expect(sessions).toBeGreaterThan(0);
    expect(clients).toBeGreaterThan(4);
    expect((await refresh(provider, tokens.refresh_token)).status).toBe(400);
    expect((await refresh(provider, password.refresh_token, passwordClient)).status).toBe(400);
    const headers = { authorization: `Bearer ${tokens.access_token}` };
    expect((await provider.fetch(`${issuer}/connect/userinfo`, { headers })).status).toBe(401);
    expect((await browser.open(authUrl + consolePath)).status).toBe(303);
    expect(await json('sessions', user.id)).toEqual([]);
    await provider.app.get(ExpiredSessions, { strict: false }).endAll();
    expect(
      await provider.query('SELECT FROM sessions WHERE user_id IS NOT NULL AND ended_at IS NULL'),
    ).toEqual([]);
    // A provider that has not heard of the end yet refuses what it would count as ended.
    await until(async () => (await grantByPassword(provider)).status === 200);
    expect((await json('audit', '--limit', '200')).map(({ details }: AuditRecord) => details)).toContainEqual(
      {
        sessions,
        clients,
      },
    );
  });

  it('unlock: a user who has to wait signs in again', async () => {
    const form = { email: 'manager@demo.example', password: 'wrong' };
    const wrong = () => signIn(new Browser(provider), authorizationUrl(), form);
    await until(async () => (await wrong()).status === 429);
    await json('unlock', 'manager@demo.example');
    expect((await wrong()).status).toBe(200);
  });

  it('password-link: sets a password once, proves no address, and is recorded', async () => {
    const email = 'employee@demo.example';
    await provider.query('UPDATE credentials SET email_proven = false WHERE email_key = $1', [email]);
    const { code, out } = await cli('password-link', email.toUpperCase());
    const [link = '', told] = out.split('\n');
    expect([code, told]).toEqual([0, expect.stringContaining(`the password of ${email}, once, until 2`)]);
    const password = 'seven quiet lanterns drift';
    const form = { token: new URL(link).searchParams.get('token') ?? '', password, repeated: password };
    const browser = new Browser(provider);
    expect((await browser.open(link)).status).toBe(200);
    expect((await browser.submit(link, form)).status).toBe(303);
    expect((await browser.submit(link, form)).status).toBe(400);
    const [credential] = await provider.query<{ user_id: string; email_proven: boolean }>(
      'SELECT user_id, email_proven FROM credentials WHERE email_key = $1',
      [email],
    );
    expect(credential?.email_proven).toBe(false);
    expect(codeOf(await signIn(new Browser(provider), authorizationUrl(), { email, password }))).not.toBe('');
    const records = await json('audit');
    expect(records).toContainEqual(
      expect.objectContaining({
        type: 'password-reset-requested',
        actor: 'operator',
        userId: credential?.user_id,
      }),
    );
  });

  it('password-link: an hour for a user who has a password, seven days for one who has none; none if disabled', async () => {
    const hoursOf = async (user: string): Promise<number> =>
      (Date.parse((await json('password-link', user)).expiresAt) - Date.now()) / 3_600_000;
    expect(await hoursOf(user.id)).toBeCloseTo(1, 1);
    await provider.query("UPDATE credentials SET password_hash = NULL WHERE email_key = 'both@demo.example'");
    expect(await hoursOf('both@demo.example')).toBeCloseTo(7 * 24, 1);
    await provider.query("UPDATE users SET disabled = true WHERE email = 'both@demo.example'");
    const refused = await cli('password-link', 'both@demo.example');
    expect(refused).toEqual({ code: 1, out: '', err: 'The user is disabled, so no link works.\n' });
  });

  it('password-link: for the user who has the address now, not for one who is lost since a restore', async () => {
    const add = async (disabled: boolean, key: string) => {
      const [added] = await provider.query<{ id: string }>(
        `WITH added AS (
           INSERT INTO users (id, version, email, given_name, family_name, disabled, roles)
           VALUES (gen_random_uuid(), 0, 'again@demo.example', '', '', $1, '[]') RETURNING id
         ) INSERT INTO credentials (user_id, email_key) SELECT id, coalesce(nullif($2, ''), id::text) FROM added
         RETURNING user_id AS id`,
        [disabled, key],
      );
      return added?.id;
    };
    await add(true, '');
    const id = await add(false, 'again@demo.example');
    expect(await json('password-link', 'again@demo.example')).toMatchObject({ user: id });
  });

  it('logout-calls, repeat-logout-call: those that failed first, and again though it was given up', async () => {
    await provider.query("UPDATE clients SET logout_uri = 'http://10.0.0.1/logout' WHERE id = 'demo-web'");
    const { tokens } = await tokensAndCode(provider);
    const [{ sid }] = await json('sessions', user.email);
    // A session id may begin with a dash.
    await json('end-session', '--', sid);
    const failed = async () => (await json('logout-calls'))[0];
    await until(async () => (await failed())?.lastError === 'The host is a private address');
    await provider.query('UPDATE logout_deliveries SET next_attempt_at = NULL');
    expect((await cli('logout-calls')).out).toMatch(
      /^\S+ {2}Demo web application {2}http:\/\/10.0.0.1\/logout {2}given up {2}1 try {2}The host is a private address\n/,
    );
    await json('repeat-logout-call', (await failed()).id);
    await until(async () => (await failed()).attempts === 2);
    const [repeated] = await json('audit', '--client', 'demo-web', '--limit', '1');
    expect(repeated).toMatchObject({ actor: 'operator', sid, details: { change: 'logout-call-repeated' } });
    expect((await cli('repeat-logout-call', '--', sid)).err).toBe('No such logout call.\n');
    expect((await refresh(provider, tokens.refresh_token)).status).toBe(400);
  });

  it('mails, repeat-mail, repeat-mails: those that were given up first, and again', async () => {
    const [unknown, givenUp, waiting, notified, ...others] = Array.from({ length: 6 }, () => randomUUID());
    await provider.query(
      `INSERT INTO outgoing_mails (id, kind, user_id, email_key, address, language, attempts, next_attempt_at, delivered_at, last_error, created_at)
       SELECT id, kind, user_id, email_key, address, 'en', 3, next_attempt_at, delivered_at, last_error, now() - age FROM (VALUES
         ($1::uuid, 'forgotten-password', NULL::uuid, 'nobody@demo.example', NULL, NULL::timestamptz, NULL::timestamptz, 'Refused', interval '4 s'),
         ($2, 'forgotten-password', NULL, $8, NULL, NULL, NULL, 'Refused', '3 s'),
         ($3, 'new-email', $7, NULL, 'ada@new.example', now() + interval '1 hour', NULL, 'Refused', '2 s'),
         ($4, 'password-changed', $7, NULL, NULL, now() + interval '1 hour', NULL, 'Refused', '1 s'),
         ($5, 'invitation', $7, NULL, NULL, now(), NULL, NULL, '1 s'),
         ($6, 'invitation', $7, NULL, NULL, NULL, now(), NULL, '1 s'))
       AS mail (id, kind, user_id, email_key, address, next_attempt_at, delivered_at, last_error, age)`,
      [unknown, givenUp, waiting, notified, ...others, user.id, user.email],
    );
    expect(await json('mails')).toMatchObject([
      { id: givenUp, userId: user.id, email: user.email, nextAttemptAt: null, lastError: 'Refused' },
      { id: unknown, userId: null, email: null },
      { id: notified, kind: 'password-changed', userId: user.id, email: user.email },
      { id: waiting, kind: 'new-email', email: 'ada@new.example', nextAttemptAt: expect.any(String) },
    ]);
    const lines = (await cli('mails')).out.split('\n');
    expect(lines.slice(0, 2)).toEqual([
      `${givenUp}  forgotten-password  ${user.email}  given up  3 tries  Refused`,
      `${unknown}  forgotten-password  nobody  given up  3 tries  Refused`,
    ]);
    const due = async () =>
      (
        await provider.query<{ id: string }>(
          "SELECT id FROM outgoing_mails WHERE next_attempt_at <= now() AND kind <> 'invitation'",
        )
      ).map(({ id }) => id);
    expect(await json('repeat-mail', givenUp ?? '')).toEqual({ repeated: givenUp });
    expect(await due()).toEqual([givenUp]);
    const [repeated] = await json('audit', '--user', user.id, '--limit', '1');
    expect(repeated).toMatchObject({
      type: 'password-reset-requested',
      actor: 'operator',
      details: { repeatedMail: givenUp },
    });
    expect(await json('repeat-mails')).toEqual({ repeated: 4 });
    expect((await due()).sort()).toEqual([unknown, givenUp, waiting, notified].sort());
    for (const id of others) expect((await cli('repeat-mail', id)).err).toBe('No such mail.\n');
    await provider.query('DELETE FROM outgoing_mails');
  });

  it('refusals and audit: why, and who did what', async () => {
    await redeem(provider, 'nonsense');
    const why = /refused {2}client demo-web {2}.*invalid_grant.*authorization code not found/;
    await until(async () => why.test((await cli('refusals', '--client', 'demo-web')).out));
    const [record] = await json('audit', '--client', 'no-such');
    expect(record).toBeUndefined();
    const changes = (await json('audit', '--limit', '200')).filter(
      ({ type }: { type: string }) => type === 'client-changed',
    );
    expect(changes[0]).toMatchObject({ actor: 'operator', userId: null });
  });

  it.each(['audit', 'refusals'])(
    '%s --user, --request: of one user, who was locked, too',
    async (command) => {
      const requestId = randomUUID();
      const [locked, refused] = [randomUUID(), randomUUID()];
      await provider.query(
        `INSERT INTO audit_records (id, occurred_at, type, actor, user_id, client_id, request_id, details) VALUES
         ($1, now(), 'user-locked', 'system', $3, NULL, $4, '{}'),
         ($2, now(), 'sign-in-refused', 'user', $3, 'demo-web', $4, '{}'),
         (gen_random_uuid(), now(), 'user-locked', 'system', gen_random_uuid(), NULL, $4, '{}'),
         (gen_random_uuid(), now(), 'sign-in-refused', 'user', $3, 'demo-web', 'another', '{}')`,
        [locked, refused, user.id, requestId],
      );
      const idsOf = async (...options: string[]): Promise<string[]> =>
        (await json(command, '--request', requestId, ...options)).map(({ id }: AuditRecord) => id).sort();
      for (const named of [user.id, user.email.toUpperCase()])
        expect(await idsOf('--user', named)).toEqual([locked, refused].sort());
      expect(await idsOf('--user', user.id, '--client', 'demo-web')).toEqual([refused]);
      expect(await idsOf()).toHaveLength(3);
      const unknown = await cli(command, '--user', 'nobody@demo.example');
      expect(unknown).toEqual({ code: 1, out: '', err: 'No such user.\n' });
    },
  );

  it.each(['audit', 'refusals'])('%s --limit: as many as are asked for, each once', async (command) => {
    const client = `busy-${command}`;
    await provider.query(
      `INSERT INTO audit_records (id, occurred_at, type, actor, client_id, details)
       SELECT gen_random_uuid(), date_trunc('milliseconds', now()), 'refused', 'system', $1, '{}'
       FROM generate_series(1, 450)`,
      [client],
    );
    const idsOf = async (limit: string): Promise<string[]> =>
      (await json(command, '--client', client, '--limit', limit)).map(({ id }: AuditRecord) => id);
    expect(new Set(await idsOf('100000')).size).toBe(450);
    expect(await idsOf('100000')).toHaveLength(450);
    expect(await idsOf('401')).toHaveLength(401);
  });

  it.each([
    ['create-client'],
    ['new-secret'],
    ['rotate-keys'],
    ['sessions'],
    ['end-session'],
    ['end-sessions'],
    ['unlock'],
    ['password-link'],
    ['refusals'],
  ])('%s --help tells what it takes, and needs nothing', async (name) => {
    const { code, out, err } = await cli(name, '--help');
    expect([code, err]).toEqual([0, '']);
    expect(out.startsWith(`${name} `)).toBe(true);
    expect(out).toContain('--json');
  });

  it('--help lists every command', async () => {
    const { code, out } = await cliWith({ PATH: process.env['PATH'] }, ['--help']);
    expect(code).toBe(0);
    for (const name of ['create-client', 'new-secret <client>', 'rotate-keys', 'end-session <sid>'])
      expect(out).toContain(name);
  });

  it.each<[string, string[], number, string]>([
    ['no command', [], 2, 'No command given: see --help.'],
    ['an unknown command', ['create'], 2, 'Unknown command create: see --help.'],
    ['a name of an object', ['toString'], 2, 'Unknown command toString: see --help.'],
    ['a missing parameter', ['new-secret'], 2, 'It is new-secret <client>: see new-secret --help.'],
    ['one too many', ['clients', 'x'], 2, 'It is clients: see clients --help.'],
    ['an unknown option', ['clients', '--all'], 2, "Unknown option '--all'"],
    ['a missing name', ['create-client'], 2, 'create-client needs --name.'],
    [
      'a number that is none',
      ['new-secret', 'demo-web', '--overlap-days', 'x'],
      2,
      '--overlap-days must be a whole number, not x.',
    ],
    [
      'an overlap that is too long',
      ['new-secret', 'demo-web', '--overlap-days', '91'],
      1,
      'The overlap must be 0 to 90 days.',
    ],
    [
      'a file that is not there',
      [...create, '--jwks', '/nowhere.json'],
      2,
      '/nowhere.json cannot be read as JSON',
    ],
    ['a client that is not there', ['new-secret', 'nobody'], 1, 'No such client.'],
    [
      'new keys that are not there',
      ['new-keys', 'demo-web', '/nowhere.json'],
      2,
      '/nowhere.json cannot be read',
    ],
    [
      'keys for a client that has a secret',
      ['new-keys', 'demo-web', keyFile('one')],
      1,
      'jwks: Are for private_key_jwt only.',
    ],
    ['a new private key', ['new-keys', 'demo-web', keyFile('one', 'private')], 1, 'jwks'],
    ['a client of the service itself', ['delete-client', 'identity-console'], 1, 'No such client.'],
    ['a user who is not there', ['sessions', 'nobody@demo.example'], 1, 'No such user.'],
    [
      'a wrong redirect URI',
      [
        'create-client',
        '--name',
        'x',
        '--grant',
        'authorization_code',
        '--scope',
        'openid',
        '--redirect-uri',
        'http://app.example/',
      ],
      1,
      'redirectUris/0: Must begin with https://',
    ],
    [
      'an algorithm that is not offered',
      [...create, '--grant', 'authorization_code', '--id-token-signed-response-alg', 'HS256'],
      1,
      'idTokenSignedResponseAlg: ',
    ],
    [
      'a Logout Uri without TLS',
      [...create, '--grant', 'authorization_code', '--logout-uri', 'http://127.0.0.1:9099/x'],
      1,
      'logoutUri: Must begin with https:// (http:// only where LOGOUT_ALLOWED_HOSTS names host and port).',
    ],
    [
      'a company that is no id',
      [...create, '--grant', 'authorization_code,refresh_token', '--company', 'nope'],
      2,
      '--company must be an id, which is a UUID, not nope.',
    ],
    [
      'a change to an algorithm that is not offered',
      ['sign-id-tokens', 'demo-web', 'HS256'],
      1,
      'idTokenSignedResponseAlg: ',
    ],
    ['a session that is no id', ['end-session', 'nope'], 1, 'No such session.'],
    ['a secret that is no id', ['revoke-secret', 'demo-web', 'nope'], 1, 'No such secret.'],
    ['a mail that is no id', ['repeat-mail', 'nope'], 1, 'No such mail.'],
    ['a logout call that is no id', ['repeat-logout-call', 'nope'], 1, 'No such logout call.'],
    ['a number below zero', ['audit', '--limit', '-5'], 2, "use '--limit=-XYZ'."],
    ['the same as one word', ['audit', '--limit=-5'], 2, '--limit must be a whole number, not -5.'],
    [
      'a file of several lines that is no JSON',
      ['new-keys', 'demo-web', textFile('{\n"keys":\nnothing\n}')],
      2,
      'cannot be read as JSON',
    ],
    [
      'an RSA key whose signatures anybody can make',
      [
        ...['create-client', '--name', 'x', '--grant', 'client_credentials'],
        ...['--scope', 'resources_business_api', '--auth-method', 'private_key_jwt'],
        ...['--jwks', weakKeyFile()],
      ],
      1,
      'jwks/keys/0: weak: Its exponent "e" must be odd',
    ],
    ['no grant', ['create-client', '--name', 'x'], 1, 'grantTypes: '],
  ])('%s: one sentence and its exit code', async (_, args, code, sentence) => {
    const outcome = await cli(...args);
    expect([outcome.code, outcome.out]).toEqual([code, '']);
    expect(outcome.err).toContain(sentence);
    expect(outcome.err.trimEnd()).not.toContain('\n');
  });

  it.each<[string, NodeJS.ProcessEnv, string]>([
    ['a missing setting', { KEY_ENCRYPTION_KEY: '' }, 'KEY_ENCRYPTION_KEY is not set'],
    [
      'a database that is away',
      { DATABASE_URL: 'postgres://a:b@127.0.0.1:1/c' },
      'The database at DATABASE_URL does not answer',
    ],
    [
      'another key',
      { KEY_ENCRYPTION_KEY: Buffer.alloc(32, 9).toString('base64') },
      'none of the keys in KEY_ENCRYPTION_KEY',
    ],
  ])('%s: 1 and one sentence', async (_, env, sentence) => {
    const { code, out, err } = await cliWith({ ...processEnv(provider), ...env }, ['clients']);
    expect([code, out]).toEqual([1, '']);
    expect(err).toContain(sentence);
    expect(err.trimEnd()).not.toContain('\n');
  });

  it('works while Redis is away: what it changed is told when Redis is back', async () => {
    const { code } = await cliWith({ ...processEnv(provider), REDIS_URL: 'redis://127.0.0.1:1' }, webClient);
    expect(code).toBe(0);
  });
});

describeDocumentedCommands('identity', identityProgram.commands);
