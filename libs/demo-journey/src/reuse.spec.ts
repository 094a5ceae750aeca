import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { demoClients, demoPassword, demoScopes, demoUsers } from '@safety/demo-data';
import { type Suite, startSuite } from '@safety/local-stack';
import { eventually } from '@safety/testing';
import { Browser, formOf, inputNamed } from './browser.js';

interface Tokens {
  access_token: string;
  refresh_token: string;
}

const [web] = demoClients;
const client = { client_id: web?.clientId ?? '', client_secret: web?.secret ?? '' };
const redirect_uri = web?.redirectUris[0] ?? '';

describe('a code or refresh token that comes twice', () => {
  let suite: Suite;
  beforeAll(async () => {
    suite = await startSuite({
      env: { ...process.env, DATABASE_URL: process.env['TEST_DATABASE_URL'], LOG_LEVEL: 'error' },
    });
  }, 120_000);
  afterAll(() => suite.stop());

  const signIn = async (): Promise<string> => {
    const browser = new Browser();
    const url = new URL(`${suite.url}/auth/connect/authorize`);
    url.search = new URLSearchParams({
      client_id: client.client_id,
      redirect_uri,
      response_type: 'code',
      scope: demoScopes.join(' '),
      response_mode: 'form_post',
    }).toString();
    const page = await browser.open(url);
    const form = formOf(page);
    form.fields[inputNamed(page, 'email')] = demoUsers[0]?.email ?? '';
    form.fields[inputNamed(page, 'password')] = demoPassword;
    return formOf(await browser.submit(form)).fields['code'] ?? '';
  };
  const ask = (form: Record<string, string>): Promise<Response> =>
    fetch(`${suite.url}/auth/connect/token`, {
      method: 'POST',
      body: new URLSearchParams({ ...form, ...client }),
    });
  const redeem = (code: string): Promise<Response> =>
    ask({ grant_type: 'authorization_code', code, redirect_uri });
  const renew = (refresh_token: string): Promise<Response> =>
    ask({ grant_type: 'refresh_token', refresh_token });
  const json = async (response: Promise<Response>): Promise<Tokens> =>
    (await (await response).json()) as Tokens;
  const statusOf = async ({ access_token }: Tokens): Promise<number> =>
    (
      await fetch(`${suite.url}/accounts/companies/me`, {
        headers: { authorization: `Bearer ${access_token}` },
      })
    ).status;

  it('ends the access token of the code at the gateway (RFC 6749 4.1.2)', async () => {
    const code = await signIn();
    const tokens = await json(redeem(code));
    expect(await statusOf(tokens)).toBe(200);
    expect((await redeem(code)).status).toBe(400);
    await eventually(async () => expect(await statusOf(tokens)).toBe(401));
  });

  it('ends every access token of the family at the gateway (RFC 9700 4.14.2)', async () => {
    const first = await json(redeem(await signIn()));
    const second = await json(renew(first.refresh_token));
    const third = await json(renew(second.refresh_token));
    expect(await Promise.all([first, second, third].map(statusOf))).toEqual([200, 200, 200]);
    expect((await renew(first.refresh_token)).status).toBe(400);
    await eventually(async () =>
      expect(await Promise.all([first, second, third].map(statusOf))).toEqual([401, 401, 401]),
    );
  });

  it('ends nothing that another sign-in of the same user got', async () => {
    const code = await signIn();
    const [tokens, another] = [await json(redeem(code)), await json(redeem(await signIn()))];
    expect((await redeem(code)).status).toBe(400);
    await eventually(async () => expect(await statusOf(tokens)).toBe(401));
    expect(await statusOf(another)).toBe(200);
  });
});
