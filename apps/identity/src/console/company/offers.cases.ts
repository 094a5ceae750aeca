import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { type Permission, permissions, permissionsOfPrograms } from '@safety/contracts';
import { demoQuarries } from '@safety/demo-data';
import { eventually } from '@safety/testing';
import { companyPaths, heldRolesPath } from '../../paths/company-pages.js';
import { clientPath, consolePath, consolePaths } from '../../paths/console.js';
import { locationOf } from '../../testing/browser.js';
import { idOfUser } from '../../testing/company-pages.js';
import type { ConsoleBrowser } from '../../testing/console-browser.js';
import { authUrl } from '../../testing/identity-under-test.js';

type Fields = [string, string][];

const paths = companyPaths(demoQuarries.id);
const ofPrograms = permissionsOfPrograms(permissions);
const ofPeople = permissions.filter((name) => !ofPrograms.includes(name));
/** None, each alone, all but each, and all with those of programs. */
const sets: [name: string, held: readonly Permission[]][] = [
  ['none', []],
  ...ofPeople.map((one): [string, Permission[]] => [one, [one]]),
  ...ofPeople.map((left): [string, Permission[]] => [
    `all but ${left}`,
    ofPeople.filter((name) => name !== left),
  ]),
  ['everything', permissions],
];
const UUID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;

const clientOf = (grantType: 'authorization_code' | 'client_credentials'): Fields => [
  ['name', randomUUID()],
  ['authMethod', 'client_secret'],
  ['grantTypes', grantType],
  ['scopes', 'resources_business_api'],
  ...(grantType === 'authorization_code'
    ? ([['redirectUris', 'https://client.example/callback']] satisfies Fields)
    : []),
];

/** Addresses of pages, and where forms are sent. */
interface Offers {
  pages: Set<string>;
  forms: Set<string>;
}

/** Walks all links from the start of the console, as far as they are about these rows. */
async function offersTo(browser: ConsoleBrowser, rows: ReadonlySet<string>): Promise<Offers> {
  const offers: Offers = { pages: new Set(), forms: new Set() };
  const waiting: string[] = [consolePath];
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    if (offers.pages.has(path)) continue;
    offers.pages.add(path);
    const answer = await browser.open(authUrl + path);
    // 303 leads on, to the only company for example.
    expect([path, [200, 303].includes(answer.status)]).toEqual([path, true]);
    const text = await answer.text();
    const linked = [...text.matchAll(/href="([^"]+)"/g)].map(([, href = '']) => href);
    const sent = [...text.matchAll(/<form method="post" action="([^"]+)"/g)].map(([, to = '']) => to);
    const next = locationOf(answer)?.pathname;
    waiting.push(...[...linked, ...(next ? [next] : [])].filter((href) => isAbout(href, rows)));
    for (const to of sent) if (isAbout(to, rows)) offers.forms.add(to);
  }
  return offers;
}

/** An address of the console that names no other row than these, and does not end the visit. */
function isAbout(href: string, rows: ReadonlySet<string>): boolean {
  if (!href.startsWith(consolePath) || /[?#](?!archived$|all$)/.test(href)) return false;
  if ([consolePaths.signOut, consolePaths.signIn, consolePaths.sessions].some((one) => href.startsWith(one)))
    return false;
  const ids = (href.match(UUID) ?? []).filter((id) => id !== demoQuarries.id);
  // Below a row of these: a role that it holds, a secret that it has.
  return ids.every((id, index) => rows.has(id) || (index > 0 && rows.has(ids[0] ?? '')));
}

/** The links and forms of the console equal what its user may do. */
export function describeOffers(
  admin: () => ConsoleBrowser,
  signedIn: (email: string) => Promise<ConsoleBrowser>,
): void {
  const email = 'employee@demo.example';
  let roleId: string;
  let rows: string[];

  const made = async (path: string, fields: Fields): Promise<string> =>
    locationOf(await admin().send(path, fields))
      ?.pathname.match(UUID)
      ?.at(-1) ?? '';
  const role = (): Promise<string> => made(paths.newRole, [['name', randomUUID()]]);
  const user = async (): Promise<string> =>
    made(paths.newUser, [
      ['email', `${randomUUID()}@demo.example`],
      ['givenName', 'Aaron'],
      ['familyName', 'Aalto'],
      ['roleId', await role()],
      ['reach', 'everywhere'],
    ]);
  const change = async (path: string, fields: Fields = []): Promise<void> => {
    const version = /name="version" value="(\d+)"/.exec(await admin().text(path))?.[1] ?? '';
    expect((await admin().send(path, [...fields, ['version', version]])).status).toBe(303);
  };
  const client = async (fields: Fields, isDisabled: boolean): Promise<string> => {
    const { id } = await admin().createClient(fields);
    if (isDisabled) await admin().send(`${clientPath(id)}/disable`);
    return id;
  };

  /** Clients of each kind, and what an administrator is offered about them and the other rows. */
  const offeredAtFirst = async () => {
    const clients = [
      await client(clientOf('authorization_code'), false),
      await client(clientOf('authorization_code'), true),
      await client(clientOf('client_credentials'), false),
      await client(clientOf('client_credentials'), true),
    ];
    // Accounts hears of them by itself.
    await eventually(async () => {
      for (const id of clients) expect((await admin().open(authUrl + paths.client(id))).status).toBe(200);
    });
    const about = new Set([...rows, ...clients]);
    return { clients, about, all: await offersTo(admin(), about) };
  };
  /** Undefined once a user may have changed the clients. */
  let offered: Awaited<ReturnType<typeof offeredAtFirst>> | undefined;

  describe('console: links and forms equal what is allowed', () => {
    beforeAll(async () => {
      const [active, disabled, own, archived] = [await user(), await user(), await role(), await role()];
      await change(`${paths.user(disabled)}/disable`);
      await change(`${paths.role(archived)}/archive`);
      rows = [active, disabled, own, archived];
      roleId = await role();
      await admin().send(`${heldRolesPath(paths.user(idOfUser(email)))}/new`, [
        ['roleId', roleId],
        ['reach', 'everywhere'],
      ]);
    }, 60_000);

    it.each(sets)(
      '%s',
      async (name, held) => {
        const fields = held.map((one): [string, string] => ['permissions', one]);
        await change(`${paths.role(roleId)}/edit`, [['name', `Holds ${name}`], ...fields]);
        const browser = await signedIn(email);
        offered ??= await offeredAtFirst();
        const { clients, about, all } = offered;
        // Identity hears of the role by itself.
        const canEdit = async () => (await browser.text(clientPath(clients[2] ?? ''))).includes('/edit"');
        await eventually(async () => {
          const page = await browser.text(consolePath);
          expect(page.includes(`"${consolePaths.clients}"`)).toBe(held.includes('clients.manage'));
          expect(await canEdit()).toBe(name === 'everything');
        });
        const shown = await offersTo(browser, about);
        expect([...shown.pages].filter((path) => !all.pages.has(path))).toEqual([]);
        for (const path of all.pages)
          if (!shown.pages.has(path))
            expect([path, (await browser.open(authUrl + path)).status]).toEqual([path, 403]);
        expect(all.forms.size).toBeGreaterThan(25);
        // Without a version that fits and without anything filled in: not more than that is wrong.
        const last = (path: string) => Number(path.endsWith('/delete'));
        for (const path of [...all.forms].sort((one, other) => last(one) - last(other))) {
          const { status } = await browser.send(path, { version: '0' });
          expect([path, status === 403]).toEqual([path, !shown.forms.has(path)]);
        }
        if (!held.includes('clients.manage')) return;
        for (const id of clients) await admin().send(`${clientPath(id)}/delete`);
        offered = undefined;
      },
      60_000,
    );
  });
}
