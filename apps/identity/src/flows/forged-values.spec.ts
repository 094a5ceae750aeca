import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { Redis } from 'ioredis';
import { digestOf } from '../storage/encryption/digest-of.js';
import { ShortLived } from '../storage/short-lived/short-lived.js';
import { ValueEncryption } from '../storage/short-lived/value-encryption.js';
import { Browser, locationOf } from '../testing/browser.js';
import { authorizationUrl, codeOf, credentials, redeem, signIn, user } from '../testing/flows.js';
import { type IdentityUnderTest, keyEncryptionKey, startIdentity } from '../testing/identity-under-test.js';

/** Anybody who administers Redis, or took over something that reaches it, can write into it. */
describe('what somebody else writes into Redis', () => {
  let provider: IdentityUnderTest;
  let redis: Redis;
  let browser: Browser;
  beforeAll(async () => {
    provider = await startIdentity();
    redis = new Redis(process.env['REDIS_URL'] ?? '');
  });
  beforeEach(() => {
    browser = new Browser(provider);
  });
  afterAll(async () => {
    await redis.quit();
    await provider.close();
  });

  const keyOf = (kind: string, id: string): string => `${kind}:${digestOf(id).toString('base64url')}`;
  const nameOf = (kind: string, id: string): string => `identity:${keyOf(kind, id)}`;
  const shortLived = () => provider.app.get(ShortLived, { strict: false });

  /** The sign-in page that a browser is sent to, and the id of the sign-in. */
  const begun = async (from = browser): Promise<{ page: URL; id: string }> => {
    const page = locationOf(await from.open(authorizationUrl())) as URL;
    return { page, id: page.pathname.split('/').at(-1) ?? '' };
  };
  /** Goes on as the browser does after a password: to the client with a code, or elsewhere. */
  const resumed = ({ id }: { id: string }) => browser.open(`/auth/connect/authorize/${id}`);

  it('a forged result of a sign-in signs nobody in: the sign-in begins anew', async () => {
    const pending = await begun();
    const known = await shortLived().get(keyOf('interaction', pending.id));
    const login = { accountId: user.id, amr: ['pwd'], ts: Math.floor(Date.now() / 1000) };
    const forged = { ...JSON.parse(known?.value ?? ''), result: { login, epoch: 0 } };
    await redis.hset(nameOf('interaction', pending.id), 'value', JSON.stringify(forged));
    const answer = await resumed(pending);
    expect(locationOf(answer)?.searchParams.has('code') ?? false).toBe(false);
    expect(answer.status).toBe(400);
    expect((await browser.open(pending.page)).status).toBe(400);
    expect(codeOf(await signIn(browser, authorizationUrl()))).toBeTruthy();
  });

  it('the result of another sign-in, copied, signs nobody in', async () => {
    const victim = new Browser(provider);
    const [other, pending] = [await begun(victim), await begun()];
    await victim.submit(other.page, credentials);
    await redis.hset(
      nameOf('interaction', pending.id),
      'value',
      (await redis.hget(nameOf('interaction', other.id), 'value')) ?? '',
    );
    const answer = await resumed(pending);
    expect(locationOf(answer)?.searchParams.has('code') ?? false).toBe(false);
    expect(answer.status).toBe(400);
  });

  it.each(['', 'null', '{}', 'AAAA', '\u0000'])('400 for a code whose value is %j', async (value) => {
    const code = codeOf(await signIn(browser, authorizationUrl()));
    await redis.hset(nameOf('code', code), 'value', value);
    expect((await redeem(provider, code)).status).toBe(400);
  });

  it('a value that is written back after its time counts as missing', async () => {
    const valueEncryption = provider.app.get(ValueEncryption, { strict: false });
    for (const [seconds, value] of [
      [60, 'value'],
      [-1, undefined],
    ] as const) {
      await redis.hset('identity:spec', 'value', valueEncryption.encrypt('spec', 'value', seconds));
      expect((await shortLived().get('spec'))?.value).toBe(value);
    }
  });

  it('a value is read by a process that knows the key of before as well', async () => {
    const next = Buffer.alloc(32, 'the next key').toString('base64');
    const [after, ahead] = await Promise.all([
      provider.addReplica({ KEY_ENCRYPTION_KEY: `${next},${keyEncryptionKey}` }),
      provider.addReplica({ KEY_ENCRYPTION_KEY: `${keyEncryptionKey},${next}` }),
    ]);
    await shortLived().set('spec', 'before', 60);
    expect((await after.app.get(ShortLived, { strict: false }).get('spec'))?.value).toBe('before');
    await after.app.get(ShortLived, { strict: false }).set('spec', 'after', 60);
    expect(await shortLived().get('spec')).toBeUndefined();
    expect((await ahead.app.get(ShortLived, { strict: false }).get('spec'))?.value).toBe('after');
  });
});
