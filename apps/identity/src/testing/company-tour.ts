import { demoQuarries, demoRoleId, otherWorks } from '@safety/demo-data';
import type { Page } from '@safety/testing/browser';
import { companyPaths, heldRolesPath } from '../paths/company-pages.js';
import { consolePaths } from '../paths/console.js';
import { idOfUser, ours } from './company-pages.js';
import type { Stop } from './page-tour.js';

const paths = companyPaths(demoQuarries.id);
const manager = paths.user(idOfUser('manager@demo.example'));

const send = (page: Page): Promise<void> =>
  page.locator('main form[method=post] .actions button').last().click();

/** Makes what the pages show: a role and a client of the company. */
export async function furnish(page: Page, origin: string): Promise<void> {
  await page.goto(origin + paths.newRole);
  await page.locator('[name=name]').fill('Inspector of quarries and depots');
  await page.locator('[name=description]').fill('Walks through the quarries once a week.');
  await page.locator('[value="hazards.create"]').check();
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

/** Every page of a company, for a browser of its administrator. */
export function companyTour(origin: string): Stop[] {
  const go = (page: Page, path: string) => page.goto(origin + path);
  const at = (name: string, path: string): Stop => ({ name, open: (page) => go(page, path) });
  const first = (name: string, list: string): Stop => ({
    name,
    open: async (page) => {
      await go(page, list);
      await page.locator('.rows a').first().click();
    },
  });
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
    wrong('user-name-wrong', `${manager}/edit`, (page) => page.locator('[name=givenName]').fill('')),
    at('user-disable', `${manager}/disable`),
    at('user-remove', `${manager}/remove`),
    at('role-give', `${heldRolesPath(manager)}/new`),
    ...held.map((path, index) => at(`role-held-${index}`, path)),
    at('roles', paths.roles),
    at('roles-archived', `${paths.roles}?archived`),
    at('role-built-in', paths.role(demoRoleId(demoQuarries, 'eventManager'))),
    {
      name: 'role-edit',
      open: async (page) => {
        await go(page, paths.roles);
        await page.locator('.rows a', { hasText: 'Inspector' }).click();
        await page.locator('a[href$="/edit"]').click();
      },
    },
    {
      name: 'role-archive',
      open: async (page) => {
        await go(page, paths.roles);
        await page.locator('.rows a', { hasText: 'Inspector' }).click();
        await page.locator('a[href$="/archive"]').click();
      },
    },
    wrong('role-new-wrong', paths.newRole, (page) => page.locator('[name=name]').fill('')),
    at('clients', paths.clients),
    first('client', paths.clients),
    at('settings', paths.settings),
    wrong('settings-wrong', paths.settings, async (page) => {
      await page.locator('[name=name]').fill('');
      await page.locator('[name=bandMedium]').fill('99');
      await page.locator('[name=sessionLifetimeMinutes]').fill('1');
    }),
    at('changes', paths.changes),
    at('changes-wrong', `${paths.changes}?by=nobody@demo.example`),
    at('not-found', companyPaths(otherWorks.id).users),
  ];
}
