import { randomUUID } from 'node:crypto';
import { decodeJwt } from 'jose';
import type { TestApi } from '../api.js';

/** A request that no guarded handler answers, by its headers. */
export interface Refusal {
  name: string;
  status: number;
  code: string;
  request: (
    api: TestApi,
    good: Record<string, string>,
  ) => Promise<Record<string, string>> | Record<string, string>;
}

const without = (headers: Record<string, string>, name: string): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).filter(([header]) => header !== name));

const withToken = async (
  good: Record<string, string>,
  token: Promise<string>,
): Promise<Record<string, string>> => ({
  ...good,
  authorization: `Bearer ${await token}`,
});

const userOf = ({ authorization = '' }: Record<string, string>): string =>
  decodeJwt(authorization.replace('Bearer ', '')).sub ?? '';

const TEN_YEARS = 10 * 365 * 24 * 60 * 60;

/** The refusals that every guarded handler shares. */
export const refusals: readonly Refusal[] = [
  {
    name: 'no token (RFC 6750 3)',
    status: 401,
    code: 'token-missing',
    request: (_, good) => without(good, 'authorization'),
  },
  {
    name: 'Basic credentials',
    status: 401,
    code: 'token-missing',
    request: (_, good) => ({ ...good, authorization: 'Basic dXNlcjpwYXNz' }),
  },
  {
    name: 'a token of rubbish',
    status: 401,
    code: 'token-invalid',
    request: (_, good) => ({ ...good, authorization: 'Bearer x.y.z' }),
  },
  {
    name: 'an expired token (RFC 9068 4)',
    status: 401,
    code: 'token-expired',
    request: ({ issuer }, good) =>
      withToken(good, issuer.token(randomUUID(), { claims: { exp: 1_700_000_000 } })),
  },
  {
    name: 'a token without expiry (RFC 9068 2.2)',
    status: 401,
    code: 'token-invalid',
    request: ({ issuer }, good) =>
      withToken(good, issuer.token(randomUUID(), { claims: { exp: undefined } as never })),
  },
  {
    name: 'a token of another issuer (RFC 9068 4)',
    status: 401,
    code: 'token-invalid',
    request: ({ issuer }, good) =>
      withToken(good, issuer.token(randomUUID(), { claims: { iss: 'https://elsewhere.example' } })),
  },
  {
    name: 'a token of ten years, which identity never issues',
    status: 401,
    code: 'token-invalid',
    request: ({ issuer }, good) =>
      withToken(
        good,
        issuer.token(randomUUID(), { claims: { exp: Math.floor(Date.now() / 1000) + TEN_YEARS } }),
      ),
  },
  {
    name: 'a token for another audience (RFC 9068 4)',
    status: 401,
    code: 'token-invalid',
    request: ({ issuer }, good) =>
      withToken(good, issuer.token(randomUUID(), { claims: { aud: 'another' } })),
  },
  {
    name: 'an ID token (RFC 8725 3.11)',
    status: 401,
    code: 'token-invalid',
    request: ({ issuer }, good) =>
      withToken(good, issuer.token(randomUUID(), { header: { typ: undefined } })),
  },
  {
    name: 'a token signed by a foreign key (RFC 8725 3.1)',
    status: 401,
    code: 'token-invalid',
    request: ({ issuer }, good) => withToken(good, issuer.token(randomUUID(), { forged: true })),
  },
  {
    name: 'a token of an unknown key (RFC 7515 4.1.4)',
    status: 401,
    code: 'token-invalid',
    request: ({ issuer }, good) =>
      withToken(good, issuer.token(randomUUID(), { header: { kid: 'unknown' } })),
  },
  {
    name: 'an unsigned token (RFC 8725 2.1)',
    status: 401,
    code: 'token-invalid',
    request: async ({ issuer }, good) => {
      const [, payload] = (await issuer.token(randomUUID())).split('.');
      const header = Buffer.from(JSON.stringify({ alg: 'none', typ: 'at+jwt' })).toString('base64url');
      return { ...good, authorization: `Bearer ${header}.${payload}.` };
    },
  },
  {
    name: 'a token that a client got for itself (RFC 9068 2.2)',
    status: 403,
    code: 'user-required',
    request: ({ issuer }, good) => {
      const client_id = randomUUID();
      return withToken(good, issuer.token(client_id, { claims: { client_id } }));
    },
  },
  {
    name: 'no company',
    status: 400,
    code: 'company-context-missing',
    request: (_, good) => without(good, 'x-company-context'),
  },
  {
    name: 'two companies',
    status: 400,
    code: 'company-context-multiple',
    request: (_, good) => ({ ...good, 'x-company-context': `${randomUUID()},${randomUUID()}` }),
  },
  {
    name: 'a company that is no id',
    status: 400,
    code: 'company-context-invalid',
    request: (_, good) => ({ ...good, 'x-company-context': 'mine' }),
  },
  {
    name: 'a company of others',
    status: 403,
    code: 'company-context-forbidden',
    request: (_, good) => ({ ...good, 'x-company-context': randomUUID() }),
  },
  {
    name: "the user's own company, on the token of a client of another company",
    status: 403,
    code: 'company-context-forbidden',
    request: ({ issuer }, good) =>
      withToken(good, issuer.token(userOf(good), { claims: { company_id: randomUUID() } })),
  },
  {
    name: 'an unknown Api-Version',
    status: 400,
    code: 'unsupported-api-version',
    request: (_, good) => ({ ...good, 'api-version': '9.9.9' }),
  },
  {
    name: 'Accept: text/html',
    status: 406,
    code: 'not-acceptable',
    request: (_, good) => ({ ...good, accept: 'text/html' }),
  },
];
