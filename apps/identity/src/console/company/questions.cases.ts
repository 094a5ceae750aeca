import { randomUUID } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { admin, idIn, invitation, paths, removalsOn } from '../../testing/company-console.js';
import { idOfUser } from '../../testing/company-pages.js';

/** Questions before a step that cannot simply be taken back. */
export function describeQuestions(): void {
  describe('console: questions about users of a company', () => {
    it('GET 200: questions and forms say who by the address; about oneself, who can undo it', async () => {
      const email = `${randomUUID()}@demo.example`;
      const user = paths.user(idIn(await admin.send(paths.newUser, invitation(email))));
      const [take = ''] = removalsOn(await admin.text(user));
      const self = paths.user(idOfUser('admin@demo.example'));
      const [takeOwn = ''] = removalsOn(await admin.text(self));
      for (const form of ['edit', 'disable', 'remove', 'roles/new'])
        expect([form, await admin.text(`${user}/${form}`)]).toEqual([
          form,
          expect.stringContaining(`<p>${email}</p>`),
        ]);
      for (const path of [`${user}/disable`, `${user}/remove`, take])
        expect(await admin.text(path)).not.toContain('This is you');
      expect(await admin.text(take)).toContain(`<p>${email}</p>`);
      expect(await admin.text(take.replace('/remove', ''))).toContain(`<p>${email}</p>`);
      for (const [path, words] of [
        [`${self}/disable`, 'only another administrator can enable you again'],
        [`${self}/remove`, 'Only another administrator can invite you again.'],
        [takeOwn, 'This is you'],
      ] as const) {
        const page = await admin.text(path);
        for (const text of ['<p>admin@demo.example</p>', words]) expect(page).toContain(text);
      }
    });
  });
}
