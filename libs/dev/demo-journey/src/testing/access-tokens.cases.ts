import { beforeAll, describe, expect, it } from '@jest/globals';
import { demoPassword, demoQuarries, otherWorks } from '@safety/demo-data';
import { operate, type Suite } from '@safety/local-stack';
import { eventually } from '@safety/testing';
import { BOTH } from './integrator.js';

const SCOPE = 'openid profile roles email offline_access resources_accounts_api resources_business_api';

interface Credentials {
  client_id: string;
  client_secret: string;
}

const ofOperator: Credentials = { client_id: 'demo-password', client_secret: 'demo-password-secret' };

async function ask(url: string, token: string, companyId?: string) {
  const company = companyId === undefined ? {} : { 'x-company-context': companyId };
  const answer = await fetch(url, { headers: { authorization: `Bearer ${token}`, ...company } });
  return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
}

/** Where an access token is good, and until when, at every process that verifies it. Ends all tokens. */
export function describeAccessTokens(suite: () => Suite): void {
  /** The answer of the token endpoint, for a user of two companies unless `form` has a refresh token. */
  async function tokensAt(client: Credentials, form: Record<string, string> = {}) {
    const byPassword = { grant_type: 'password', username: BOTH, password: demoPassword, scope: SCOPE };
    const body = new URLSearchParams({ ...byPassword, ...client, ...form });
    const answer = await fetch(`${suite().url}/auth/connect/token`, { method: 'POST', body });
    if (!answer.ok) throw new Error(`The token endpoint answered ${answer.status} ${await answer.text()}`);
    return (await answer.json()) as { access_token: string; refresh_token: string };
  }

  /**
   * One endpoint of each process that verifies access tokens. Behind the gateway, the services also take
   * requests directly.
   */
  const verifying = (): string[] => [
    ...suite().replicaUrls.gateway.flatMap((url) => [`${url}/accounts/companies/me`, `${url}/api/courses`]),
    ...suite().replicaUrls.accounts.map((url) => `${url}/companies/me`),
    ...suite().replicaUrls.training.map((url) => `${url}/courses`),
    ...suite().replicaUrls['personnel-org'].map((url) => `${url}/personnel`),
    ...suite().replicaUrls['hazards-events'].map((url) => `${url}/hazards`),
  ];

  const statuses = async (token: string, companyId: string = demoQuarries.id): Promise<number[]> =>
    Promise.all(verifying().map(async (url) => (await ask(url, token, companyId)).status));

  describe('a client of a company, at which a user of two companies signs in', () => {
    let tokens: Awaited<ReturnType<typeof tokensAt>>;
    let client: Credentials;

    beforeAll(async () => {
      const args = [
        '--name',
        'Own',
        '--grant',
        'password,refresh_token',
        '--scope',
        SCOPE.replaceAll(' ', ','),
      ];
      const options = ['create-client', ...args, '--company', demoQuarries.id];
      const { id, client_secret } = await operate(suite(), 'identity', ...options);
      client = { client_id: id, client_secret };
      tokens = await tokensAt(client);
    });

    it('200 in its own company', async () => {
      expect(new Set(await statuses(tokens.access_token))).toEqual(new Set([200]));
    });

    it('403 company-context-forbidden in the other, at the gateway and at each service', async () => {
      const inOther = verifying().filter((url) => !url.endsWith('/companies/me'));
      for (const url of inOther) {
        const { status, body } = await ask(url, tokens.access_token, otherWorks.id);
        expect({ url, status, code: body['code'] }).toEqual({
          url,
          status: 403,
          code: 'company-context-forbidden',
        });
      }
    });

    it('403 after a renewal too', async () => {
      const form = { grant_type: 'refresh_token', refresh_token: tokens.refresh_token };
      const renewed = await tokensAt(client, form);
      const url = `${suite().url}/api/courses`;
      expect((await ask(url, renewed.access_token, demoQuarries.id)).status).toBe(200);
      expect((await ask(url, renewed.access_token, otherWorks.id)).status).toBe(403);
    });

    it('GET /companies/me: 200 with that company alone', async () => {
      const { body } = await ask(`${suite().url}/accounts/companies/me`, tokens.access_token);
      expect(body['data']).toMatchObject([{ id: demoQuarries.id }]);
    });

    it('a client of the operator goes on serving both', async () => {
      const { access_token } = await tokensAt(ofOperator);
      for (const { id } of [demoQuarries, otherWorks])
        expect((await ask(`${suite().url}/api/courses`, access_token, id)).status).toBe(200);
      const { body } = await ask(`${suite().url}/accounts/companies/me`, access_token);
      expect(body['data']).toHaveLength(2);
    });
  });

  describe('identity rotate-keys --at-once', () => {
    it('401 everywhere for a token used before, 200 for one issued after', async () => {
      const { access_token: before } = await tokensAt(ofOperator);
      expect(new Set(await statuses(before))).toEqual(new Set([200]));
      await operate(suite(), 'identity', 'rotate-keys', '--at-once');
      await eventually(async () => expect(new Set(await statuses(before))).toEqual(new Set([401])));
      // Identity has to hear of it as well before it signs with the new key.
      await eventually(async () => {
        const { access_token: after } = await tokensAt(ofOperator);
        expect(new Set(await statuses(after))).toEqual(new Set([200]));
      });
      expect(new Set(await statuses(before))).toEqual(new Set([401]));
    });
  });
}
