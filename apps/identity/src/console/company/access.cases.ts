import { randomUUID } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { demoQuarries, otherWorks } from '@safety/demo-data';
import { eventually } from '@safety/testing';
import { companyPaths } from '../../paths/company-pages.js';
import { consolePaths } from '../../paths/console.js';
import { demoMailboxPath } from '../../paths/demo-mailbox.js';
import { locationOf } from '../../testing/browser.js';
import {
  admin,
  console,
  employee,
  employeeRole,
  idIn,
  invitation,
  paths,
  statusOf,
  versionAt,
} from '../../testing/company-console.js';
import { administered, idOfUser, ours, theirs } from '../../testing/company-pages.js';
import { ConsoleBrowser } from '../../testing/console-browser.js';
import { authUrl, issuer } from '../../testing/identity-under-test.js';

/** The pages that each user sees. */
export function describeAccess(): void {
  describe('console: who sees the pages of a company', () => {
    it.each(administered(ours))('GET %s 303 to the sign-in, without a session', async (path) => {
      const answer = await console.fetch(authUrl + path, { headers: { accept: 'text/html' } });
      const next = locationOf(answer);
      expect([answer.status, next?.pathname, next?.searchParams.get('to')]).toEqual([
        303,
        consolePaths.signIn,
        path,
      ]);
    });

    it('GET 200: every page, for an administrator', async () => {
      const answers = await Promise.all(
        administered(ours).map(async (path) => [path, await statusOf(admin, path)]),
      );
      expect(answers).toEqual(administered(ours).map((path) => [path, 200]));
    });

    it('GET 403: every page but the overview, for an employee, with a clear word', async () => {
      for (const path of administered(ours)) {
        const answer = await employee.open(authUrl + path);
        expect([path, answer.status, await answer.text()]).toEqual([
          path,
          403,
          expect.stringContaining('This is for administrators of the company'),
        ]);
      }
      const overview = await employee.text(paths.company);
      expect(overview).toContain('<h1>Demo Quarries</h1>');
      for (const path of [paths.users, paths.roles, paths.settings])
        expect(overview).not.toContain(`"${path}"`);
    });

    it('POST 403: every form, for an employee', async () => {
      for (const path of ours.forms) {
        const answer = await employee.send(path, { reach: 'everywhere' });
        expect([path, answer.status]).toEqual([path, 403]);
      }
    });

    it('GET, POST 404: a company that is not the user’s, none at all, and no id', async () => {
      for (const path of [companyPaths(otherWorks.id).company, ...administered(theirs)])
        expect([path, await statusOf(admin, path)]).toEqual([path, 404]);
      for (const path of theirs.forms) expect([path, (await admin.send(path)).status]).toEqual([path, 404]);
      const { invitation: foreign } = companyPaths(otherWorks.id);
      expect([await statusOf(admin, foreign), (await admin.send(foreign)).status]).toEqual([404, 404]);
      for (const id of [randomUUID(), 'nobody', '%00', '..%2f..'])
        expect([id, await statusOf(admin, `${consolePaths.companies}/${id}`)]).toEqual([id, 404]);
    });

    it('GET, POST 404: rows of another company under the own one', async () => {
      const foreign = (path: string): string => path.replace(otherWorks.id, demoQuarries.id);
      const rows = [...theirs.users, ...theirs.roles]
        .map(foreign)
        .filter((path) => !administered(ours).includes(path));
      expect(rows.length).toBeGreaterThan(6);
      for (const path of rows) expect([path, await statusOf(admin, path)]).toEqual([path, 404]);
      const fields = {
        reach: 'everywhere',
        roleId: employeeRole,
        name: 'Nobody',
        givenName: 'A',
        familyName: 'B',
      };
      for (const path of theirs.forms.map(foreign).filter((form) => !ours.forms.includes(form)))
        expect([path, (await admin.send(path, fields)).status]).toEqual([path, 404]);
    });

    it('POST 403: forms of another session, or without their token; nothing is changed', async () => {
      const csrf = await employee.csrf();
      for (const path of ours.forms)
        for (const body of [new URLSearchParams({ csrf }), new URLSearchParams()])
          expect([path, (await admin.open(authUrl + path, { method: 'POST', body })).status]).toEqual([
            path,
            403,
          ]);
      expect(await admin.text(paths.user(idOfUser('manager@demo.example')))).toContain('Event manager');
    });

    it('POST 403: a form that a page of another site sends', async () => {
      const body = new URLSearchParams({ csrf: await admin.csrf() });
      const headers = { 'sec-fetch-site': 'cross-site' };
      expect((await admin.open(authUrl + paths.settings, { method: 'POST', body, headers })).status).toBe(
        403,
      );
    });

    it('GET 303: a user of one company is led there, one of several chooses', async () => {
      const answer = await admin.open(authUrl + consolePaths.companies);
      expect([answer.status, locationOf(answer)?.pathname]).toEqual([303, paths.company]);
      const both = await console.signedIn('both@demo.example');
      const page = await both.text(consolePaths.companies);
      expect(page).toContain(paths.company);
      expect(page).toContain(companyPaths(otherWorks.id).company);
      expect(await both.text(`${consolePaths.companies}?q=quarr`)).not.toContain('Other Works');
      expect(await statusOf(both, companyPaths(otherWorks.id).users)).toBe(200);
    });

    it('POST /invitation 303: the user alone accepts, by a form, also when there is no other company', async () => {
      const email = `${randomUUID()}@demo.example`;
      const password = 'seven quiet lanterns drift';
      const invite = async () => paths.user(idIn(await admin.send(paths.newUser, invitation(email))));
      const path = await invite();
      const token = await eventually(async () => {
        const mailbox = await (await console.fetch(authUrl + demoMailboxPath)).text();
        const mail = mailbox.split('<article').find((one) => one.includes(email));
        const found = /new-password\?token=([\w-]+)/.exec(mail ?? '')?.[1];
        expect(found).toBeDefined();
        return found ?? '';
      });
      // The first password accepts; another invitation waits again.
      await new ConsoleBrowser(console).submit(`${issuer}/new-password`, {
        token,
        password,
        repeated: password,
      });
      await eventually(async () => expect(await admin.text(path)).not.toContain('not accepted yet'));
      await admin.send(`${path}/remove`, { version: await versionAt(`${path}/remove`) });
      await invite();
      // Until identity knows of both, the end of the former membership may end this sign-in.
      const who = await eventually(async () => {
        const browser = await ConsoleBrowser.signedIn(console, { email, password });
        const listed = await browser.open(authUrl + consolePaths.companies);
        const page = await listed.text();
        expect([listed.status, locationOf(listed)?.pathname]).toEqual([200, undefined]);
        for (const part of [paths.company, 'not accepted yet']) expect(page).toContain(part);
        return browser;
      });
      expect(await admin.text(path)).toContain('not accepted yet');
      for (const link of [paths.company, paths.users, paths.export]) {
        const answer = await who.open(authUrl + link);
        expect([link, answer.status, locationOf(answer)?.pathname]).toEqual([link, 303, paths.invitation]);
      }
      const forged = { method: 'POST', body: new URLSearchParams({ csrf: await admin.csrf() }) };
      expect((await who.open(authUrl + paths.invitation, forged)).status).toBe(403);
      expect(await who.text(paths.invitation)).toContain('Demo Quarries has invited you');
      expect(await admin.text(path)).toContain('not accepted yet');
      expect(await who.sendAndFollow(paths.invitation)).toContain('<h1>Demo Quarries</h1>');
      expect(await admin.text(path)).not.toContain('not accepted yet');
      expect(locationOf(await who.open(authUrl + paths.invitation))?.pathname).toBe(paths.company);
      await eventually(async () =>
        expect((await who.open(authUrl + consolePaths.companies)).status).toBe(303),
      );
    });

    it.each([
      '//evil.example',
      'https://evil.example/auth/console',
      '/auth/console/../../evil',
      '/\\evil.example',
    ])('GET 303: after the sign-in, %s is not where the browser goes', async (to) => {
      const answer = await admin.open(`${authUrl}${consolePaths.signIn}?${new URLSearchParams({ to })}`);
      const begun = await admin.follow(answer);
      expect(new URL(begun.url || authUrl, authUrl).origin).toBe(authUrl);
      expect(begun.status).toBeLessThan(400);
    });
  });
}
