import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { languages } from '@safety/contracts';
import { operate, type Suite } from '@safety/local-stack';
import { eventually } from '@safety/testing';
import { launchBrowser, type Page } from '@safety/testing/browser';
import { companyPaths, heldRolesPath } from '../../paths/company-pages.js';
import { consolePath, consolePaths } from '../../paths/console.js';
import { demoMailboxPath } from '../../paths/demo-mailbox.js';
import { callerOf } from '../../testing/business-caller.js';
import { console } from '../../testing/company-console.js';
import { companyTour, furnish, keeper, keeperTour } from '../../testing/company-tour.js';
import { enterConsole } from '../../testing/console-tour.js';
import { pageFaults } from '../../testing/page-faults.js';
import type { Stop } from '../../testing/page-tour.js';

/** WCAG 2.2, criterion 1.4.10. */
const NARROW = { width: 320, height: 740 };
const PASSWORD = 'seven quiet lanterns drift';

/** Contexts stay open until the end: Chromium as one process does not survive the end of one. */
export function describeInBrowser(): void {
  describe('console of a company in a real browser', () => {
    let suite: Suite;
    let chromium: Awaited<ReturnType<typeof launchBrowser>>;
    let companyStops: Stop[];
    let keeperStops: Stop[];
    beforeAll(async () => {
      ({ suite } = console);
      companyStops = companyTour(suite.url);
      keeperStops = keeperTour(suite.url);
      chromium = await launchBrowser();
      const page = await (await chromium.newContext()).newPage();
      await enterConsole(page, suite.url, 'en');
      await furnish(page, suite);
    }, 120_000);
    afterAll(() => chromium.close());

    it.each(languages)('%s: nothing wrong with any page, on 320 pixels', async (language) => {
      const page = await (await chromium.newContext({ viewport: NARROW })).newPage();
      await enterConsole(page, suite.url, language);
      const findings: string[] = [];
      const walk = async (page: Page, stops: readonly Stop[]): Promise<void> => {
        for (const { name, open } of stops) {
          await open(page, language);
          findings.push(...(await pageFaults(page, language)).map((fault) => `${name} ${fault}`));
        }
      };
      await walk(page, companyStops);
      const kept = await (await chromium.newContext({ viewport: NARROW })).newPage();
      await enterConsole(kept, suite.url, language, keeper);
      await walk(kept, keeperStops);
      expect(findings).toEqual([]);
    });

    it('a company with a long name of one word: its pages fit on 320 pixels', async () => {
      const email = 'lena@works.example';
      const companyId = await companyOf(email, 'Steinbruchbetriebsgesellschaftsverwaltung');
      const page = await (await chromium.newContext({ viewport: NARROW })).newPage();
      await choosePassword(page, email);
      await signInTo(page, email);
      const paths = companyPaths(companyId);
      for (const path of [paths.company, paths.users, paths.settings]) {
        await page.goto(suite.url + path);
        expect([path, await pageFaults(page, 'en')]).toEqual([path, []]);
      }
    });

    it('a role of somebody who may do more: changed by keyboard alone, without a script, what is beyond stays', async () => {
      const page = await (await chromium.newContext({ javaScriptEnabled: false })).newPage();
      await enterConsole(page, suite.url, 'en', keeper);
      const edit = keeperStops.find(({ name }) => name === 'keeper-role-edit');
      await edit?.open(page, 'en');
      const kept = page.locator('[value="hazards.create"][type=checkbox]');
      expect([await kept.isDisabled(), await kept.isChecked()]).toEqual([true, true]);
      await page.locator('[value="clients.manage"]').focus();
      await page.keyboard.press('Space');
      await page.keyboard.press('Tab');
      await page.keyboard.press('Space');
      await page.keyboard.press('Enter');
      await page.locator('[role=status]').waitFor();
      const told = (await page.locator('main').textContent()) ?? '';
      expect(told).toContain('Report hazards');
      expect(told).toContain('Make roles');
      expect(told).not.toContain('Manage API clients');
    });

    it('a form that came back has the focus on what is wrong, and its links lead to the fields', async () => {
      const page = await (await chromium.newContext({ javaScriptEnabled: false })).newPage();
      await enterConsole(page, suite.url, 'en');
      await page.goto(suite.url + (await pathOf(page, 'Settings')));
      await page.locator('[name=bandVeryHigh]').fill('99');
      await page.locator('main form .actions button').click();
      await page.locator('[role=alert]:focus').waitFor();
      await page.keyboard.press('Tab');
      await page.keyboard.press('Enter');
      await page.waitForURL(({ hash }) => hash === '#bandVeryHigh');
    });

    it('a new e-mail address: asked for by keyboard alone, without a script', async () => {
      const page = await (await chromium.newContext({ javaScriptEnabled: false })).newPage();
      await enterConsole(page, suite.url, 'en');
      await page.locator('a', { hasText: 'Change e-mail address' }).focus();
      await page.keyboard.press('Enter');
      await page.waitForURL(`**${consolePaths.email}`);
      await page.locator('[name=email]').focus();
      await page.keyboard.type('admin@new.example');
      await page.keyboard.press('Enter');
      await page.locator('[role=status]').waitFor();
      expect(await page.locator('[role=status]').textContent()).toContain('a link to confirm it');
      await eventually(async () => {
        await page.goto(suite.url + demoMailboxPath);
        expect(await page.locator('article', { hasText: 'admin@new.example' }).count()).toBeGreaterThan(0);
      });
    });

    it('from nothing: a company, its administrator, a colleague with a role at one site, and that site’s hazards alone', async () => {
      const companyId = await companyOf('una@works.example', 'First Works');
      const paths = companyPaths(companyId);
      const administrator = await (await chromium.newContext({ javaScriptEnabled: false })).newPage();
      await choosePassword(administrator, 'una@works.example');
      await signInTo(administrator, 'una@works.example');

      const api = await callerOf(suite, companyId, 'una@works.example', PASSWORD);
      const [north, south] = [await api.site('North Quarry'), await api.site('South Quarry')];
      const hazard = await api.hazard('Loose rock', north);
      await api.hazard('Unguarded drum', south);

      await administrator.locator('a', { hasText: 'Company' }).first().click();
      await administrator.locator('nav a', { hasText: 'Users' }).click();
      await administrator.locator('a', { hasText: 'Invite a user' }).click();
      await administrator.locator('[name=email]').fill('cleo@works.example');
      await administrator.locator('[name=givenName]').fill('Cleo');
      await administrator.locator('[name=familyName]').fill('Colleague');
      await administrator.getByLabel('Manager Sees everything and reports hazards and events.').check();
      await administrator.getByLabel('Only at the places ticked below').check();
      await administrator.getByLabel('North Quarry').check();
      await administrator.locator('button', { hasText: 'Send invitation' }).click();
      expect(await administrator.locator('main').textContent()).toContain('The user is invited.');
      expect(await administrator.locator('main').textContent()).toContain('North Quarry');

      const colleague = await (await chromium.newContext({ javaScriptEnabled: false })).newPage();
      await choosePassword(colleague, 'cleo@works.example');
      await signInTo(colleague, 'cleo@works.example');
      await eventually(async () =>
        expect((await colleague.goto(suite.url + paths.users))?.status()).toBe(403),
      );
      await eventually(async () => {
        await administrator.reload();
        expect(await administrator.locator('main').textContent()).not.toContain('not accepted yet');
      });

      const seen = await (await callerOf(suite, companyId, 'cleo@works.example', PASSWORD)).hazards();
      expect(seen).toEqual([hazard]);

      const [, userId = ''] = /users\/([0-9a-f-]{36})/.exec(administrator.url()) ?? [];
      await administrator.goto(`${suite.url}${heldRolesPath(paths.user(userId))}/new`);
      await administrator.getByLabel('Manager Sees everything').check();
      await administrator.getByLabel('Only at the places ticked below').check();
      await administrator.getByLabel('South Quarry').check();
      await administrator.locator('button', { hasText: 'Save' }).click();
      await eventually(async () =>
        expect(
          await (await callerOf(suite, companyId, 'cleo@works.example', PASSWORD)).hazards(),
        ).toHaveLength(2),
      );
    });

    /** A new company, with somebody new as its administrator. */
    async function companyOf(email: string, name: string): Promise<string> {
      const { company_id: companyId = '' } = await operate(
        suite,
        'accounts',
        ...['add-company', '--name', name, '--country', 'IE', '--time-zone', 'Europe/Dublin'],
      );
      await operate(
        suite,
        'accounts',
        ...['add-user', '--email', email, '--given-name', 'Una', '--family-name', 'User'],
        ...['--company', companyId, '--role', 'admin'],
      );
      return companyId;
    }

    async function pathOf(page: Page, part: string): Promise<string> {
      await page.goto(suite.url + consolePaths.companies);
      return (await page.locator('nav a', { hasText: part }).getAttribute('href')) ?? '';
    }

    /** Follows the link in the newest mail to this address. */
    async function choosePassword(page: Page, email: string): Promise<void> {
      const mail = page.locator('article', { hasText: email });
      await eventually(async () => {
        await page.goto(suite.url + demoMailboxPath);
        expect(await mail.count()).toBeGreaterThan(0);
      });
      await mail.first().locator('a').first().click();
      await page.locator('[name=password]').fill(PASSWORD);
      await page.locator('[name=repeated]').fill(PASSWORD);
      await page.locator('main button').click();
    }

    async function signInTo(page: Page, email: string): Promise<void> {
      await page.goto(`${suite.url}${consolePath}?ui_locales=en`);
      await page.locator('[name=email]').fill(email);
      await page.locator('[name=password]').fill(PASSWORD);
      await page.locator('main button').click();
      await page.waitForURL(`**${consolePath}**`);
    }
  });
}
