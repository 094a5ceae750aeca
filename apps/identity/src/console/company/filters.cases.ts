import { describe, expect, it } from '@jest/globals';
import { locationOf } from '../../testing/browser.js';
import { admin, paths } from '../../testing/company-console.js';
import { authUrl } from '../../testing/identity-under-test.js';

/** Filters of lists that are wrong, and places in lists that are over. */
export function describeFilters(): void {
  describe('console: filters of lists', () => {
    it.each([
      ['by=nobody@demo.example', 'id="by-error">Nobody who belongs or has belonged to the company has this'],
      ['from=yesterday', 'id="from-error">This cannot be read.'],
      ['to=tomorrow', 'id="to-error">This cannot be read.'],
      ['from=2026-02-02&to=2026-02-01', 'id="to-error">This is before the first day.'],
      ['resource=secrets', 'id="resource-error">Please choose one.'],
      ['operation=eaten', 'id="operation-error">Please choose one.'],
      ['row=xyz', '<p>Number: This cannot be read.'],
    ])(
      'GET /changes?%s 422: told where it is wrong, in the title, and with the focus',
      async (query, sentence) => {
        const answer = await admin.open(`${authUrl}${paths.changes}?${query}`);
        const page = await answer.text();
        expect([answer.status, page]).toEqual([422, expect.stringContaining(sentence)]);
        expect(page).toContain('<title>Please correct: Changes');
        expect(page).toContain('autofocus><p>Please check the filter');
        expect(page.match(/<p class="error"/g) ?? []).toHaveLength(query.startsWith('row') ? 0 : 1);
      },
    );

    it.each([
      [paths.users, 'q=Erin&status=active'],
      [paths.changes, 'resource=roles&from=2026-01-01'],
      [paths.roles, 'archived='],
    ])(
      'GET %s?%s 303: a cursor that is over begins the list again, with the same filter',
      async (path, query) => {
        const lost = await admin.open(`${authUrl}${path}?${query}&cursor=lost`);
        const next = locationOf(lost);
        expect([lost.status, next?.pathname, [...(next?.searchParams ?? [])]]).toEqual([
          303,
          path,
          [...new URLSearchParams(query)],
        ]);
      },
    );
  });
}
