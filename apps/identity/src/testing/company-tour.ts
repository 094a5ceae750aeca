import { MAX_ORG_STRUCTURE_DEPTH } from '@safety/contracts';
import { demoPassword, demoQuarries, demoRoleId, otherWorks } from '@safety/demo-data';
import type { Suite } from '@safety/local-stack';
import type { Page } from '@safety/testing/browser';
import { companyPaths, heldRolesPath } from '../paths/company-pages.js';
import { consolePaths } from '../paths/console.js';
import { callerOf } from './business-caller.js';
import { assignmentOf, idOfUser, ours } from './company-pages.js';
import type { Stop } from './page-tour.js';

const paths = companyPaths(demoQuarries.id);
const [manager, employee] = ['manager@demo.example', 'employee@demo.example'].map((email) =>
  paths.user(idOfUser(email)),
) as [string, string];

const send = (page: Page): Promise<void> =>
  page.locator('main form[method=post] .actions button').last().click();

/** A user who administers a part of the company alone. */
export const keeper = 'manager@demo.example';

/**
 * Makes what the pages show: places as deep as they may be, roles, one for the keeper, a disabled user, and a
 * client of each kind.
 */
export async function furnish(page: Page, suite: Suite): Promise<void> {
  const origin = suite.url;
  const api = await callerOf(suite, demoQuarries.id, 'admin@demo.example', demoPassword);
  let place: string | null = null;
  for (let level = 1; level <= MAX_ORG_STRUCTURE_DEPTH; level++)
    place = await api.site(`Workings of the west quarry, level ${level}`, place);
  const role = async (name: string, ...permissions: string[]): Promise<void> => {
    await page.goto(origin + paths.newRole);
    await page.locator('[name=name]').fill(name);
    await page.locator('[name=description]').fill('Walks through the quarries once a week.');
    for (const permission of permissions) await page.locator(`[value="${permission}"]`).check();
    await send(page);
  };
  await role('Inspector of quarries and depots', 'hazards.create', 'clients.manage');
  await role('Keeper of roles', 'roles.manage', 'clients.manage');
  await page.goto(`${origin}${heldRolesPath(manager)}/new`);
  await page.getByLabel('Keeper of roles').check();
  await send(page);
  await page.goto(`${origin}${heldRolesPath(employee)}/new`);
  await page.getByLabel('Inspector of quarries').check();
  await page.locator('[name=reach][value=places]').check();
  await page.locator('[name=places]').first().check();
  await send(page);
  await page.goto(origin + paths.newUser);
  await page.locator('[name=email]').fill('aaron@demo.example');
  await page.locator('[name=givenName]').fill('Aaron');
  await page.locator('[name=familyName]').fill('Aalto');
  await page.getByLabel('Inspector of quarries').check();
  await send(page);
  await page.locator('a[href$="/disable"]').click();
  await send(page);
  await page.goto(origin + consolePaths.newClient);
  await page.locator('[name=name]').fill('Away');
  await page.locator('[name=redirectUris]').fill('https://tablets.example/callback');
  await send(page);
  await page.goto(origin + consolePaths.clients);
  await page.locator('a', { hasText: 'Away' }).click();
  await page.locator('a[href$="/disable"]').click();
  await send(page);
  await page.goto(origin + consolePaths.newClient);
  await page.locator('[name=name]').fill('Payroll import');
  await page.locator('[value=authorization_code]').uncheck();
  await page.locator('[value=refresh_token]').uncheck();
  await page.locator('[value=client_credentials]').check();
  await page.locator('[value=openid]').uncheck();
  await page.locator('[value=resources_business_api]').check();
  await send(page);
}

/** Where links lead. Each is looked up once: a tour in the next language goes straight there. */
class Links {
  private readonly known = new Map<string, string>();

  constructor(private readonly origin: string) {}

  /** The path of the first link of the page at `path` that fits. */
  async find(page: Page, path: string, selector: string): Promise<string> {
    const key = `${path} ${selector}`;
    const known = this.known.get(key);
    if (known !== undefined) return known;
    await page.goto(this.origin + path);
    const href = await page.locator(selector).first().getAttribute('href');
    if (!href) throw new Error(`${path}: ${selector} leads nowhere`);
    this.known.set(key, href);
    return href;
  }

  /** The page that this row of a list leads to, or the one of a link there. */
  row(name: string, list: string, row: string, link?: string): Stop {
    return {
      name,
      open: async (page) => {
        const path = await this.find(page, list, `.rows a:has-text("${row}")`);
        return page.goto(this.origin + (link === undefined ? path : await this.find(page, path, link)));
      },
    };
  }
}

/** Every page of a company, for a browser of its administrator. */
export function companyTour(origin: string): Stop[] {
  const links = new Links(origin);
  const go = (page: Page, path: string) => page.goto(origin + path);
  const at = (name: string, path: string): Stop => ({ name, open: (page) => go(page, path) });
  const wrong = (name: string, path: string, spoil: (page: Page) => Promise<void>): Stop => ({
    name,
    open: async (page) => {
      await go(page, path);
      await spoil(page);
      await page.evaluate('for (const form of document.forms) form.noValidate = true');
      await send(page);
    },
  });
  const held = ours.roles.filter((path) => path.startsWith(heldRolesPath(manager)) && !path.endsWith('/new'));
  return [
    at('profile-known', consolePaths.profile),
    at('profile-edit', consolePaths.editProfile),
    wrong('profile-wrong', consolePaths.editProfile, (page) => page.locator('[name=givenName]').fill('')),
    wrong('email-wrong', consolePaths.email, (page) => page.locator('[name=email]').fill('nobody')),
    at('companies', `${consolePaths.companies}?all`),
    at('overview', paths.company),
    at('users', paths.users),
    at('users-found-none', `${paths.users}?q=zz&status=disabled`),
    at('users-wrong', `${paths.users}?q=z`),
    at('invite', paths.newUser),
    wrong('invite-wrong', paths.newUser, async (page) => {
      await page.locator('[name=email]').fill('nobody');
      await page.locator('[name=reach][value=places]').check();
    }),
    at('user', manager),
    at('user-name', `${manager}/edit`),
    at('user-invited', paths.user(idOfUser('invited@demo.example'))),
    links.row('user-disabled', paths.users, 'Aaron'),
    links.row('role-take-last', paths.users, 'Aaron', '.panel a[href$="/remove"]'),
    wrong('user-name-wrong', `${manager}/edit`, (page) => page.locator('[name=givenName]').fill('')),
    at('user-disable', `${manager}/disable`),
    at('user-remove', `${manager}/remove`),
    at('role-give', `${heldRolesPath(manager)}/new`),
    {
      name: 'role-give-deep',
      open: async (page) => {
        await go(page, `${heldRolesPath(manager)}/new`);
        await page.evaluate(
          'for (const part of document.querySelectorAll(".tree details")) part.open = true',
        );
        await page.getByLabel(`level ${MAX_ORG_STRUCTURE_DEPTH}`).waitFor();
      },
    },
    ...held.map((path, index) => at(`role-held-${index}`, path)),
    at('roles', paths.roles),
    at('roles-archived', `${paths.roles}?archived`),
    at('role-built-in', paths.role(demoRoleId(demoQuarries, 'eventManager'))),
    links.row('role', paths.roles, 'Inspector'),
    links.row('role-edit', paths.roles, 'Inspector', 'a[href$="/edit"]'),
    links.row('role-archive', paths.roles, 'Inspector', 'a[href$="/archive"]'),
    wrong('role-new-wrong', paths.newRole, (page) => page.locator('[name=name]').fill('')),
    at('clients', paths.clients),
    links.row('client', paths.clients, 'Payroll'),
    links.row('client-disabled', paths.clients, 'Away'),
    at('settings', paths.settings),
    wrong('settings-wrong', paths.settings, async (page) => {
      await page.locator('[name=name]').fill('');
      await page.locator('[name=bandMedium]').fill('99');
      await page.locator('[name=sessionLifetimeMinutes]').fill('1');
    }),
    at('changes', paths.changes),
    at('changes-of-row', `${paths.changes}?row=${idOfUser('manager@demo.example')}`),
    at('changes-wrong', `${paths.changes}?by=nobody@demo.example`),
    at('not-found', companyPaths(otherWorks.id).users),
  ];
}

/** Pages that look different to somebody who may not do everything, for a browser of the keeper. */
export function keeperTour(origin: string): Stop[] {
  const links = new Links(origin);
  const go = (page: Page, path: string) => page.goto(origin + path);
  const at = (name: string, path: string): Stop => ({ name, open: (page) => go(page, path) });
  const admin = paths.user(idOfUser('admin@demo.example'));
  return [
    at('keeper-role-new', paths.newRole),
    links.row('keeper-role-edit', paths.roles, 'Inspector', 'a[href$="/edit"]'),
    at('keeper-user', admin),
    at('keeper-role-give', `${heldRolesPath(admin)}/new`),
    at('keeper-role-held', `${heldRolesPath(admin)}/${assignmentOf('admin@demo.example')}`),
    {
      name: 'keeper-role-held-elsewhere',
      open: async (page) => {
        await go(page, await links.find(page, employee, '.panel:has-text("Inspector") a'));
        await page.locator('#places-beyond-hint').waitFor();
      },
    },
    links.row('keeper-client', paths.clients, 'Payroll', `a[href^="${consolePaths.clients}/"]`),
    at('keeper-refused', paths.settings),
  ];
}
