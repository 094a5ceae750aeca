import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { publishSigned, signedFields, signerOf } from '@safety/bus/testing';
import { type UserState, userChanged, userInvited } from '@safety/contracts';
import { eventually } from '@safety/testing';
import { Redis } from 'ioredis';
import { PasswordLinks } from '../people/password-links/password-links.js';
import {
  credentials,
  passwordClient,
  refresh,
  requestToken,
  type Tokens,
  tokensFor,
  user,
} from '../testing/flows.js';
import { type IdentityUnderTest, startIdentity } from '../testing/identity-under-test.js';
import { until } from '../testing/until.js';

describe('user-changed.v1', () => {
  const redis = new Redis(process.env['REDIS_URL'] ?? '');
  let provider: IdentityUnderTest;
  beforeAll(async () => {
    provider = await startIdentity();
  });
  afterAll(async () => {
    await redis.quit();
    await provider.close();
  });

  const state = (changes: Partial<UserState>): UserState => ({
    id: user.id,
    version: 2,
    email: user.email,
    givenName: 'Ada',
    familyName: 'Admin',
    disabled: false,
    roles: [],
    ...changes,
  });
  const envelopeOf = (payload: UserState) => ({
    id: randomUUID(),
    type: userChanged.name,
    companyId: null,
    occurredAt: new Date().toISOString(),
    payload,
  });
  const publish = (payload: UserState): Promise<unknown> =>
    publishSigned(redis, userChanged, envelopeOf(payload));
  const saved = async (): Promise<{ version: number; family_name: string } | undefined> =>
    (
      await provider.query<{ version: number; family_name: string }>('SELECT * FROM users WHERE id = $1', [
        user.id,
      ])
    )[0];
  const signIn = async (username: string): Promise<number> => {
    const form = {
      grant_type: 'password',
      username,
      password: 'correct horse battery staple',
      scope: 'openid',
    };
    return (await requestToken(provider, { ...form, ...passwordClient })).status;
  };

  it('brings the newest state, however late or often it comes; the address to sign in with follows', async () => {
    const newest = state({ version: 5, familyName: 'Newest', email: 'Ada.New@demo.example' });
    await publish(state({ version: 3, familyName: 'Older' }));
    await publish(newest);
    await publish(state({ version: 4, familyName: 'Late' }));
    await publish(newest);
    const marker = state({ id: randomUUID(), version: 1, email: 'marker@demo.example' });
    await publish(marker);
    await until(
      async () => (await provider.query('SELECT 1 FROM users WHERE id = $1', [marker.id])).length === 1,
    );
    expect(await saved()).toMatchObject({ version: 5, family_name: 'Newest' });
    expect(await signIn('ada.new@demo.example')).toBe(200);
    expect(await signIn(user.email)).toBe(400);
  });

  it.each([
    ['nobody signed', (text: string) => ['envelope', text]],
    ['another service signed', (text: string) => signedFields(userChanged, text, signerOf('training'))],
    [
      'accounts signed for another stream',
      (text: string) => signedFields({ owner: 'training' }, text, signerOf('accounts')),
    ],
  ])('takes over no account by a message in the stream of accounts that %s', async (_, forge) => {
    const before = await saved();
    const forged = state({ version: 1_000_000, email: 'intruder@demo.example', familyName: 'Intruder' });
    await redis.xadd('bus:accounts', '*', ...forge(JSON.stringify(envelopeOf(forged))));
    const marker = state({ id: randomUUID(), version: 1, email: `${randomUUID()}@marker.example` });
    await publish(marker);
    await eventually(async () =>
      expect(await provider.query('SELECT 1 FROM users WHERE id = $1', [marker.id])).toHaveLength(1),
    );
    expect(await saved()).toEqual(before);
    expect(await signIn('intruder@demo.example')).toBe(400);
  });

  it('brings language and time zone; an older release that does not tell it changes nothing', async () => {
    const reader = state({ id: randomUUID(), version: 1, email: 'reader.marker@demo.example' });
    const after = async (version: number, changed: Partial<UserState>) => {
      await publish({ ...reader, version, ...changed });
      return eventually(async () => {
        const text = 'SELECT locale, time_zone AS "timeZone" FROM users WHERE id = $1 AND version = $2';
        const [known] = await provider.query(text, [reader.id, version]);
        expect(known).toBeDefined();
        return known;
      });
    };
    const chosen = { locale: 'nl', timeZone: 'Asia/Almaty' };
    expect(await after(1, chosen)).toEqual(chosen);
    expect(await after(2, {})).toEqual(chosen);
    expect(await after(3, { locale: null, timeZone: null })).toEqual({ locale: null, timeZone: null });
  });

  it('a new user is invited, once; one who comes disabled is not', async () => {
    const invited = state({ id: randomUUID(), version: 1, email: 'new@demo.example' });
    await publish(invited);
    await publish({ ...invited, version: 2, familyName: 'Changed' });
    await publish(state({ id: randomUUID(), version: 1, email: 'former@demo.example', disabled: true }));
    const marker = state({ id: randomUUID(), version: 1, email: 'second.marker@demo.example' });
    await publish(marker);
    await eventually(async () =>
      expect(await provider.query('SELECT 1 FROM users WHERE id = $1', [marker.id])).toHaveLength(1),
    );
    const mails = await provider.query<{ email: string }>(
      "SELECT email FROM outgoing_mails JOIN users ON users.id = user_id WHERE kind = 'invitation' AND email NOT LIKE '%marker%'",
    );
    expect(mails).toEqual([{ email: 'new@demo.example' }]);
    const recorded = "SELECT FROM audit_records WHERE type = 'user-invited' AND user_id = $1";
    expect((await provider.query(recorded, [invited.id])).length).toBeGreaterThan(0);
  });

  it('the first mail counts: of a company at its limit it waits, beyond that it is left out; the next company is not held up', async () => {
    const [full, beyond, other] = [randomUUID(), randomUUID(), randomUUID()];
    const thisHour = Math.floor(Date.now() / 3_600_000);
    // This hour may end meanwhile.
    const fill = (companyId: string, hours: number) =>
      provider.query(
        `INSERT INTO counters (key, count, expires_at)
         SELECT 'invitations-of:' || $1 || ':' || hour, 1000, now() + interval '1 day'
         FROM generate_series($2::int, $3::int) AS hour`,
        [companyId, thisHour, thisHour + hours],
      );
    await fill(full, 1);
    await fill(beyond, 24);
    const heldIn = (cid: string) => {
      const role = { id: randomUUID(), cid, rid: randomUUID(), evm: false, accepted: false };
      return { ...role, managesClients: false, managesServiceClients: false };
    };
    const heldBy = (id: string, version: number, ...cids: string[]) =>
      publish(state({ id, version, email: `${id}@demo.example`, roles: cids.map(heldIn) }));
    const invitedBy = async (cid: string) => {
      const id = randomUUID();
      await heldBy(id, 1, cid);
      return id;
    };
    const ids = [await invitedBy(full), await invitedBy(beyond), await invitedBy(other)];
    await eventually(async () =>
      expect(await provider.query('SELECT 1 FROM users WHERE id = $1', [ids[2]])).toHaveLength(1),
    );
    const mails = await provider.query<{ hour: number; userId: string; waits: boolean }>(
      `SELECT user_id AS "userId", created_at < next_attempt_at AS waits,
         floor(extract(epoch FROM next_attempt_at) / 3600)::int AS hour
       FROM outgoing_mails WHERE user_id = ANY ($1)`,
      [ids],
    );
    const mailTo = (id: string | undefined) => mails.find(({ userId }) => userId === id);
    expect(mailTo(ids[0])?.hour).toBe(thisHour + 2);
    expect(mailTo(ids[1])).toBeUndefined();
    expect(mailTo(ids[2])?.waits).toBe(false);
    // One that waits is enough, whoever leaves is sent none, and the second user is invited a day later.
    const invite = (userId: string | undefined, companyId: string) =>
      publishSigned(redis, userInvited, {
        ...envelopeOf(state({})),
        id: randomUUID(),
        type: userInvited.name,
        payload: { userId, companyId },
      });
    await provider.query("UPDATE counters SET expires_at = now() WHERE key LIKE 'invitation%'");
    await heldBy(ids[0] ?? '', 2);
    await invite(ids[1], beyond);
    await invite(ids[1], beyond);
    await invite(ids[2], other);
    const marker = state({ id: randomUUID(), version: 1, email: `${randomUUID()}@marker.example` });
    await publish(marker);
    const mailed = () =>
      provider.query(
        'SELECT user_id AS id FROM outgoing_mails WHERE user_id = ANY ($1) ORDER BY array_position($1, user_id)',
        [[...ids, marker.id]],
      );
    await eventually(async () => expect((await mailed()).at(-1)).toEqual({ id: marker.id }));
    expect(await mailed()).toEqual([ids[1], ids[2], marker.id].map((id) => ({ id })));
    // Removed and invited once more within minutes: the mail that was taken back does not count.
    for (const version of [3, 5]) {
      await heldBy(ids[0] ?? '', version, full);
      await invite(ids[0], full);
      if (version === 3) await heldBy(ids[0] ?? '', 4);
    }
    const last = await invitedBy(other);
    const users = 'SELECT FROM users WHERE id = $1';
    await eventually(async () => expect(await provider.query(users, [last])).toHaveLength(1));
    expect((await mailed()).at(0)).toEqual({ id: ids[0] });
  });

  it('user-invited.v1: who has no password is invited again', async () => {
    const invited = state({ id: randomUUID(), version: 1, email: 'again@demo.example' });
    await publish(invited);
    const invitations = (id: string) =>
      provider.query("SELECT 1 FROM outgoing_mails WHERE kind = 'invitation' AND user_id = $1", [id]);
    await eventually(async () => expect(await invitations(invited.id)).toHaveLength(1));
    const ask = (userId: string) =>
      publishSigned(redis, userInvited, {
        ...envelopeOf(invited),
        id: randomUUID(),
        type: userInvited.name,
        payload: { userId },
      });
    await ask(user.id);
    await ask(invited.id);
    await eventually(async () => expect(await invitations(invited.id)).toHaveLength(2));
    expect(await invitations(user.id)).toEqual([]);
  });

  it('another address ends the links that were sent; who has no password yet is invited there', async () => {
    const invited = state({ id: randomUUID(), version: 1, email: 'mistyped@demo.example' });
    await publish(invited);
    const invitations = () =>
      provider.query("SELECT 1 FROM outgoing_mails WHERE kind = 'invitation' AND user_id = $1", [invited.id]);
    await eventually(async () => expect(await invitations()).toHaveLength(1));
    const links = provider.app.get(PasswordLinks, { strict: false });
    const token = await links.create(invited.id, 60);
    await publish({ ...invited, version: 2, familyName: 'Married' });
    await publish({ ...invited, version: 3, email: 'right@demo.example' });
    await eventually(async () => expect(await invitations()).toHaveLength(2));
    expect(await links.find(token)).toBeUndefined();
    await publish({ ...invited, version: 4, email: 'right@demo.example', disabled: true });
    await publish({ ...invited, version: 5, email: 'right@demo.example' });
    await eventually(async () => expect(await invitations()).toHaveLength(3));
  });

  it('a disabled user can no longer sign in, and what the user was signed in to has ended', async () => {
    await publish(state({ version: 6, email: user.email }));
    await until(async () => (await saved())?.version === 6);
    const bySession = await tokensFor(provider);
    const byPassword = await requestToken(provider, {
      grant_type: 'password',
      username: user.email,
      password: credentials.password,
      scope: 'openid offline_access',
      ...passwordClient,
    });
    const { refresh_token } = (await byPassword.json()) as Tokens;
    await publish(state({ version: 7, disabled: true, email: user.email }));
    await until(async () => (await saved())?.version === 7);
    expect(await signIn(user.email)).toBe(400);
    expect((await refresh(provider, bySession.refresh_token)).status).toBe(400);
    expect((await refresh(provider, refresh_token, passwordClient)).status).toBe(400);
    const kinds = await provider.query<{ kind: string }>(
      "SELECT kind FROM revocations WHERE kind <> 'userId' OR subject = $1 ORDER BY kind",
      [user.id],
    );
    expect(kinds.map(({ kind }) => kind)).toEqual(['grantId', 'grantId', 'sid', 'userId']);
  });

  it('disabled and enabled again, applied in the other order or the second alone: signed out as well', async () => {
    const enabled = { email: user.email, lastDisabledVersion: 7 };
    await publish(state({ version: 8, ...enabled }));
    await until(async () => (await saved())?.version === 8);
    const tokens = await tokensFor(provider);
    await publish(state({ version: 9, ...enabled, familyName: 'Married' }));
    await until(async () => (await saved())?.version === 9);
    const renewed = await refresh(provider, tokens.refresh_token);
    expect(renewed.status).toBe(200);
    const { refresh_token } = (await renewed.json()) as Tokens;
    await publish(state({ version: 11, email: user.email, lastDisabledVersion: 10 }));
    await publish(state({ version: 10, email: user.email, lastDisabledVersion: 10, disabled: true }));
    await until(async () => (await saved())?.version === 11);
    expect((await refresh(provider, refresh_token)).status).toBe(400);
    expect(await signIn(user.email)).toBe(200);
  });

  it('of a disabled user who is given another address the earlier one is kept nowhere', async () => {
    const known = async (address: string) =>
      (
        await provider.query<{ known: boolean }>(
          `SELECT (to_jsonb(credentials) || to_jsonb(users))::text LIKE '%' || $2 || '%' AS known
           FROM users JOIN credentials ON user_id = users.id WHERE users.id = $1`,
          [user.id, address],
        )
      )[0]?.known;
    const proven = () =>
      provider.query('SELECT email_proven, proven_email_key AS key FROM credentials WHERE user_id = $1', [
        user.id,
      ]);
    await publish(state({ version: 12, email: 'corrected@demo.example' }));
    await until(async () => (await saved())?.version === 12);
    expect([await known(user.email), await signIn('corrected@demo.example')]).toEqual([true, 200]);
    await publish(state({ version: 13, email: user.email }));
    await until(async () => (await saved())?.version === 13);
    // The address stays proven while it is the present one.
    await publish(state({ version: 14, email: user.email, disabled: true }));
    await until(async () => (await saved())?.version === 14);
    expect(await proven()).toEqual([{ email_proven: true, key: user.email }]);
    await publish(state({ version: 15, email: 'gone-1@neutral.example', disabled: true }));
    await until(async () => (await saved())?.version === 15);
    expect(await known(user.email)).toBe(false);
    await publish(state({ version: 16, email: user.email }));
    await until(async () => (await saved())?.version === 16);
    expect(await proven()).toEqual([{ email_proven: false, key: null }]);
  });

  it('the same of one who is disabled after the change', async () => {
    const { id } = state({});
    await provider.query(
      'UPDATE credentials SET email_proven = true, proven_email_key = email_key WHERE user_id = $1',
      [id],
    );
    await publish(state({ version: 17, email: 'gone-2@neutral.example' }));
    await publish(state({ version: 18, email: 'gone-2@neutral.example', disabled: true }));
    await until(async () => (await saved())?.version === 18);
    expect(
      await provider.query('SELECT proven_email_key AS key FROM credentials WHERE user_id = $1', [id]),
    ).toEqual([{ key: null }]);
  });
});
