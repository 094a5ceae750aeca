import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { demoQuarries, demoRoleId } from '@safety/demo-data';
import { eventually } from '@safety/testing';
import { heldRolesPath } from '../../paths/company-pages.js';
import { clientPath } from '../../paths/console.js';
import {
  admin,
  console,
  employee,
  employeeRole,
  type Fields,
  invitation,
  invited,
  isOffered,
  madeRole,
  paths,
  sentBy,
  statusOf,
  versionAt,
} from '../../testing/company-console.js';
import { assignmentOf, idOfUser } from '../../testing/company-pages.js';
import { type ConsoleBrowser } from '../../testing/console-browser.js';

/** Administrators of a part of the company. */
export function describeParts(): void {
  describe('console: an administrator who may not do everything', () => {
    beforeAll(async () => {
      const role = await madeRole(`Keeper ${randomUUID()}`, 'users.manage', 'roles.manage');
      const held = heldRolesPath(paths.user(idOfUser('employee@demo.example')));
      await admin.sendAndFollow(`${held}/new`, { roleId: role, reach: 'everywhere' });
      await eventually(async () => expect(await statusOf(employee, paths.roles)).toBe(200));
    });

    it('POST 403: nobody gives what they do not have; the sentence names it', async () => {
      const fields: Fields = [
        ['name', 'More'],
        ['permissions', 'hazards.approve'],
      ];
      const answer = await employee.send(paths.newRole, fields);
      const page = await answer.text();
      expect([answer.status, page]).toEqual([403, expect.stringContaining('“Approve and reject hazards.”')]);
      expect(page).toContain('value="hazards.approve" checked');
      const give = await employee.send(paths.newUser, [
        ...invitation(`${randomUUID()}@demo.example`).filter(([name]) => name !== 'roleId'),
        ['roleId', demoRoleId(demoQuarries, 'admin')],
      ]);
      expect([give.status, await give.text()]).toEqual([403, expect.stringContaining('href="#roleId"')]);
      expect(await statusOf(employee, paths.settings)).toBe(403);
      expect(await employee.text(paths.company)).not.toContain(paths.settings);
    });

    it('GET: a role is made of what the user may do; what it has beyond that stays', async () => {
      const hint = 'You can choose only what you may do yourself in the whole company.';
      const form = await employee.text(paths.newRole);
      expect(form).toContain(hint);
      const offered = (page: string) =>
        ['hazards.read', 'roles.manage', 'hazards.approve', 'company.manage'].map((one) =>
          isOffered(page, 'permissions', one),
        );
      expect(offered(form)).toEqual([true, true, false, false]);
      expect(form).not.toContain('company.manage');
      const all = await admin.text(paths.newRole);
      expect([offered(all), all.includes(hint)]).toEqual([[true, true, true, true], false]);

      const id = await madeRole(`Both ${randomUUID()}`, 'hazards.read', 'hazards.approve');
      const edit = `${paths.role(id)}/edit`;
      const page = await employee.text(edit);
      expect(page).toContain('value="hazards.approve" checked disabled');
      expect(page).toContain('Stays as it is, since you cannot give it.');
      const sent = sentBy(page).filter(([, value]) => value !== 'hazards.read');
      expect((await employee.send(edit, [...sent, ['permissions', 'events.read']])).status).toBe(303);
      expect(
        sentBy(await admin.text(edit)).flatMap(([name, one]) => (name === 'permissions' ? one : [])),
      ).toEqual(['hazards.approve', 'events.read']);
    });

    it('GET: roles to give are those that the user may do; the one that is held is there, and stays', async () => {
      const roleOf = (name: Parameters<typeof demoRoleId>[1]) => demoRoleId(demoQuarries, name);
      const user = paths.user(idOfUser('manager@demo.example'));
      for (const path of [`${heldRolesPath(user)}/new`, paths.newUser]) {
        const form = await employee.text(path);
        expect([path, isOffered(form, 'roleId', roleOf('employee'))]).toEqual([path, true]);
        for (const name of ['admin', 'eventManager', 'readOnly'] as const)
          expect([path, form.includes(roleOf(name))]).toEqual([path, false]);
      }
      const held = `${heldRolesPath(user)}/${assignmentOf('manager@demo.example')}`;
      expect(await employee.text(user)).toContain(`"${held}"`);
      const page = await employee.text(held);
      expect(page).toContain(`value="${roleOf('eventManager')}" checked disabled`);
      expect(page).toContain('You may not do all of this yourself');
      const sent = sentBy(page);
      // Nothing is changed.
      expect((await employee.send(held, sent)).status).toBe(303);
      // Of the roles that are sent the one that is chosen counts.
      const another = async (name: 'employee' | 'eventManager', who: ConsoleBrowser): Promise<number> => {
        const fields: Fields = [['roleId', roleOf(name)], ...sentBy(await who.text(held))];
        return (await who.send(held, fields)).status;
      };
      expect(await another('employee', employee)).toBe(303);
      expect(await admin.text(held)).toContain(`value="${roleOf('employee')}" checked`);
      expect(await another('eventManager', admin)).toBe(303);
    });
  });

  describe('console: an administrator of roles alone', () => {
    it('GET 200, POST 303: finds a user, gives and takes roles; 403: all else of users', async () => {
      const role = await madeRole(`Giver ${randomUUID()}`, 'roles.manage');
      const giver = await console.signedIn('manager@demo.example');
      const held = heldRolesPath(paths.user(idOfUser('manager@demo.example')));
      const fields = { roleId: role, reach: 'everywhere' };
      await admin.sendAndFollow(`${held}/new`, fields);
      const id = await invited();
      const user = paths.user(id);
      await eventually(async () => expect(await giver.text(`${paths.users}?q=nina`)).toContain(user));
      expect(await giver.text(paths.users)).not.toContain(`"${paths.newUser}"`);
      expect(await giver.text(user)).toContain('Employee');
      const offered = await giver.text(`${heldRolesPath(user)}/new`);
      expect(offered).toContain('You can give it only at these places and below: North Quarry.');
      expect(offered).not.toContain(demoRoleId(demoQuarries, 'admin'));
      const all = await admin.text(`${heldRolesPath(user)}/new`);
      const placesIn = (page: string) =>
        [...page.matchAll(/name="places" value="([^"]+)"/g)].map(([, id]) => id);
      const [unseen = ''] = placesIn(all).filter((id) => !placesIn(offered).includes(id));
      const at: Fields = [
        ['roleId', employeeRole],
        ['reach', 'places'],
        ['places', unseen],
      ];
      const given = await admin.sendAndFollow(`${heldRolesPath(user)}/new`, at);
      const [stored = ''] = (
        given.match(new RegExp(`${heldRolesPath(user)}/[0-9a-f-]{36}(?=")`, 'g')) ?? []
      ).slice(-1);
      const kept = await giver.text(stored);
      expect(kept).toContain('Other places');
      expect(sentBy(kept).filter(([name]) => name === 'places')).toEqual([['places', unseen]]);
      expect((await giver.send(stored, sentBy(kept))).status).toBe(303);
      expect(sentBy(await admin.text(stored)).filter(([name]) => name === 'places')).toEqual([
        ['places', unseen],
      ]);
      const page = await giver.sendAndFollow(`${heldRolesPath(user)}/new`, fields);
      expect(page).toContain('The role is given.');
      expect(page).not.toContain(`${user}/edit`);
      const [form = ''] = (
        page.match(new RegExp(`${heldRolesPath(user)}/[0-9a-f-]{36}/remove`, 'g')) ?? []
      ).slice(-1);
      const version = /name="version" value="(\d+)"/.exec(await giver.text(form))?.[1] ?? '';
      expect((await giver.send(form, { version })).status).toBe(303);
      for (const path of [paths.newUser, `${user}/edit`, `${user}/disable`, `${user}/remove`, paths.settings])
        expect([path, await statusOf(giver, path)]).toEqual([path, 403]);
      for (const unknown of [randomUUID(), 'nobody', idOfUser('admin@other.example')])
        expect([unknown, await statusOf(giver, paths.user(unknown))]).toEqual([unknown, 404]);
    });
  });

  describe('console: an administrator of the settings alone', () => {
    it('GET /changes 200 without a filter by person; 403 where one is asked for, as of the download', async () => {
      const role = await madeRole(`Auditor ${randomUUID()}`, 'company.manage');
      const auditor = await console.signedIn('manager@demo.example');
      const held = heldRolesPath(paths.user(idOfUser('manager@demo.example')));
      await admin.sendAndFollow(`${held}/new`, { roleId: role, reach: 'everywhere' });
      await eventually(async () => expect(await statusOf(auditor, paths.changes)).toBe(200));
      expect(await auditor.text(paths.changes)).not.toContain('name="by"');
      expect(await admin.text(paths.changes)).toContain('name="by"');
      for (const path of [paths.changes, paths.export]) {
        const asked = `${path}?by=manager@demo.example`;
        const statuses = [await statusOf(auditor, asked), await statusOf(admin, asked)];
        expect([path, statuses]).toEqual([path, [403, 200]]);
      }
    });
  });

  describe('console: a client of the company', () => {
    it('a role that it alone holds: told of it as a client, and found from the refusal to archive it', async () => {
      const name = `Courier ${randomUUID()}`;
      const role = await madeRole(name, 'hazards.read');
      const { id } = await admin.createClient([
        ['name', `Tablets ${name}`],
        ['authMethod', 'client_secret'],
        ['grantTypes', 'authorization_code'],
        ['redirectUris', 'https://tablets.example/callback'],
        ['scopes', 'openid'],
      ]);
      const client = paths.client(id);
      const give = `${heldRolesPath(client)}/new`;
      await eventually(async () => expect(await statusOf(admin, client)).toBe(200));
      const fields = { roleId: role, reach: 'everywhere' };
      const given = await admin.sendAndFollow(give, fields);
      expect(await (await admin.send(give, fields)).text()).toContain('This role is given there already.');
      const [held = ''] = new RegExp(`${heldRolesPath(client)}/[0-9a-f-]{36}(?=")`).exec(given) ?? [];
      const changed = await admin.sendAndFollow(held, { ...fields, version: await versionAt(held) });
      expect(changed).toContain('>The role is changed.<');
      expect(await admin.text(paths.clients)).toContain(`acts for users alone · ${name}<`);

      const archive = `${paths.role(role)}/archive`;
      const refused = await (await admin.send(archive, { version: await versionAt(archive) })).text();
      const holders = `${paths.clients}?role=${role}`;
      for (const page of [refused, await admin.text(paths.role(role))])
        expect(page).toContain(`href="${holders}">API clients with this role`);
      const found = await admin.text(holders);
      expect(found.match(/\/clients\/[0-9a-f-]{36}(?=">)/g)).toEqual([expect.stringContaining(id)]);
      expect(await statusOf(admin, `${paths.clients}?role=${randomUUID()}`)).toBe(404);
    });

    it('GET 200: one that was deleted, as such and without a button', async () => {
      const { id } = await admin.createClient([
        ['name', 'Short-lived'],
        ['authMethod', 'client_secret'],
        ['grantTypes', 'client_credentials'],
        ['scopes', 'resources_business_api'],
      ]);
      const client = paths.client(id);
      await eventually(async () =>
        expect(await admin.text(client)).toContain(`"${heldRolesPath(client)}/new"`),
      );
      await admin.send(`${clientPath(id)}/disable`);
      await admin.send(`${clientPath(id)}/delete`);
      await eventually(async () =>
        expect(await admin.text(client)).toContain('<span class="badge">archived</span>'),
      );
      const page = await admin.text(client);
      for (const link of [`${heldRolesPath(client)}/new`, clientPath(id)])
        expect(page).not.toContain(`"${link}"`);
    });
  });
}
