import { randomUUID } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { eventually } from '@safety/testing';
import { heldRolesPath } from '../../paths/company-pages.js';
import {
  admin,
  console,
  type Fields,
  invited,
  MARKUP,
  madeRole,
  paths,
  removalsOn,
  sentBy,
  settingsWith,
  statusOf,
  versionAt,
} from '../../testing/company-console.js';
import { idOfUser } from '../../testing/company-pages.js';
import { type ConsoleBrowser } from '../../testing/console-browser.js';
import { authUrl } from '../../testing/identity-under-test.js';

/** Settings of the company, and the changes of it. */
export function describeSettings(): void {
  describe('console: settings and changes', () => {
    it('POST 303: the settings are saved, and the change is in the audit trail, also as a file', async () => {
      const version = await versionAt(paths.settings);
      const saved = await admin.sendAndFollow(paths.settings, [
        ...settingsWith(['bandMedium', '6'], ['sessionLifetimeMinutes', '600']),
        ['allowSelfApproval', 'yes'],
        ['defaultApproverUserIds', idOfUser('manager@demo.example')],
        ['version', version],
      ]);
      expect(saved).toContain('The settings are saved.');
      for (const kept of ['value="6"', 'value="600"', `value="${idOfUser('manager@demo.example')}" checked`])
        expect(saved).toContain(kept);
      const changes = await admin.text(`${paths.changes}?resource=companies&by=admin@demo.example`);
      expect(changes).toContain('Settings, changed');
      expect(changes).toContain('<dd>Ada Admin</dd>');
      expect(changes).toContain('identity-console');
      const file = await admin.open(`${authUrl}${paths.export}?resource=companies`);
      const lines = (await file.text())
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line));
      expect(file.headers.get('content-type')).toBe('application/x-ndjson');
      expect(file.headers.get('content-disposition')).toContain('attachment');
      expect(lines.at(-1)).toMatchObject({ resource: 'companies', clientId: 'identity-console' });
    });

    it('GET /changes 200: a value that was taken away is told in a word', async () => {
      for (const changed of [settingsWith(['legalName', '']), settingsWith()])
        await admin.send(paths.settings, [...changed, ['version', await versionAt(paths.settings)]]);
      const changes = await admin.text(`${paths.changes}?resource=companies`);
      expect(changes).toContain('<dd><code>Demo Quarries Limited</code> → empty</dd>');
      expect(changes).not.toContain('null');
    });

    it.each<[string, string, string]>([
      ['name', '', 'Please fill this in.'],
      ['countryCode', 'XX', 'Please choose one.'],
      ['timeZone', 'Mars/Olympus', 'Please choose one.'],
      ['defaultLocale', 'a language', 'Please enter a language tag'],
      ['bandMedium', 'five', 'Please enter a whole number from 2 to 25.'],
      ['bandHigh', '99', 'Please enter a whole number from 2 to 25.'],
      ['sessionLifetimeMinutes', '1', 'Please enter a whole number from 5 to 20160'],
      ['defaultApproverUserIds', randomUUID(), 'There is no such thing in this company any more.'],
    ])('POST /settings 422: %s "%s"', async (name, value, sentence) => {
      const version = await versionAt(paths.settings);
      const answer = await admin.send(paths.settings, [...settingsWith([name, value]), ['version', version]]);
      const page = await answer.text();
      expect([answer.status, page]).toEqual([422, expect.stringContaining(`href="#${name}"`)]);
      expect(page).toContain(sentence);
    });

    it('POST /settings 403: a default approver of somebody who may not approve; named ones stay, and go', async () => {
      const keeper = await console.signedIn('employee@demo.example');
      const [manager, self] = [idOfUser('manager@demo.example'), idOfUser('employee@demo.example')];
      const box = (value: string, ...attributes: string[]) =>
        ['name="defaultApproverUserIds"', `value="${value}"`, ...attributes].join(' ');
      const naming = async (browser: ConsoleBrowser, ...ids: string[]) =>
        browser.send(paths.settings, [
          ...sentBy(await admin.text(paths.settings)).filter(([name]) => name !== 'defaultApproverUserIds'),
          ...settingsWith().filter(([name]) => ['countryCode', 'timeZone'].includes(name)),
          ...ids.map((id): [string, string] => ['defaultApproverUserIds', id]),
        ]);
      expect((await naming(admin)).status).toBe(303);
      const given = [
        ['roleId', await madeRole(randomUUID(), 'company.manage')],
        ['reach', 'everywhere'],
      ] satisfies Fields;
      const held = `${heldRolesPath(paths.user(self))}/new`;
      const before = removalsOn(await admin.text(paths.user(self)));
      const [place = ''] = /(?<=name="places" value=")[^"]+/.exec(await admin.text(held)) ?? [];
      // Approving at one place is not enough.
      await admin.sendAndFollow(held, [
        ['roleId', await madeRole(randomUUID(), 'hazards.approve', 'events.approve')],
        ['reach', 'places'],
        ['places', place],
      ]);
      const forms = removalsOn(await admin.sendAndFollow(held, given)).filter(
        (form) => !before.includes(form),
      );
      expect(forms).toHaveLength(2);
      await eventually(async () => expect(await statusOf(keeper, paths.settings)).toBe(200));
      const page = await keeper.text(paths.settings);
      expect(page).toContain(`${box(manager)} disabled>`);
      expect(page).toContain('named by those who may approve hazards and events in the whole company');
      expect(await admin.text(paths.settings)).not.toContain('disabled>');
      for (const id of [self, manager]) {
        const refused = await naming(keeper, id);
        const text = await refused.text();
        expect([refused.status, text]).toEqual([
          403,
          expect.stringContaining('You can only give what you may do'),
        ]);
        expect(text).toContain(`${box(id)} checked>`);
      }
      expect((await naming(admin, manager)).status).toBe(303);
      expect(await keeper.text(paths.settings)).toContain(`${box(manager)} checked>`);
      expect((await naming(keeper, manager)).status).toBe(303);
      expect((await naming(keeper)).status).toBe(303);
      for (const form of forms) {
        const version = /name="version" value="(\d+)"/.exec(await admin.text(form))?.[1] ?? '';
        expect((await admin.send(form, { version })).status).toBe(303);
      }
    });

    it('GET /settings 200: a default approver has a name, also once disabled', async () => {
      const [manager, self] = [idOfUser('manager@demo.example'), idOfUser('employee@demo.example')];
      const version = () => versionAt(paths.settings);
      const named: Fields = [['defaultApproverUserIds', manager]];
      const name = async (approvers: Fields) =>
        (await admin.send(paths.settings, [...settingsWith(), ...approvers, ['version', await version()]]))
          .status;
      expect(await name(named)).toBe(303);
      const [disable, enable] = [`${paths.user(manager)}/disable`, `${paths.user(manager)}/enable`];
      expect((await admin.send(disable, { version: await versionAt(disable) })).status).toBe(303);
      // Personnel-org hears of this user after that one.
      const held = paths.user(self);
      const before = removalsOn(await admin.text(held));
      const given = await admin.sendAndFollow(`${heldRolesPath(held)}/new`, [
        ['roleId', await madeRole(randomUUID(), 'hazards.approve', 'events.approve')],
        ['reach', 'everywhere'],
      ]);
      const [remove = ''] = removalsOn(given).filter((form) => !before.includes(form));
      await eventually(async () =>
        expect(await admin.text(paths.settings)).toContain(`name="defaultApproverUserIds" value="${self}"`),
      );
      expect(await admin.text(paths.settings)).toMatch(
        new RegExp(`value="${manager}" checked>\\s*<label[^>]*>Max Manager<`),
      );
      expect((await admin.send(remove, { version: await versionAt(remove) })).status).toBe(303);
      expect((await admin.send(enable, { version: await versionAt(paths.user(manager)) })).status).toBe(303);
      expect(await name([])).toBe(303);
    });

    it('POST /settings 422: bands in the wrong order', async () => {
      const version = await versionAt(paths.settings);
      const answer = await admin.send(paths.settings, [
        ...settingsWith(['bandHigh', '20']),
        ['version', version],
      ]);
      expect([answer.status, await answer.text()]).toEqual([
        422,
        expect.stringContaining('Each band must begin above the one before.'),
      ]);
    });

    it('POST /settings 412: somebody else was first', async () => {
      const version = await versionAt(paths.settings);
      await admin.send(paths.settings, [
        ...settingsWith(['legalName', 'First Limited']),
        ['version', version],
      ]);
      const fields = [...settingsWith(['legalName', 'Second Limited']), ['version', version]] as Fields;
      const answer = await admin.send(paths.settings, fields);
      const page = await answer.text();
      expect([answer.status, page]).toEqual([412, expect.stringContaining('By now this is: First Limited')]);
      expect(page).toContain('value="Second Limited"');
    });

    it('POST /settings 412: says in words what somebody else has chosen', async () => {
      const version = () => versionAt(paths.settings);
      const before = await version();
      const manager = idOfUser('manager@demo.example');
      const first: Fields = [
        ...settingsWith(['countryCode', 'NL'], ['timeZone', 'America/New_York']),
        ['allowSelfApproval', 'yes'],
        ['requireIfMatch', 'yes'],
        ['defaultApproverUserIds', manager],
      ];
      expect((await admin.send(paths.settings, [...first, ['version', before]])).status).toBe(303);
      const late = await admin.send(paths.settings, [...settingsWith(), ['version', before]]);
      const page = await late.text();
      expect(late.status).toBe(412);
      for (const [name, words] of [
        ['countryCode', 'Netherlands'],
        ['timeZone', 'America/New York'],
        ['allowSelfApproval', 'Users may approve'],
        ['requireIfMatch', 'A program must say'],
        ['defaultApproverUserIds', 'Max Manager'],
      ])
        expect(page).toContain(`id="${name}-error">By now this is: ${words}`);
      const back = [...settingsWith(), ['version', await version()]] as Fields;
      expect((await admin.send(paths.settings, back)).status).toBe(303);
    });

    it('GET: markup in names of users, roles and companies is text on every page', async () => {
      const user = await invited(MARKUP);
      const role = await madeRole(`${MARKUP} ${randomUUID()}`, 'hazards.read');
      await admin.sendAndFollow(`${heldRolesPath(paths.user(user))}/new`, {
        roleId: role,
        reach: 'everywhere',
      });
      const version = await versionAt(paths.settings);
      await admin.send(paths.settings, [...settingsWith(['name', MARKUP]), ['version', version]]);
      const markedUp = [
        paths.user(user),
        paths.role(role),
        `${paths.user(user)}/edit`,
        `${paths.role(role)}/edit`,
      ];
      const pages = [
        paths.company,
        paths.users,
        paths.roles,
        paths.changes,
        paths.settings,
        paths.newUser,
        ...markedUp,
      ];
      for (const path of pages) {
        const page = await admin.text(path);
        expect(page).toContain('&lt;script&gt;');
        expect([path, page.includes(MARKUP)]).toEqual([path, false]);
      }
    });
  });
}
