import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { demoQuarries, demoRoleId } from '@safety/demo-data';
import { heldRolesPath } from '../../paths/company-pages.js';
import {
  admin,
  type Fields,
  invited,
  madeRole,
  paths,
  settingsWith,
  versionAt,
} from '../../testing/company-console.js';

/** Forms where each change has to name a version. */
export function describeIfMatch(): void {
  describe('console: a company that requires If-Match', () => {
    const require = async (...fields: Fields): Promise<void> => {
      const version = await versionAt(paths.settings);
      const answer = await admin.send(paths.settings, [...settingsWith(), ...fields, ['version', version]]);
      expect(answer.status).toBe(303);
    };
    beforeAll(() => require(['requireIfMatch', 'yes']));
    afterAll(() => require());

    /** The answer to each form, with the version that the page of its button shows. */
    const statusWith = async (form: string, page = form, fields: Fields = []): Promise<number> =>
      (await admin.send(form, [...fields, ['version', await versionAt(page)]])).status;

    it('POST 303: every form and button of a user, and of what they hold', async () => {
      const user = paths.user(await invited());
      const held = heldRolesPath(user);
      const named: Fields = [
        ['givenName', 'Nora'],
        ['familyName', 'New'],
      ];
      const everywhere = (role: 'manager' | 'readOnly'): Fields => [
        ['roleId', demoRoleId(demoQuarries, role)],
        ['reach', 'everywhere'],
      ];
      expect(await statusWith(`${user}/edit`, `${user}/edit`, named)).toBe(303);
      expect(await statusWith(`${user}/disable`)).toBe(303);
      expect(await statusWith(`${user}/enable`, user)).toBe(303);
      expect(await statusWith(`${user}/invitation`, user)).toBe(303);
      expect((await admin.send(`${held}/new`, everywhere('manager'))).status).toBe(303);
      const [one = ''] = (await admin.text(user)).match(new RegExp(`${held}/[0-9a-f-]{36}`)) ?? [];
      expect(await statusWith(one, one, everywhere('readOnly'))).toBe(303);
      expect(await statusWith(`${one}/remove`)).toBe(303);
      expect(await statusWith(`${user}/remove`)).toBe(303);
    });

    it('POST 303: every form and button of a role', async () => {
      const name = `Strict ${randomUUID()}`;
      const role = paths.role(await madeRole(name, 'hazards.read'));
      expect(await statusWith(`${role}/edit`, `${role}/edit`, [['name', `${name} too`]])).toBe(303);
      expect(await statusWith(`${role}/archive`)).toBe(303);
      expect(await statusWith(`${role}/restore`, role)).toBe(303);
    });

    it('POST 412: a button of a page that somebody else has overtaken', async () => {
      const user = paths.user(await invited());
      const old = await versionAt(user);
      await statusWith(`${user}/disable`);
      const waiting = paths.user(await invited());
      const before = await versionAt(waiting);
      await statusWith(`${waiting}/edit`, `${waiting}/edit`, [
        ['givenName', 'Nora'],
        ['familyName', 'New'],
      ]);
      const role = paths.role(await madeRole(`Late ${randomUUID()}`, 'hazards.read'));
      const version = await versionAt(`${role}/edit`);
      await statusWith(`${role}/archive`);
      for (const [form, seen] of [
        [`${user}/enable`, old],
        [`${waiting}/invitation`, before],
        [`${role}/restore`, version],
      ] as const) {
        const answer = await admin.send(form, [['version', seen]]);
        expect([form, answer.status, await answer.text()]).toEqual([
          form,
          412,
          expect.stringMatching(
            /role="alert"[^>]*>(?:<p>)?Somebody else [^<]* Please look at it again before you go on\./,
          ),
        ]);
      }
    });
  });
}
