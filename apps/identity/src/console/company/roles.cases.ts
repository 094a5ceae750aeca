import { randomUUID } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { otherWorks } from '@safety/demo-data';
import { companyPaths, heldRolesPath } from '../../paths/company-pages.js';
import { locationOf } from '../../testing/browser.js';
import {
  admin,
  console,
  employeeRole,
  type Fields,
  idIn,
  invited,
  madeRole,
  paths,
  removalsOn,
  statusOf,
  versionAt,
} from '../../testing/company-console.js';
import { idOfUser } from '../../testing/company-pages.js';
import { authUrl } from '../../testing/identity-under-test.js';

/** Roles of the company. */
export function describeRoles(): void {
  describe('console: roles', () => {
    it('POST 303: made, changed, given at a place, taken away, archived, brought back', async () => {
      const role = await madeRole(`Inspector ${randomUUID()}`, 'hazards.read', 'orgstructures.read');
      expect(await admin.text(paths.role(role))).toContain('See approved hazards, and your own.');
      const user = paths.user(await invited());
      const form = await admin.text(`${heldRolesPath(user)}/new`);
      const [place = ''] = /(?<=name="places" value=")[0-9a-f-]{36}/.exec(form) ?? [];
      const given = await admin.sendAndFollow(`${heldRolesPath(user)}/new`, {
        roleId: role,
        reach: 'places',
        places: place,
      });
      expect(given).toContain('The role is given.');
      expect(given).toContain('<li>Demo Quarries</li>');
      const changes = await admin.text(`${paths.changes}?resource=role_assignments`);
      const newest = changes.slice(changes.indexOf('<li class="panel">')).split('</li>')[0] ?? '';
      expect(newest).toMatch(/<dt>Role<\/dt><dd>Inspector [0-9a-f-]{36}<\/dd>/);
      expect(newest).toContain('<dt>Places</dt><dd>Demo Quarries</dd>');
      const alone = await console.another({ PERSONNEL_ORG_URL: 'http://127.0.0.1:1' });
      const idsIn = await admin.open(`${authUrl}${paths.changes}?resource=role_assignments`, {}, alone);
      expect(await idsIn.text()).toContain(`<dt>Places</dt><dd><code>${place}</code></dd>`);
      await alone.close();
      const users = await admin.text(`${paths.changes}?resource=company_users`);
      expect(users).toMatch(/<dt>Invited<\/dt><dd><time datetime=/);
      const twice = await admin.send(`${heldRolesPath(user)}/new`, {
        roleId: role,
        reach: 'places',
        places: place,
      });
      expect([twice.status, await twice.text()]).toEqual([
        422,
        expect.stringContaining('This role is given there already.'),
      ]);
      const archive = `${paths.role(role)}/archive`;
      const inUse = await admin.send(archive, { version: await versionAt(archive) });
      expect([inUse.status, await inUse.text()]).toEqual([
        409,
        expect.stringContaining('Users or API clients hold this role.'),
      ]);
      const held =
        (given.match(new RegExp(`${heldRolesPath(user)}/[0-9a-f-]{36}/remove`, 'g')) ?? []).at(-1) ?? '';
      const names = await admin.text(held);
      expect(names).toContain('Inspector');
      expect(await admin.sendAndFollow(held, { version: await versionAt(held) })).toContain(
        'The role is taken away.',
      );
      expect(await admin.sendAndFollow(archive, { version: await versionAt(archive) })).toContain(
        'The role is archived.',
      );
      expect(await admin.text(`${paths.roles}?archived`)).toContain(role);
      const restored = { version: await versionAt(paths.role(role)) };
      expect(await admin.sendAndFollow(`${paths.role(role)}/restore`, restored)).toContain(
        'The role is back.',
      );
    });

    it('POST 303 twice, by a double click: one role, which is given and changed once', async () => {
      const twice = (path: string, fields: Record<string, string>) => {
        const form = { ...fields, submission: randomUUID() };
        return Promise.all([admin.send(path, form), admin.send(path, form)]);
      };
      const made = await twice(paths.newRole, { name: `Twice ${randomUUID()}`, permissions: 'hazards.read' });
      const [role = '', same] = made.map(idIn);
      expect([role, made[0]?.status]).toEqual([same, 303]);
      const user = paths.user(await invited());
      const given = await twice(`${heldRolesPath(user)}/new`, { roleId: role, reach: 'everywhere' });
      expect(given.map(({ status }) => status)).toEqual([303, 303]);
      const edit = `${paths.role(role)}/edit`;
      const version = await versionAt(edit);
      const saved = await twice(edit, {
        name: `Again ${randomUUID()}`,
        permissions: 'hazards.read',
        version,
      });
      expect(saved.map(({ status }) => status)).toEqual([303, 303]);
      for (const [page, done] of [
        [user, 'roleTaken'],
        [paths.users, 'userRemoved'],
      ]) {
        const [remove = ''] = removalsOn(await admin.text(user));
        const form = { version: await versionAt(remove), submission: randomUUID() };
        const taken = [await admin.send(remove, form), await admin.send(remove, form)].map(locationOf);
        expect(taken.map((next) => [next?.pathname, next?.searchParams.get('done')])).toEqual([
          [page, done],
          [page, done],
        ]);
      }
    });

    it.each<[string, Fields, string]>([
      ['name', [['name', ' ']], 'Please fill this in.'],
      ['name', [['name', 'admin']], 'This is in use already.'],
      [
        'description',
        [
          ['name', 'Long'],
          ['description', 'x'.repeat(2001)],
        ],
        'at most 2000 characters',
      ],
      [
        'permissions',
        [
          ['name', 'Odd'],
          ['permissions', 'hazards.eat'],
        ],
        'Please choose one.',
      ],
    ])('POST /roles/new 422: %s', async (name, fields, sentence) => {
      const answer = await admin.send(paths.newRole, fields);
      const page = await answer.text();
      expect([answer.status, page]).toEqual([422, expect.stringContaining(sentence)]);
      expect(page).toContain(`href="#${name}"`);
    });

    it('POST 409: a built-in role, and the last administrator', async () => {
      const role = paths.role(employeeRole);
      const page = await admin.send(`${role}/edit`, { name: 'Mine', version: '1' });
      expect([page.status, await page.text()]).toEqual([
        409,
        expect.stringContaining('This role is built in'),
      ]);
      expect(await statusOf(admin, `${role}/edit`)).toBe(303);
      const other = await console.signedIn('admin@other.example');
      const theirPaths = companyPaths(otherWorks.id);
      for (const email of ['both@demo.example', 'admin@other.example']) {
        const remove = `${theirPaths.user(idOfUser(email))}/remove`;
        const version = /name="version" value="(\d+)"/.exec(await other.text(remove))?.[1] ?? '';
        const answer = await other.send(remove, { version });
        const isLast = email === 'admin@other.example';
        expect([email, answer.status]).toEqual([email, isLast ? 409 : 303]);
        if (isLast) expect(await answer.text()).toContain('The company needs at least one active user');
      }
    });

    it('POST 303: a line break of a description is one character, which browsers send as CR LF', async () => {
      const form = {
        name: `Lines ${randomUUID()}`,
        description: `${'x'.repeat(1998)}\r\ny`,
        permissions: 'hazards.read',
      };
      const made = await admin.send(paths.newRole, form);
      expect(made.status).toBe(303);
      const edit = `${paths.role(idIn(made))}/edit`;
      const other = { ...form, name: `${form.name} too`, version: await versionAt(edit) };
      expect((await admin.send(edit, other)).status).toBe(303);
      const late = await (await admin.send(edit, { ...other, name: form.name })).text();
      expect(late).toContain('id="name-error"');
      expect(late).not.toContain('id="description-error"');
    });

    it('POST 412: a role that somebody else has changed', async () => {
      const name = `Twice ${randomUUID()}`;
      const edit = `${paths.role(await madeRole(name, 'hazards.read'))}/edit`;
      const version = await versionAt(edit);
      await admin.send(edit, { name: `${name} first`, permissions: 'events.read', version });
      const answer = await admin.send(edit, { name: `${name} second`, permissions: 'hazards.read', version });
      const page = await answer.text();
      expect([answer.status, page]).toEqual([412, expect.stringContaining(`By now this is: ${name} first`)]);
      expect(page).toContain('By now this is: events.read');
      expect(page).toContain('value="hazards.read" checked');
    });
  });
}
