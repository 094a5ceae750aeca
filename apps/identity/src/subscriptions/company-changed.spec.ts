import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { publishSigned } from '@safety/bus/testing';
import {
  companyChanged,
  emailChangeRequested,
  type MessageContract,
  userChanged,
  userInvited,
} from '@safety/contracts';
import { demoPassword, demoQuarries, demoUsers, otherWorks } from '@safety/demo-data';
import { eventually } from '@safety/testing';
import { Redis } from 'ioredis';
import { decodeJwt } from 'jose';
import { ClientKeepers, operator } from '../clients/client-keepers.js';
import { ClientRegistry } from '../clients/client-registry.js';
import { PasswordLinks } from '../people/password-links/password-links.js';
import { MOST_ROLES_IN_ID_TOKEN } from '../provider/policy/claims.js';
import { ExpiredSessions } from '../sessions/expired-sessions.js';
import { SessionLimits } from '../sessions/session-limits.js';
import { ExpiredRows } from '../storage/database/expired-rows.js';
import { Browser } from '../testing/browser.js';
import {
  bodyOf,
  everyScope,
  passwordClient,
  refresh,
  requestToken,
  type Tokens,
  tokensAndCode,
  tokensFor,
  user,
} from '../testing/flows.js';
import { type IdentityUnderTest, issuer, startIdentity } from '../testing/identity-under-test.js';

const both = demoUsers.find(({ email }) => email === 'both@demo.example') ?? user;

/** Characters of `id_token_hint`. */
const LONGEST_HINT = 4096;

describe('what accounts publishes of companies and invitations', () => {
  const redis = new Redis(process.env['REDIS_URL'] ?? '');
  let provider: IdentityUnderTest;
  let version = 1;
  beforeAll(async () => {
    provider = await startIdentity();
  });
  afterAll(async () => {
    await redis.quit();
    await provider.close();
  });

  const publish = (message: MessageContract, payload: object, companyId: string | null = null) =>
    publishSigned(redis, message, {
      id: randomUUID(),
      type: message.name,
      companyId,
      occurredAt: new Date().toISOString(),
      payload,
    });

  const limits = () => provider.app.get(SessionLimits, { strict: false });

  /** Publishes a company, and waits until identity knows. */
  async function publishLimit(
    companyId: string,
    sessionLifetimeMinutes: number | null,
    status = 'active',
  ): Promise<void> {
    version += 1;
    const settings = { name: 'C', status, timeZone: 'Europe/Dublin', riskBands: null };
    const approvals = { allowSelfApproval: false, defaultApproverUserIds: [] };
    const payload = { id: companyId, version, sessionLifetimeMinutes, ...settings, ...approvals };
    await publish(companyChanged, payload, companyId);
    await eventually(async () =>
      expect(
        await provider.query('SELECT seconds FROM session_limits WHERE company_id = $1 AND version = $2', [
          companyId,
          version,
        ]),
      ).toHaveLength(1),
    );
  }

  /** The same, and waits until it is applied, here or in the background. */
  async function limit(...company: Parameters<typeof publishLimit>): Promise<void> {
    await publishLimit(...company);
    await eventually(async () => {
      await limits().shortenAll();
      expect(await provider.query('SELECT FROM session_limits WHERE shortened_to IS NOT NULL')).toEqual([]);
    });
  }

  /** Minutes from the sign-in to the end of the only session of a user. */
  const minutesOf = async (userId: string): Promise<number> => {
    const [row] = await provider.query<{ minutes: number }>(
      `SELECT round(extract(epoch FROM expires_at - to_timestamp((payload ->> 'loginTs')::float8)) / 60)::int AS minutes
       FROM sessions WHERE user_id = $1 AND ended_at IS NULL`,
      [userId],
    );
    return row?.minutes ?? 0;
  };

  it('company-changed.v1: a session ends so long after its sign-in, and what came from it', async () => {
    await limit(demoQuarries.id, 120);
    const tokens = await tokensFor(provider);
    expect(await minutesOf(user.id)).toBe(120);
    await limit(demoQuarries.id, 30);
    expect(await minutesOf(user.id)).toBe(30);
    await provider.query(`UPDATE sessions SET expires_at = now() - interval '1 second' WHERE user_id = $1`, [
      user.id,
    ]);
    await provider.app.get(ExpiredSessions, { strict: false }).endAll();
    expect((await refresh(provider, tokens.refresh_token)).status).toBe(400);
    // Of several companies the shortest counts.
    await limit(otherWorks.id, 10);
    const form = { email: both.email, password: demoPassword };
    await tokensAndCode(provider, new Browser(provider), undefined, form);
    expect(await minutesOf(both.id)).toBe(10);
    await limit(otherWorks.id, null);
    await limit(demoQuarries.id, null);
    await tokensFor(provider);
    expect(await minutesOf(user.id)).toBe(14 * 24 * 60);
  });

  it('company-changed.v1: so do those of very many users; what fails goes on where it left off', async () => {
    const companyId = randomUUID();
    const users = 201;
    await provider.query(
      `WITH added AS (
         INSERT INTO users (id, version, email, given_name, family_name, disabled, roles)
         SELECT lpad(n::text, 32, 'f')::uuid, 1, n || '@many.example', 'G', 'F', false, jsonb_build_array(jsonb_build_object('cid', $1::text, 'accepted', true))
         FROM generate_series(1, $2) AS n RETURNING id)
       INSERT INTO sessions (sid, id_sha256, user_id, payload, expires_at)
       SELECT id, sha256(id::text::bytea), id, json_build_object('loginTs', extract(epoch FROM now())::int), now() + interval '1 day'
       FROM added`,
      [companyId, users],
    );
    const ofMany = "sid LIKE 'ffffffff%'";
    const shortened = async () =>
      (
        await provider.query(
          `SELECT FROM sessions WHERE ${ofMany} AND expires_at < now() + interval '1 hour'`,
        )
      ).length;
    const setLast = (loginTs: string) =>
      provider.query(
        `UPDATE sessions SET payload = $1 WHERE sid = (SELECT max(sid) FROM sessions WHERE ${ofMany})`,
        [`{"loginTs": ${loginTs}}`],
      );
    await setLast('99999999999999999999');
    await publishLimit(companyId, 30);
    await eventually(() => expect(limits().shortenAll()).rejects.toThrow('out of range'));
    expect(await shortened()).toBe(users - 1);
    await setLast(String(Math.floor(Date.now() / 1000)));
    await limit(companyId, 30);
    expect(await shortened()).toBe(users);
    // A change that shortens nothing looks at no session.
    await provider.query(`UPDATE sessions SET expires_at = now() + interval '1 day' WHERE ${ofMany}`);
    await limit(companyId, 30);
    await limit(companyId, 31);
    expect(await shortened()).toBe(0);
    await limit(companyId, null);
    await limit(companyId, 31);
    expect(await shortened()).toBe(users);
    await provider.query(`DELETE FROM sessions WHERE ${ofMany}`);
  });

  it('company-changed.v1: so does one that keeps a state of U+0000, from a sign-out that was not confirmed', async () => {
    const browser = new Browser(provider);
    const form = { email: 'admin@other.example', password: demoPassword };
    const { tokens } = await tokensAndCode(provider, browser, undefined, form);
    await browser.open(`${issuer}/connect/endsession?state=%00`);
    await limit(otherWorks.id, 30);
    const [session] = await provider.query<{ left: number }>(
      `UPDATE sessions SET ended_at = now() WHERE sid = $1 RETURNING extract(epoch FROM expires_at - now())::int AS left`,
      [decodeJwt(tokens.id_token)['sid']],
    );
    expect(session?.left).toBeLessThanOrEqual(30 * 60);
    await limit(otherWorks.id, null);
  });

  it('company-changed.v1: what came of a password ends so long after it, and access tokens with it', async () => {
    const form = { grant_type: 'password', username: both.email, password: demoPassword };
    const signIn = async () => {
      const answer = await requestToken(provider, { ...form, scope: everyScope, ...passwordClient });
      return (await answer.json()) as Tokens;
    };
    const minutes = async () => {
      const [row] = await provider.query<{ minutes: number }>(
        `SELECT round(extract(epoch FROM expires_at - to_timestamp((payload ->> 'iat')::float8)) / 60)::int AS minutes
         FROM grants WHERE user_id = $1 AND client_id = 'demo-password' AND revoked_at IS NULL
         ORDER BY (payload ->> 'iat')::bigint DESC LIMIT 1`,
        [both.id],
      );
      return row?.minutes;
    };
    const renewed = async (token: string) => {
      const answer = await refresh(provider, token, passwordClient);
      return { status: answer.status, body: (await answer.json()) as Tokens };
    };
    const unlimited = await signIn();
    const usual = await minutes();
    await limit(otherWorks.id, 120);
    expect([usual, await minutes()]).toEqual([30 * 24 * 60, 120]);
    const { body } = await renewed(unlimited.refresh_token);
    await signIn();
    expect(await minutes()).toBe(120);
    await limit(otherWorks.id, 30);
    expect(await minutes()).toBe(30);
    // As long after the password as the company allows.
    await provider.query(
      `UPDATE grants SET expires_at = now() - interval '1 second'
       WHERE user_id = $1 AND client_id = 'demo-password'`,
      [both.id],
    );
    expect((await renewed(body.refresh_token)).status).toBe(400);
    await provider.app.get(ExpiredRows, { strict: false }).remove();
    await provider.app.get(ExpiredSessions, { strict: false }).endAll();
    const { grant_id } = decodeJwt(body.access_token);
    expect(
      await provider.query("SELECT FROM revocations WHERE kind = 'grantId' AND subject = $1", [grant_id]),
    ).toHaveLength(1);
    await limit(otherWorks.id, null);
    await signIn();
    expect(await minutes()).toBe(30 * 24 * 60);
  });

  it('user-changed.v1: who joins a company with a shorter lifetime has it at once', async () => {
    await limit(otherWorks.id, 15);
    const role = { id: randomUUID(), cid: otherWorks.id, rid: randomUUID(), evm: false };
    const [known] = await provider.query<{ version: number; roles: object[] }>(
      'SELECT version, roles FROM users WHERE id = $1',
      [user.id],
    );
    const join = async (accepted: boolean, version: number) => {
      const roles = [...(known?.roles ?? []), { ...role, accepted }];
      await publish(userChanged, {
        ...{ id: user.id, version, email: user.email, disabled: false },
        ...{ givenName: user.givenName, familyName: user.familyName, roles },
      });
      await eventually(async () =>
        expect(
          await provider.query('SELECT FROM users WHERE id = $1 AND version = $2', [user.id, version]),
        ).toHaveLength(1),
      );
    };
    // An invitation alone binds nobody.
    await join(false, (known?.version ?? 0) + 1);
    expect(await minutesOf(user.id)).toBe(14 * 24 * 60);
    await join(true, (known?.version ?? 0) + 2);
    await eventually(async () => expect(await minutesOf(user.id)).toBe(15));
  });

  it('tokens of a user of 500 companies: the access token as long as of one, the ID token bounded', async () => {
    const tokenOf = async () => {
      const form = { grant_type: 'password', username: user.email, password: demoPassword, scope: 'roles' };
      const answer = await requestToken(provider, { ...form, ...passwordClient });
      return ((await answer.json()) as { access_token: string }).access_token;
    };
    const before = await tokenOf();
    const [stored] = await provider.query<{ roles: object[] }>('SELECT roles FROM users WHERE id = $1', [
      user.id,
    ]);
    const member = { evm: true, accepted: true };
    const many = Array.from({ length: 500 }, () => ({ id: randomUUID(), cid: randomUUID(), ...member }));
    await provider.query('UPDATE users SET roles = roles || $2::jsonb WHERE id = $1', [
      user.id,
      JSON.stringify(many.map((role) => ({ ...role, rid: role.id, managesClients: false }))),
    ]);
    expect((await tokenOf()).length).toBe(before.length);
    // The ID token names no role then, and userinfo names all.
    const { id_token, access_token } = await tokensFor(provider);
    expect(decodeJwt(id_token)).not.toHaveProperty('role');
    expect(id_token.length).toBeLessThan(2_000);
    const headers = { authorization: `Bearer ${access_token}` };
    const answer = await provider.fetch(`${issuer}/connect/userinfo`, { headers });
    const { role } = (await answer.json()) as { role: string };
    expect(JSON.parse(role)).toHaveLength(many.length + (stored?.roles.length ?? 0));
    await provider.query('UPDATE users SET roles = $2::jsonb WHERE id = $1', [
      user.id,
      // Those of companies that wait for the user come to the ten, and do not count.
      JSON.stringify(
        many.map((one, index) => ({ ...one, rid: one.id, accepted: index < MOST_ROLES_IN_ID_TOKEN })),
      ),
    ]);
    const most = await tokensFor(provider);
    const named = JSON.parse(String(decodeJwt(most.id_token)['role'])) as { cid: string }[];
    expect(named.map(({ cid }) => cid)).toEqual(many.slice(0, MOST_ROLES_IN_ID_TOKEN).map(({ cid }) => cid));
    expect(most.id_token.length).toBeLessThan(LONGEST_HINT);
    await provider.query('UPDATE users SET roles = $2::jsonb WHERE id = $1', [
      user.id,
      JSON.stringify(stored?.roles),
    ]);
  });

  it('company-changed.v1: a suspended company has no clients and nobody who manages them', async () => {
    const keepers = provider.app.get(ClientKeepers, { strict: false });
    const { client, secret } = await provider.app
      .get(ClientRegistry, { strict: false })
      .create(operator, demoQuarries.id, {
        name: 'Of the company',
        authMethod: 'client_secret',
        grantTypes: ['client_credentials'],
        scopes: ['resources_business_api'],
      });
    const request = () => {
      const form = { client_id: client.id, client_secret: secret?.secret ?? '' };
      return requestToken(provider, { grant_type: 'client_credentials', ...form });
    };
    const ask = async () => (await request()).status;
    const { access_token: token } = (await (await request()).json()) as Tokens;
    const isActive = async () => {
      const { client_id, client_secret } = passwordClient;
      const body = new URLSearchParams({ token, client_id, client_secret });
      const answer = await provider.fetch(`${issuer}/connect/introspect`, { method: 'POST', body });
      return ((await answer.json()) as { active: boolean }).active;
    };
    const managed = async () => (await keepers.find(user.id))?.companyIds ?? [];
    expect([await ask(), await isActive(), await managed()]).toEqual([
      ...[200, true],
      expect.arrayContaining([demoQuarries.id]),
    ]);
    await limit(demoQuarries.id, null, 'suspended');
    await eventually(async () =>
      expect([await ask(), await isActive(), (await managed()).includes(demoQuarries.id)]).toEqual([
        ...[401, false, false],
      ]),
    );
    await limit(demoQuarries.id, null);
    await eventually(async () => expect(await ask()).toBe(200));
  });

  it('company-changed.v1: the role claim leaves a suspended company out, and names it again once it goes on', async () => {
    const tokens = await tokensFor(provider);
    const inUserinfo = async (): Promise<unknown> => {
      const headers = { authorization: `Bearer ${tokens.access_token}` };
      const answer = provider.fetch(`${issuer}/connect/userinfo`, { headers });
      return (await bodyOf<{ role: string }>(answer)).role;
    };
    const inRenewed = async (): Promise<unknown> => {
      Object.assign(tokens, await bodyOf(refresh(provider, tokens.refresh_token)));
      return decodeJwt(tokens.id_token)['role'];
    };
    const before = await inUserinfo();
    expect(before).toContain(demoQuarries.id);
    await limit(demoQuarries.id, null, 'suspended');
    await eventually(async () => expect(await inUserinfo()).not.toContain(demoQuarries.id));
    expect(await inRenewed()).not.toContain(demoQuarries.id);
    await limit(demoQuarries.id, null);
    await eventually(async () => expect(await inUserinfo()).toBe(before));
    expect(await inRenewed()).toBe(before);
  });

  const accepted = async (userId: string) => {
    const rows = await provider.query<{ companyId: string }>(
      `SELECT envelope ->> 'companyId' AS "companyId" FROM outbox
       WHERE envelope ->> 'type' = 'invitation-accepted.v1' AND envelope -> 'payload' ->> 'userId' = $1`,
      [userId],
    );
    return rows.map(({ companyId }) => companyId).sort();
  };

  it('user-invited.v1: no sign-in tells a company that waits; a user with a password is sent a mail', async () => {
    await publish(userInvited, { userId: user.id, companyId: randomUUID(), send: true });
    const mails = () =>
      provider.query("SELECT FROM outgoing_mails WHERE kind = 'invitation-to-company' AND user_id = $1", [
        user.id,
      ]);
    await eventually(async () => expect(await mails()).toHaveLength(1));
    const form = { grant_type: 'password', username: user.email, password: demoPassword, scope: 'openid' };
    expect((await requestToken(provider, { ...form, ...passwordClient })).status).toBe(200);
    expect(await accepted(user.id)).toEqual([]);
  });

  it('user-invited.v1: one mail for the same company within minutes, and six in an hour for all', async () => {
    const invite = async (companyId: string, userId = both.id): Promise<void> => {
      const id = randomUUID();
      const payload = { userId, companyId, send: true };
      const occurredAt = new Date().toISOString();
      await publishSigned(redis, userInvited, {
        id,
        type: userInvited.name,
        companyId: null,
        occurredAt,
        payload,
      });
      await eventually(async () =>
        expect(await provider.query('SELECT FROM handled_messages WHERE id = $1', [id])).toHaveLength(1),
      );
    };
    const mails = async (userId = both.id) =>
      (
        await provider.query("SELECT FROM outgoing_mails WHERE user_id = $1 AND kind LIKE 'invitation%'", [
          userId,
        ])
      ).length;
    const before = await mails();
    const [first, second] = [randomUUID(), randomUUID()];
    for (let n = 0; n < 3; n++) await invite(first);
    expect(await mails()).toBe(before + 1);
    // The first mail of a new user leaves as accounts publishes the user: the company has had it.
    const id = randomUUID();
    const held = { id: randomUUID(), cid: second, rid: randomUUID(), evm: false, accepted: false };
    const names = { email: `${id}@demo.example`, givenName: 'Nina', familyName: 'New' };
    await publish(userChanged, { id, version: 1, ...names, disabled: false, roles: [held] });
    await eventually(async () => expect(await mails(id)).toBe(1));
    await invite(second, id);
    expect(await mails(id)).toBe(1);
    for (let n = 0; n < 8; n++) await invite(randomUUID());
    expect(await mails()).toBeLessThanOrEqual(before + 6);
  });

  it('mails of a company: in the language of the user, else of the company, else of the installation', async () => {
    const [dutch, french] = [randomUUID(), randomUUID()];
    const settings = {
      name: 'C',
      status: 'active',
      timeZone: 'UTC',
      riskBands: null,
      sessionLifetimeMinutes: null,
    };
    const approvals = { allowSelfApproval: false, defaultApproverUserIds: [] };
    const speaks = (id: string, version: number, language: object) =>
      publish(companyChanged, { id, version, ...settings, ...approvals, ...language }, id);
    await speaks(dutch, 1, { defaultLocale: 'nl-BE' });
    // An older release does not tell it: what is known stays.
    await speaks(dutch, 2, {});
    await speaks(french, 1, { defaultLocale: 'fr' });
    const languagesOf = async (id: string) =>
      (
        await provider.query<{ language: string }>(
          'SELECT language FROM outgoing_mails WHERE user_id = $1 ORDER BY id',
          [id],
        )
      ).map(({ language }) => language);
    const joins = async (cids: string[], own: object = {}): Promise<string> => {
      const id = randomUUID();
      const roles = cids.map((cid) => ({
        ...{ id: randomUUID(), cid, rid: randomUUID(), evm: false, accepted: false },
      }));
      const names = { email: `${id}@demo.example`, givenName: 'Nina', familyName: 'New', disabled: false };
      await publish(userChanged, { id, version: 1, ...names, roles, ...own });
      await eventually(async () => expect(await languagesOf(id)).toHaveLength(1));
      return id;
    };
    const user = await joins([dutch]);
    const first = [
      user,
      await joins([dutch], { locale: 'es-PE' }),
      await joins([dutch], { locale: 'fr' }),
      await joins([french], { locale: null }),
      await joins([randomUUID()]),
    ];
    const languages: unknown[] = [];
    for (const id of first) languages.push(await languagesOf(id));
    expect(languages).toEqual([['nl'], ['es'], ['nl'], ['en'], ['en']]);
    // Invited again once the first mail was sent, and by another company.
    await provider.query("DELETE FROM counters WHERE key LIKE 'invitation%'");
    const sent = 'UPDATE outgoing_mails SET next_attempt_at = NULL, delivered_at = now() WHERE user_id = $1';
    await provider.query(sent, [user]);
    await publish(userInvited, { userId: user, companyId: dutch, send: true });
    await publish(userInvited, { userId: user, companyId: french, send: true });
    await eventually(async () => expect(await languagesOf(user)).toEqual(['nl', 'nl', 'en']));
    // A mail of no company: the one that all companies of the user share.
    await publish(emailChangeRequested, { userId: user, email: `${user}@new.example`, locale: null });
    await eventually(async () => expect((await languagesOf(user)).slice(3)).toEqual(['nl', 'nl']));
  });

  const waitingFor = async (userId: string) =>
    (await provider.query('SELECT FROM pending_invitations WHERE user_id = $1', [userId])).length;
  const invitedBy = async (companyIds: string[]): Promise<string> => {
    const id = randomUUID();
    await publish(userChanged, {
      ...{ id, version: 1, email: `${id}@demo.example`, disabled: false },
      ...{ givenName: 'Flo', familyName: 'First', roles: [] },
    });
    for (const companyId of companyIds) await publish(userInvited, { userId: id, companyId, send: false });
    await eventually(async () => expect(await waitingFor(id)).toBe(new Set(companyIds).size));
    return id;
  };
  /** A version of such a user by the companies that know them. */
  const heldAt = (id: string, version: number, companyIds: string[]) =>
    publish(userChanged, {
      ...{ id, version, email: `${id}@demo.example`, disabled: false },
      ...{ givenName: 'Flo', familyName: 'First' },
      roles: companyIds.map((cid) => ({
        id: randomUUID(),
        cid,
        rid: randomUUID(),
        evm: false,
        accepted: false,
      })),
    });
  const choose = async (id: string, password: string): Promise<void> => {
    const token = await provider.app.get(PasswordLinks, { strict: false }).create(id, 60);
    const fields = { token, password, repeated: password };
    expect((await new Browser(provider).submit(`${issuer}/new-password`, fields)).status).toBe(303);
  };

  it('the first password tells the company that waits, once; another one tells nobody', async () => {
    const company = randomUUID();
    const id = await invitedBy([company, company]);
    expect(await accepted(id)).toEqual([]);
    await choose(id, 'seven quiet lanterns drift');
    expect(await accepted(id)).toEqual([company]);
    await provider.query('INSERT INTO pending_invitations (user_id, company_id) VALUES ($1, $2)', [
      id,
      company,
    ]);
    await choose(id, 'eleven loud lanterns drift');
    expect(await accepted(id)).toEqual([company]);
  });

  it('the first password tells the company that waits, where another one has withdrawn its invitation', async () => {
    const [stays, withdraws] = [randomUUID(), randomUUID()];
    const id = await invitedBy([stays, withdraws]);
    await heldAt(id, 2, [stays, withdraws]);
    await heldAt(id, 3, [stays]);
    await eventually(async () => expect(await waitingFor(id)).toBe(1));
    await choose(id, 'seven quiet lanterns drift');
    expect(await accepted(id)).toEqual([stays]);
  });

  it('the first password tells nobody where several companies wait: one of them may be a stranger', async () => {
    const id = await invitedBy([randomUUID(), randomUUID()]);
    await choose(id, 'seven quiet lanterns drift');
    expect([await accepted(id), await waitingFor(id)]).toEqual([[], 0]);
  });
});
