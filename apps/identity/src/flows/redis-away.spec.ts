import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ShortLived } from '../storage/short-lived/short-lived.js';
import { Browser } from '../testing/browser.js';
import { authorizationUrl, codeOf, redeem, refresh, signIn, tokensFor } from '../testing/flows.js';
import { type IdentityUnderTest, startIdentity } from '../testing/identity-under-test.js';

describe('while Redis is away', () => {
  let provider: IdentityUnderTest;
  beforeAll(async () => {
    // Nothing listens there.
    provider = await startIdentity({ REDIS_URL: 'redis://127.0.0.1:1' });
  });
  afterAll(() => provider.close());

  it('the service is ready, and people sign in and renew their tokens', async () => {
    expect((await provider.fetch('/health/ready')).status).toBe(200);
    const tokens = await tokensFor(provider);
    expect((await refresh(provider, tokens.refresh_token)).status).toBe(200);
  });

  it('of twenty redemptions of one code exactly one succeeds', async () => {
    const code = codeOf(await signIn(new Browser(provider), authorizationUrl()));
    const answers = await Promise.all(Array.from({ length: 20 }, () => redeem(provider, code)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  });

  it('what is kept of a sign-in under way does not name the session cookie', async () => {
    const browser = new Browser(provider);
    await signIn(browser, authorizationUrl());
    const cookie = browser.cookie('session') ?? '';
    await browser.open(authorizationUrl({ prompt: 'login' }));
    const rows = await provider.query<{ key: string; encrypted: string }>(
      "SELECT key, value AS encrypted FROM short_lived WHERE key NOT LIKE 'once:%'",
    );
    expect(rows.some(({ encrypted }) => encrypted.includes('"'))).toBe(false);
    const shortLived = provider.app.get(ShortLived, { strict: false });
    const texts = await Promise.all(rows.map(async ({ key }) => (await shortLived.get(key))?.value ?? ''));
    expect(texts.some((text) => text.includes('"prompt":{"name":"login"'))).toBe(true);
    expect(texts.some((text) => text.includes(cookie))).toBe(false);
  });

  it('GET /internal/revocations/pages 200', async () => {
    const response = await provider.fetch('/internal/revocations/pages');
    expect(response.status).toBe(200);
    expect(await response.json()).toMatchObject({ revocations: expect.any(Array), next: null });
  });
});
