import { randomUUID } from 'node:crypto';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type Listener, listen } from '@safety/testing';
import { heldRolesPath } from '../../paths/company-pages.js';
import {
  admin,
  console,
  employeeRole,
  type Fields,
  idIn,
  invitation,
  invited,
  paths,
  sentBy,
} from '../../testing/company-console.js';
import { authUrl, type Replica } from '../../testing/identity-under-test.js';

const TOO_LARGE = { status: 400, body: { code: 'invalid-parameter', status: 400 } };
const place = (index: number) => ({
  id: randomUUID(),
  name: `Place ${index}`,
  selectable: true,
  children: [],
});
const LARGE = { status: 200, body: { data: Array.from({ length: 201 }, (_, index) => place(index)) } };

/** A service of the suite with other answers to these paths. */
async function inFrontOf(
  setting: 'ACCOUNTS_URL' | 'PERSONNEL_ORG_URL',
  changed: (path: string, body: string) => { status: number; body: unknown } | undefined,
): Promise<Listener> {
  const service = console.suite.environment.identity[setting] ?? '';
  return listen((request, response) => {
    void (async () => {
      const { url = '', method = 'GET', headers } = request;
      const body = await text(request);
      const sent = Object.entries(headers).filter(
        ([name]) => !['host', 'connection', 'content-length'].includes(name),
      );
      const answer = await fetch(new URL(url, service), {
        method,
        headers: sent as [string, string][],
        ...(body !== '' && { body }),
      });
      const answered = await answer.text();
      const other = changed(url, answered);
      response.writeHead(other?.status ?? answer.status, { 'content-type': 'application/json' });
      response.end(other ? JSON.stringify(other.body) : answered);
    })();
  });
}

/** More places and roles than a form shows. */
export function describeMany(): void {
  describe('console: very many places and roles', () => {
    let places: Listener;
    let accounts: Listener;
    let large: Pick<Replica, 'fetch' | 'close'>;
    let hierarchy: { status: number; body: unknown } = TOO_LARGE;
    beforeAll(async () => {
      places = await inFrontOf('PERSONNEL_ORG_URL', (path) =>
        path.includes('/orgstructures/hierarchy') ? hierarchy : undefined,
      );
      accounts = await inFrontOf('ACCOUNTS_URL', (path, body) => {
        if (!/\/roles\?limit=200/.test(path)) return undefined;
        const page = JSON.parse(body) as { data: object[] };
        const more = Array.from({ length: 60 }, (_, index) => ({
          ...page.data[0],
          ...{ id: randomUUID(), name: `Further ${index}`, permissions: [] },
        }));
        return { status: 200, body: { ...page, data: [...more, ...page.data] } };
      });
      large = await console.another({ PERSONNEL_ORG_URL: places.url, ACCOUNTS_URL: accounts.url });
    });
    afterAll(async () => {
      await large.close();
      await Promise.all([places.close(), accounts.close()]);
    });

    const open = async (path: string): Promise<string> => {
      const answer = await admin.open(authUrl + path, {}, large);
      expect([path, answer.status]).toEqual([path, 200]);
      return answer.text();
    };
    const send = async (path: string, fields: Fields): Promise<Response> => {
      const body = new URLSearchParams([...fields, ['csrf', await admin.csrf()]]);
      return admin.open(authUrl + path, { method: 'POST', body }, large);
    };
    const values = (fields: Fields, name: string) =>
      fields.flatMap(([one, value]) => (one === name ? [value] : []));
    const boxes = (page: string, name: string): number => page.split(` name="${name}" value="`).length - 1;

    it.each([
      ['more than the service tells at once', TOO_LARGE],
      ['more than a form shows', LARGE],
    ])('GET, POST: %s; others are searched, what is filled in stays, held places too', async (_, answer) => {
      hierarchy = answer;
      const form = await open(paths.newUser);
      expect(form).toContain('There are more places than are shown here.');
      expect(form).toContain('name="reach" value="everywhere" checked');
      expect(boxes(form, 'places')).toBeLessThan(51);
      const [, quarry = ''] = /value="([0-9a-f-]{36})">\s*<label[^>]*>[^<]*North Quarry</.exec(form) ?? [];
      const filled: Fields = [
        ['email', ''],
        ['givenName', 'Nina'],
        ['roleId', employeeRole],
        ['reach', 'places'],
        ['places', quarry],
        ['search', 'places'],
      ];
      const found = await send(paths.newUser, [...filled, ['placesQ', 'zzzz'], ['rolesQ', 'further 5']]);
      const page = await found.text();
      expect([found.status, page.includes('role="alert"')]).toEqual([200, false]);
      expect([values(sentBy(page), 'places'), boxes(page, 'places')]).toEqual([[quarry], 1]);
      expect(values(sentBy(page), 'roleId')).toEqual([employeeRole]);
      expect(page).toContain('value="Nina"');
      // The chosen one, 5 and 50 to 59.
      expect(boxes(page, 'roleId')).toBe(12);
      expect(await (await send(paths.newUser, [...filled, ['placesQ', 'z']])).text()).toContain(
        'id="placesQ-error">Please enter 2 to 100 characters.',
      );

      // Enter searches for another text than before, and saves otherwise.
      const entered = (q: string) => {
        const without = sentBy(page).filter(([name]) => !['placesQ', 'search'].includes(name));
        return send(paths.newUser, [...without, ['placesQ', q], ['search', 'enter']]);
      };
      expect((await entered('quarry')).status).toBe(200);
      expect((await entered('zzzz')).status).toBe(422);

      const user = paths.user(await invited());
      const held = heldRolesPath(user);
      await send(
        `${held}/new`,
        filled.filter(([name]) => name !== 'search'),
      );
      const [stored = ''] =
        (await open(user)).match(new RegExp(`${held}/[0-9a-f-]{36}(?=")`, 'g'))?.slice(-1) ?? [];
      const edit = await open(stored);
      expect(values(sentBy(edit), 'places')).toEqual([quarry]);
      const searched = await (
        await send(stored, [...sentBy(edit), ['placesQ', 'zzzz'], ['search', 'places']])
      ).text();
      expect(values(sentBy(searched), 'version')).toEqual(values(sentBy(edit), 'version'));
      expect((await send(stored, sentBy(searched))).status).toBe(303);
      expect(values(sentBy(await open(stored)), 'places')).toEqual([quarry]);
    });

    it('POST 303: invited into the whole company', async () => {
      hierarchy = TOO_LARGE;
      const answer = await send(paths.newUser, invitation(`${randomUUID()}@demo.example`));
      expect([answer.status, idIn(answer)]).toEqual([303, expect.stringMatching(/^[0-9a-f-]{36}$/)]);
    });

    it('POST 422: more places than a role counts at; the sentence says how many', async () => {
      const ticked = Array.from({ length: 101 }, (): [string, string] => ['places', randomUUID()]);
      const fields = invitation(`${randomUUID()}@demo.example`, ...ticked).map(
        ([name, value]): [string, string] => (name === 'reach' ? [name, 'places'] : [name, value]),
      );
      const answer = await admin.send(paths.newUser, fields);
      expect([answer.status, await answer.text()]).toEqual([
        422,
        expect.stringContaining('Please tick at most 100 places'),
      ]);
    });
  });
}
