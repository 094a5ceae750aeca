import { describe, expect, it } from '@jest/globals';
import { demoQuarries, otherWorks } from '@safety/demo-data';
import { clientPath, consolePaths } from '../../paths/console.js';
import { console } from '../../testing/company-console.js';

/** Keepers of the clients of several companies. */
export function describeKeepers(): void {
  describe('console: API clients of several companies', () => {
    it('GET /clients/new, /clients and /clients/:id 200: companies by their names', async () => {
      const keeper = await console.signedIn('both@demo.example');
      const form = await keeper.text(consolePaths.newClient);
      expect([...form.matchAll(/name="companyId" value="([\w-]+)".*\n<label [^>]*>([^<]*)</g)]).toEqual(
        expect.arrayContaining(
          [demoQuarries, otherWorks].map(({ id, name }) => expect.arrayContaining([id, name])),
        ),
      );
      const { id } = await keeper.createClient([
        ['companyId', otherWorks.id],
        ['name', 'Gate of Other Works'],
        ['authMethod', 'client_secret'],
        ['grantTypes', 'authorization_code'],
        ['scopes', 'openid'],
        ['redirectUris', 'https://gate.example/callback'],
      ]);
      const list = await keeper.text(consolePaths.clients);
      expect(list.slice(list.indexOf('Gate of Other Works'))).toMatch(
        /^[^<]*<\/a><\/h2>\n<p>Other Works<\/p>/,
      );
      expect(await keeper.text(clientPath(id))).toContain('<dt>Company</dt><dd>Other Works</dd>');
    });
  });
}
