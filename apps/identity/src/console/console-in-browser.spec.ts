import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { languages } from '@safety/contracts';
import { launchBrowser } from '@safety/testing/browser';
import { consolePath, consolePaths } from '../paths/console.js';
import { consoleTour, enterConsole } from '../testing/console-tour.js';
import { credentials } from '../testing/flows.js';
import { type ReachableIdentity, startReachableIdentity } from '../testing/identity-in-browser.js';
import { pageFaults } from '../testing/page-faults.js';
import type { Stop } from '../testing/page-tour.js';

const PHONE = { width: 360, height: 740 };

/**
 * Every page of the console in every language on a small phone; its policy lets no script run. Contexts stay
 * open until the end: Chromium as one process does not survive the end of one.
 */
describe('console in a real browser', () => {
  let provider: ReachableIdentity;
  let chromium: Awaited<ReturnType<typeof launchBrowser>>;
  let stops: Stop[];
  beforeAll(async () => {
    chromium = await launchBrowser();
    provider = await startReachableIdentity();
    stops = await consoleTour(provider);
  });
  afterAll(async () => {
    await chromium.close();
    await provider.close();
  });

  it.each(languages)('%s: nothing wrong with any page', async (language) => {
    const context = await chromium.newContext({ viewport: PHONE });
    const page = await context.newPage();
    await enterConsole(page, provider.origin, language);
    const findings: string[] = [];
    for (const { name, open } of stops) {
      await open(page, language);
      findings.push(...(await pageFaults(page, language)).map((fault) => `${name} ${fault}`));
    }
    expect(findings).toEqual([]);
  });

  it('another language is one click away, and stays', async () => {
    const context = await chromium.newContext({ viewport: PHONE });
    const page = await context.newPage();
    await enterConsole(page, provider.origin, 'ru');
    await page.locator('a[hreflang=kk]').click();
    await page.goto(provider.origin + consolePaths.sessions);
    expect(await page.locator('html').getAttribute('lang')).toBe('kk');
  });

  it('a keyboard goes past the navigation, which a button opens on a phone, without a script', async () => {
    const context = await chromium.newContext({ viewport: PHONE, javaScriptEnabled: false });
    const page = await context.newPage();
    await enterConsole(page, provider.origin, 'nl');
    await page.keyboard.press('Tab');
    expect(await page.locator(':focus').textContent()).toBe('Naar de inhoud');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Tab');
    expect(await page.locator('main :focus').getAttribute('href')).toBe(consolePaths.editProfile);

    const link = page.locator('nav a', { hasText: 'Sessies' });
    expect(await link.isVisible()).toBe(false);
    const opener = page.locator('nav button', { hasText: 'Menu' });
    await opener.focus();
    await page.keyboard.press('Enter');
    for (const _ of ['profile', 'password', 'sessions']) await page.keyboard.press('Tab');
    expect(await page.locator('nav :focus').textContent()).toBe('Sessies');
    await page.keyboard.press('Enter');
    await page.waitForURL(`**${consolePaths.sessions}`);

    await page.setViewportSize({ width: 1200, height: 740 });
    expect(await link.isVisible()).toBe(true);
    expect(await opener.isVisible()).toBe(false);
  });

  it('another user who enters their password gets their own console', async () => {
    const context = await chromium.newContext();
    const page = await context.newPage();
    await enterConsole(page, provider.origin, 'en', 'manager@demo.example');
    await page.goto(`${provider.origin}${consolePaths.signIn}?fresh&to=${consolePaths.sessions}`);
    await page.locator('[name=email]').fill('employee@demo.example');
    await page.locator('[name=password]').fill(credentials.password);
    await page.locator('main button').click();
    await page.waitForURL(`**${consolePaths.sessions}`);
    await page.goto(provider.origin + consolePath);
    expect(await page.locator('main').textContent()).toContain('employee@demo.example');
  });

  it('signing out ends at the page that says so, by one click', async () => {
    const context = await chromium.newContext();
    const page = await context.newPage();
    await enterConsole(page, provider.origin, 'en');
    await page.locator('nav form button').click();
    expect(await page.locator('h1').textContent()).toBe('You are signed out');
    expect((await context.cookies()).map(({ name }) => name)).not.toContain('console');
  });
});
