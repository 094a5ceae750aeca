import { once } from 'node:events';
import { request as httpRequest, type IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { describe, expect, it } from '@jest/globals';
import { demoQuarries, otherWorks } from '@safety/demo-data';
import { operate, type Suite } from '@safety/local-stack';
import * as client from 'openid-client';
import { ADMIN, BOTH, type Integrator, NOBODYS, refusalOf } from '../testing/integrator.js';

/** How calls of the business API are authenticated and scoped. */
export function describeAuthentication(by: () => Integrator, suite: () => Suite): void {
  describe('Authentication', () => {
    it('5. The Access Token is used for all business API calls. A Refresh Token is used to renew it', async () => {
      const { refresh_token = '' } = await by().tokensOf(ADMIN);
      const renewed = await client.refreshTokenGrant(by().config, refresh_token);
      expect((await by().api('/courses', { token: renewed.access_token })).status).toBe(200);
      expect(refusalOf(await by().api('/courses', { token: refresh_token }))).toEqual([401, 'token-invalid']);
    });

    it('6. Every business API endpoint requires the header X-Company-Context', async () => {
      expect(await by().refusalsOfAll({ company: null })).toEqual([[400, 'company-context-missing']]);
      expect(await by().refusalsOfAll({ company: '' })).toEqual([[400, 'company-context-missing']]);
    });

    it('6. Its value is the ID of one business the user belongs to', async () => {
      expect(await by().refusalsOfAll({ company: demoQuarries.name })).toEqual([
        [400, 'company-context-invalid'],
      ]);
      for (const company of [otherWorks.id, NOBODYS])
        expect(await by().refusalsOfAll({ company })).toEqual([[403, 'company-context-forbidden']]);
    });

    it('6. A business the user belongs to: the token of a client alone speaks for no user', async () => {
      const scopes = 'resources_accounts_api,resources_business_api';
      const options = ['--name', 'Nightly', '--grant', 'client_credentials', '--scope', scopes];
      const created = await operate(suite(), 'identity', 'create-client', ...options);
      const token = await by().byItself(created.id, created.client_secret);
      expect(await by().refusalsOfAll({ token })).toEqual([[403, 'user-required']]);
      expect(refusalOf(await by().accounts('/companies/me', { token }))).toEqual([403, 'user-required']);
    });

    it('6. Only one ID is allowed per request', async () => {
      const token = (await by().tokensOf(BOTH)).access_token;
      const ids = [demoQuarries.id, otherWorks.id];
      for (const joined of [ids.join(','), ids.join(', '), `${demoQuarries.id},${demoQuarries.id}`]) {
        const refused = await by().api('/courses', { token, company: joined });
        expect(refusalOf(refused)).toEqual([400, 'company-context-multiple']);
      }
      const headers = { authorization: `Bearer ${token}`, 'x-company-context': ids };
      const request = httpRequest(`${by().url}/api/courses`, { headers });
      const answered = once(request, 'response') as Promise<[IncomingMessage]>;
      request.end();
      const [answer] = await answered;
      expect([answer.statusCode, JSON.parse(await text(answer)).code]).toEqual([
        400,
        'company-context-multiple',
      ]);
    });

    it('8. Header name that carries the Access Token: not shown. It is Authorization, of type Bearer', async () => {
      const { access_token } = await by().tokensOf(ADMIN);
      const bare = { token: null, headers: { authorization: access_token } };
      expect(refusalOf(await by().api('/courses', bare))).toEqual([401, 'token-missing']);
      const address = `/courses?access_token=${access_token}`;
      expect(refusalOf(await by().api(address, { token: null }))).toEqual([401, 'token-missing']);
    });
  });

  describe('Limits', () => {
    it('X-Company-Context: one business ID per request', async () => {
      const two = `${demoQuarries.id},${otherWorks.id}`;
      expect(await by().refusalsOfAll({ company: two })).toEqual([[400, 'company-context-multiple']]);
    });
  });
}
