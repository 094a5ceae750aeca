import { expect } from '@jest/globals';
import { createLocalJWKSet, type JSONWebKeySet, type JWTPayload, jwtVerify } from 'jose';
import { locationOf } from '../browser.js';
import { authorizationUrl, type Parameters, redeem, signIn, type Tokens } from '../flows.js';
import { issuer } from '../identity-under-test.js';
import type { Bench } from './module.js';

/** The fields of an authorization response, however it is sent. */
export async function answerFields(response: Response): Promise<URLSearchParams> {
  const location = locationOf(response);
  if (location) return location.searchParams;
  const fields = new URLSearchParams();
  for (const [, name = '', value = ''] of (await response.text()).matchAll(/name="([^"]+)" value="([^"]*)"/g))
    fields.append(name, value.replaceAll('&amp;', '&'));
  return fields;
}

/** Sends an authorization request, signs in if asked, and returns what the client gets. */
export async function authorize(
  { browser, parameters }: Bench,
  more: Parameters = {},
): Promise<URLSearchParams> {
  return answerFields(await signIn(browser, authorizationUrl({ ...parameters, ...more })));
}

/** The whole flow: tokens, with the claims of the ID token. */
export async function tokensOf(
  bench: Bench,
  more: Parameters = {},
): Promise<Tokens & { code: string; claims: JWTPayload }> {
  const answer = await authorize(bench, { nonce: 'a-nonce', ...more });
  expect(answer.get('error')).toBeNull();
  const code = answer.get('code') ?? '';
  const response = await redeem(bench.provider, code);
  const tokens = (await response.json()) as Tokens;
  expect(response.status).toBe(200);
  const claims = await claimsOf(bench, tokens.id_token);
  return { ...tokens, code, claims };
}

/** The claims of a token for the client, signed as its registration says by a key that is published. */
export async function claimsOf({ provider, algorithm }: Bench, token: string): Promise<JWTPayload> {
  const published = await provider.fetch(`${issuer}/.well-known/openid-configuration/jwks`);
  const keys = createLocalJWKSet((await published.json()) as JSONWebKeySet);
  const { payload } = await jwtVerify(token, keys, { issuer, audience: 'demo-web', algorithms: [algorithm] });
  return payload;
}

/** Whether the request leads to the sign-in page. */
export async function isAsked({ browser, parameters }: Bench, more: Parameters): Promise<boolean> {
  const response = await browser.open(authorizationUrl({ ...parameters, ...more }));
  return locationOf(response)?.pathname.startsWith('/auth/sign-in/') ?? false;
}

export async function userinfo({ provider }: Bench, init: RequestInit): Promise<Record<string, unknown>> {
  const response = await provider.fetch(`${issuer}/connect/userinfo`, init);
  expect(response.status).toBe(200);
  return (await response.json()) as Record<string, unknown>;
}

export const bearer = ({ access_token }: Tokens): RequestInit => ({
  headers: { authorization: `Bearer ${access_token}` },
});

export async function metadata({ provider }: Bench): Promise<Record<string, unknown>> {
  const response = await provider.fetch(`${issuer}/.well-known/openid-configuration`);
  expect(response.status).toBe(200);
  return (await response.json()) as Record<string, unknown>;
}
