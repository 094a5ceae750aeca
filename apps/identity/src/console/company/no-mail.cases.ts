import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { consolePaths } from '../../paths/console.js';
import { admin, console, invited, paths } from '../../testing/company-console.js';
import { authUrl, type Replica } from '../../testing/identity-under-test.js';

/** No page promises a mail that nobody sends. */
export function describeNoMail(): void {
  describe('console: without a mail server', () => {
    let silent: Pick<Replica, 'fetch' | 'close'>;
    beforeAll(async () => {
      silent = await console.another({ DEMO: 'false' });
    });
    afterAll(() => silent.close());

    const open = async (path: string): Promise<string> =>
      (await admin.open(authUrl + path, {}, silent)).text();
    const send = async (path: string, fields: Record<string, string>): Promise<Response> => {
      const body = new URLSearchParams({ ...fields, csrf: await admin.csrf() });
      return admin.open(authUrl + path, { method: 'POST', body }, silent);
    };
    const choosesByLink = 'Ask the operators of this service for a link to choose a password';

    it('GET, POST /email 200: whom to ask, and no form', async () => {
      const answer = await send(consolePaths.email, { email: 'silent@new.example' });
      expect(answer.status).toBe(200);
      for (const page of [await open(consolePaths.email), await answer.text()]) {
        expect(page).toContain('Ask the operators of this service to change the address.');
        expect(page).not.toContain('name="email"');
      }
    });

    it('GET /users/new, /users/{id} 200, POST invitation 200: how the user comes to a password', async () => {
      expect(await open(paths.newUser)).toContain(choosesByLink);
      expect(await admin.text(paths.newUser)).not.toContain(choosesByLink);
      const user = paths.user(await invited());
      const answer = await send(`${user}/invitation`, { version: '1' });
      expect(answer.status).toBe(200);
      for (const page of [await open(user), await answer.text()]) {
        expect(page).toContain(choosesByLink);
        expect(page).not.toContain(`"${user}/invitation"`);
      }
      expect(await admin.text(user)).toContain(`"${user}/invitation"`);
    });
  });
}
