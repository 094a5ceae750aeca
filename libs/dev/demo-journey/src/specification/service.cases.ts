import { describe, expect, it } from '@jest/globals';
import { demoQuarries, demoScopes, otherWorks } from '@safety/demo-data';
import * as client from 'openid-client';
import { ADMIN, BOTH, type Integrator, idsOf, refusalOf } from '../testing/integrator.js';

/** The service and the accounts API. */
export function describeService(by: () => Integrator): void {
  describe('Addresses', () => {
    it('{auth_url} is the identity provider, {base_url} is the business API, {accounts_api_url} is the identity provider’s own data API', async () => {
      expect(by().config.serverMetadata().issuer).toBe(`${by().url}/auth`);
      expect((await by().api('/courses')).status).toBe(200);
      expect((await by().accounts('/companies/me')).status).toBe(200);
    });

    it('A business API that accepts the access tokens the identity provider issues', async () => {
      const scope = demoScopes.join(' ');
      const byCode = await by().tokensOf(ADMIN);
      for (const token of [byCode.access_token, await by().byPassword(scope)])
        expect((await by().api('/courses', { token })).status).toBe(200);
      const [header, payload] = byCode.access_token.split('.');
      for (const token of [byCode.id_token ?? '', `${header}.${payload}.${'A'.repeat(86)}`, 'rubbish'])
        expect(refusalOf(await by().api('/courses', { token }))).toEqual([401, 'token-invalid']);
    });
  });

  describe('What the service does', () => {
    it('3. The business API serves business data', async () => {
      const { body } = await by().api('/hazards?limit=1');
      expect(body.data).toMatchObject([{ reference: expect.any(String), title: expect.any(String) }]);
    });

    it('3. Every call is authenticated with an Access Token', async () => {
      expect(await by().refusalsOfAll({ token: null })).toEqual([[401, 'token-missing']]);
      expect(await by().refusalsOfAll({ token: 'rubbish' })).toEqual([[401, 'token-invalid']]);
    });

    it('3. Every call is scoped to one business through the X-Company-Context header', async () => {
      const token = (await by().tokensOf(BOTH)).access_token;
      const ofOne = await by().api('/courses', { token, company: demoQuarries.id });
      const ofOther = await by().api('/courses', { token, company: otherWorks.id });
      expect([ofOne.body.data.length, ofOther.body.data.length].every(Boolean)).toBe(true);
      expect(idsOf(ofOne).filter((id) => idsOf(ofOther).includes(id))).toEqual([]);
      for (const id of idsOf(ofOther).slice(0, 1)) {
        expect((await by().api(`/courses/${id}`, { token, company: otherWorks.id })).status).toBe(200);
        expect((await by().api(`/courses/${id}`, { token, company: demoQuarries.id })).status).toBe(404);
      }
    });

    it('4. The identity provider also holds users and businesses', async () => {
      const { access_token } = await by().tokensOf(ADMIN);
      const user = await client.fetchUserInfo(by().config, access_token, client.skipSubjectCheck);
      expect(user).toMatchObject({ email: ADMIN });
      const { body } = await by().accounts('/companies/me');
      expect(body.data).toMatchObject([{ id: demoQuarries.id, name: demoQuarries.name }]);
    });

    it('4. User and business data are read from {accounts_api_url}, which requires the scope resources_accounts_api', async () => {
      const token = await by().byPassword('openid resources_business_api');
      expect((await by().api('/courses', { token })).status).toBe(200);
      const refused = await by().accounts('/companies/me', { token });
      expect(refusalOf(refused)).toEqual([403, 'insufficient-scope']);
      expect(refused.body.requiredScope).toBe('resources_accounts_api');
    });

    it.each(['hazards', 'personnel', 'orgstructures', 'courses'])(
      '8. Business API resources named in the interface: %s',
      async (name) => {
        const { status, body } = await by().api(`/${name}?limit=1`);
        expect([status, body.data.length]).toEqual([200, 1]);
      },
    );
  });

  describe('Accounts data API: GET /companies/me', () => {
    it('Returns the businesses the authenticated user belongs to', async () => {
      const token = (await by().tokensOf(BOTH)).access_token;
      const both = [demoQuarries.id, otherWorks.id];
      expect(idsOf(await by().accounts('/companies/me', { token }))).toEqual(both);
      expect(idsOf(await by().accounts('/companies/me'))).toEqual([demoQuarries.id]);
    });

    it('It needs the scope resources_accounts_api', async () => {
      const token = await by().byPassword('openid resources_accounts_api');
      expect((await by().accounts('/companies/me', { token })).status).toBe(200);
      const without = await by().byPassword('openid profile roles email');
      const refused = await by().accounts('/companies/me', { token: without });
      expect(refusalOf(refused)).toEqual([403, 'insufficient-scope']);
    });

    it('The IDs in it are used as X-Company-Context values', async () => {
      const token = (await by().tokensOf(BOTH)).access_token;
      for (const company of idsOf(await by().accounts('/companies/me', { token })))
        expect((await by().api('/courses', { token, company })).status).toBe(200);
    });
  });
}
