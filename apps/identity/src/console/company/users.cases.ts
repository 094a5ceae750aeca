import { randomUUID } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { demoQuarries, demoRoleId, otherWorks } from '@safety/demo-data';
import { connected, eventually } from '@safety/testing';
import { companyPaths, heldRolesPath } from '../../paths/company-pages.js';
import { consolePaths } from '../../paths/console.js';
import { locationOf } from '../../testing/browser.js';
import {
  admin,
  console,
  employeeRole,
  idIn,
  invitation,
  invited,
  madeRole,
  paths,
  removalsOn,
  statusOf,
  versionAt,
} from '../../testing/company-console.js';
import { idOfUser } from '../../testing/company-pages.js';
import type { ConsoleBrowser } from '../../testing/console-browser.js';
import { authUrl } from '../../testing/identity-under-test.js';

/** Users of the company. */
export function describeUsers(): void {
  describe('console: users of a company', () => {
    it('POST 303: invited, renamed, disabled, enabled, invited again, removed', async () => {
      const email = `${randomUUID()}@demo.example`;
      const page = await admin.follow(await admin.send(paths.newUser, invitation(email)));
      const shown = await page.text();
      for (const text of [
        'The user is invited.',
        email,
        'Nina New',
        'Employee',
        'In the whole company',
        'not accepted yet',
      ])
        expect(shown).toContain(text);
      const [id = ''] = new RegExp(`(?<=${paths.users}/)[0-9a-f-]{36}`).exec(shown) ?? [];
      const user = paths.user(id);
      const version = await versionAt(`${user}/edit`);
      const renamed = await admin.sendAndFollow(`${user}/edit`, {
        givenName: 'Nora',
        familyName: 'New',
        version,
      });
      expect(renamed).toContain('Nora New');
      const disabled = await admin.sendAndFollow(`${user}/disable`, {
        version: await versionAt(`${user}/disable`),
      });
      expect(disabled).toContain('The user is disabled in this company.');
      const press = async (button: string) =>
        admin.sendAndFollow(`${user}/${button}`, { version: await versionAt(user) });
      expect(await press('enable')).toContain('The user is enabled again.');
      expect(await press('invitation')).toContain('The invitation is on its way');
      const removed = await admin.sendAndFollow(`${user}/remove`, {
        version: await versionAt(`${user}/remove`),
      });
      expect(removed).toContain('The user no longer belongs to the company.');
      expect(await admin.text(`${paths.users}?q=${email}`)).toContain('No user is like that.');
    });

    it('GET /users/{id} 200, POST /invitation 409: nobody invites again who was never invited', async () => {
      const user = paths.user(idOfUser('employee@demo.example'));
      expect(await admin.text(user)).not.toContain(`"${user}/invitation"`);
      const { status } = await admin.send(`${user}/invitation`, { version: await versionAt(user) });
      expect([status, await admin.text(user)]).toEqual([
        409,
        expect.not.stringContaining('not accepted yet'),
      ]);
    });

    it.each<[string, string, string]>([
      ['email', 'nobody', 'Please enter an e-mail address'],
      ['email', 'admin@demo.example', 'A user with this address belongs to the company already.'],
      ['givenName', '', 'Please fill this in.'],
      ['familyName', 'x'.repeat(101), 'Too long: please enter at most 100 characters.'],
      ['roleId', '', 'Please choose one.'],
      ['roleId', demoRoleId(otherWorks, 'employee'), 'There is no such thing in this company any more.'],
      ['roleId', 'nothing', 'This cannot be read.'],
      ['reach', '', 'Please choose one.'],
      ['reach', 'places', 'Please tick at least one place.'],
    ])(
      'POST /users/new 422: %s "%s"; the sentence at the field, the rest kept',
      async (name, value, sentence) => {
        const fields = invitation(`${randomUUID()}@demo.example`).map(([field, given]): [string, string] =>
          field === name ? [field, value] : [field, given],
        );
        const answer = await admin.send(paths.newUser, fields);
        const page = await answer.text();
        expect([answer.status, page]).toEqual([422, expect.stringContaining(`href="#${name}"`)]);
        expect(page).toContain(sentence);
        if (name !== 'familyName') expect(page).toContain('value="New"');
      },
    );

    it('POST /users/new 303 twice, by a double click: to the user whom the first one invited', async () => {
      const fields = invitation(`${randomUUID()}@demo.example`, ['submission', randomUUID()]);
      const [first, second] = await Promise.all([
        admin.send(paths.newUser, fields),
        admin.send(paths.newUser, fields),
      ]);
      expect([first.status, second.status]).toEqual([303, 303]);
      expect(idIn(second)).toBe(idIn(first));
    });

    it('POST /users/new 422: places together with the whole company', async () => {
      const [place] = /(?<=name="places" value=")[0-9a-f-]{36}/.exec(await admin.text(paths.newUser)) ?? [];
      const fields = invitation(`${randomUUID()}@demo.example`, ['places', place ?? '']);
      const answer = await admin.send(paths.newUser, fields);
      const page = await answer.text();
      expect([answer.status, page]).toEqual([422, expect.stringContaining('please choose one.')]);
      expect(page).toContain(`value="${place}" checked`);
    });

    it('GET /users/{id} 200: whom operators keep out is disabled, by whom the page says', async () => {
      const id = await invited();
      const text = `BEGIN; SET LOCAL app.company_id = '${demoQuarries.id}';
        UPDATE company_users SET can_sign_in = false WHERE id = '${id}'; COMMIT`;
      await connected(console.suite.environment.accounts['DATABASE_URL'] ?? '', (client) =>
        client.query(text),
      );
      expect(await admin.text(paths.user(id))).toContain('disabled · an operator of the service');
    });

    it('GET /users 200, 422: found by name, status and role; a search that is too short says so', async () => {
      expect(await admin.text(`${paths.users}?q=erin`)).toContain('Erin Employee');
      expect(await admin.text(`${paths.users}?status=disabled`)).not.toContain('Erin Employee');
      expect(await admin.text(`${paths.users}?role=${employeeRole}`)).not.toContain('Ada Admin</a>');
      const answer = await admin.open(`${authUrl}${paths.users}?q=e`);
      const page = await answer.text();
      expect([answer.status, page]).toEqual([
        422,
        expect.stringContaining('id="q-error">Please enter 2 to 100 characters.'),
      ]);
      expect(page).toContain('<title>Please correct: Users');
      expect(page).toContain('autofocus><p>Please check the filter');
      const other = await admin.text(`${paths.users}?status=odd`);
      expect(other).toContain('id="status-error">Please choose one.');
      expect(other).not.toContain('id="q-error"');
      const lost = await admin.open(`${authUrl}${paths.users}?cursor=lost`);
      expect([lost.status, locationOf(lost)?.pathname]).toEqual([303, paths.users]);
    });

    it('POST 412: the second of two is told, what was typed stays, and saving again replaces', async () => {
      const user = paths.user(await invited());
      const version = await versionAt(`${user}/edit`);
      await admin.send(`${user}/edit`, { givenName: 'First', familyName: 'New', version });
      const second = await admin.send(`${user}/edit`, { givenName: 'Second', familyName: 'New', version });
      const page = await second.text();
      expect([second.status, page]).toEqual([412, expect.stringContaining('By now this is: First')]);
      expect(page).toContain('value="Second"');
      const [, now = ''] = /name="version" value="(\d+)"/.exec(page) ?? [];
      const again = await admin.sendAndFollow(`${user}/edit`, {
        givenName: 'Second',
        familyName: 'New',
        version: now,
      });
      expect(again).toContain('Second New');
    });

    it('GET 200: a removed user, without a button; GET 303, POST 409 of the forms', async () => {
      const user = paths.user(await invited());
      await admin.sendAndFollow(`${user}/remove`, { version: await versionAt(`${user}/remove`) });
      const page = await admin.text(user);
      expect(page).toContain('<span class="badge">archived</span></h1>');
      expect(page).toContain('<dt>Status</dt><dd>archived</dd>');
      expect(page).not.toContain(`href="${user}/`);
      expect(page).not.toContain(`action="${user}/`);
      for (const form of ['edit', 'disable', 'remove']) {
        const { status, headers } = await admin.open(`${authUrl}${user}/${form}`);
        expect([form, status, headers.get('location')]).toEqual([form, 303, user]);
      }
      const fields = { givenName: 'Nina', familyName: 'Newer', version: '1' };
      for (const form of ['edit', 'disable', 'enable', 'invitation']) {
        const { status } = await admin.send(`${user}/${form}`, fields);
        expect([form, status]).toEqual([form, 409]);
      }
    });

    it('POST 303: administrators who disable or remove themselves come to the companies that are left', async () => {
      const email = 'both@demo.example';
      const theirs = companyPaths(otherWorks.id);
      const self = theirs.user(idOfUser(email));
      const [both, other] = [await console.signedIn(email), await console.signedIn('admin@other.example')];
      const versionFor = async (who: ConsoleBrowser, path: string): Promise<string> =>
        /name="version" value="(\d+)"/.exec(await who.text(path))?.[1] ?? '';
      const leaves = async (form: string, words: string): Promise<void> => {
        const answer = await both.send(form, { version: await versionFor(both, form) });
        expect([form, answer.status, locationOf(answer)?.pathname]).toEqual([
          form,
          303,
          consolePaths.companies,
        ]);
        const page = await (await both.follow(answer)).text();
        for (const text of [words, `"${paths.company}"`]) expect(page).toContain(text);
      };
      const isBack = () => eventually(async () => expect(await statusOf(both, self)).toBe(200));
      const inviteAgain = async (): Promise<void> => {
        const fields = invitation(email).map(([name, value]): [string, string] =>
          name === 'roleId' ? [name, demoRoleId(otherWorks, 'admin')] : [name, value],
        );
        expect((await other.send(theirs.newUser, fields)).status).toBe(303);
        // Identity may know of the earlier acceptance alone for a moment.
        await eventually(async () => {
          expect((await both.send(theirs.invitation)).status).toBe(303);
          expect(await statusOf(both, self)).toBe(200);
        });
      };
      await leaves(`${self}/disable`, 'The user is disabled in this company.');
      await other.send(`${self}/enable`, { version: await versionFor(other, self) });
      await isBack();
      const [lastRole = ''] = removalsOn(await both.text(self));
      await leaves(lastRole, 'The user no longer belongs to the company.');
      await inviteAgain();
      await leaves(`${self}/remove`, 'The user no longer belongs to the company.');
      await inviteAgain();
    });

    it('POST /users/{id}/enable 403: the roles of the user allow more than the own ones', async () => {
      const keeper = await console.signedIn('employee@demo.example');
      const [self, user] = [paths.user(idOfUser('employee@demo.example')), paths.user(await invited())];
      const gives = (path: string, roleId: string) =>
        admin.sendAndFollow(`${heldRolesPath(path)}/new`, [
          ['roleId', roleId],
          ['reach', 'everywhere'],
        ]);
      await gives(user, await madeRole(randomUUID(), 'hazards.approve'));
      const before = removalsOn(await admin.text(self));
      const page = await gives(self, await madeRole(randomUUID(), 'users.manage'));
      const [form = ''] = removalsOn(page).filter((one) => !before.includes(one));
      const disable = `${user}/disable`;
      expect((await admin.send(disable, { version: await versionAt(disable) })).status).toBe(303);
      await eventually(async () => expect(await statusOf(keeper, user)).toBe(200));
      const refused = await keeper.send(`${user}/enable`, { version: await versionAt(user) });
      expect([refused.status, await refused.text()]).toEqual([
        403,
        expect.stringContaining('You can only give what you may do yourself'),
      ]);
      const enabled = await admin.sendAndFollow(`${user}/enable`, { version: await versionAt(user) });
      expect(enabled).not.toContain(`${user}/enable`);
      const version = /name="version" value="(\d+)"/.exec(await admin.text(form))?.[1] ?? '';
      expect((await admin.send(form, { version })).status).toBe(303);
    });
  });
}
