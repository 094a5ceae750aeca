import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { languages } from '@safety/contracts';
import { launchBrowser } from '@safety/testing/browser';
import { type ReachableIdentity, startReachableIdentity } from '../testing/identity-in-browser.js';
import { pageFaults } from '../testing/page-faults.js';
import { pageTour, type Stop } from '../testing/page-tour.js';

const PHONE = { width: 360, height: 740 };

/**
 * Every page in every language on a small phone, without JavaScript until axe looks at it, in light and in
 * dark.
 */
describe('pages in a real browser', () => {
  let provider: ReachableIdentity;
  let chromium: Awaited<ReturnType<typeof launchBrowser>>;
  let context: Awaited<ReturnType<typeof chromium.newContext>>;
  let stops: Stop[];
  beforeAll(async () => {
    chromium = await launchBrowser();
    context = await chromium.newContext({ viewport: PHONE });
    provider = await startReachableIdentity({ DEMO: 'true' });
    stops = pageTour(provider, await provider.addReplica({ DEMO: 'false' }));
  });
  afterAll(async () => {
    await chromium.close();
    await provider.close();
  });

  it.each(languages)('%s: nothing wrong with any page', async (language) => {
    const findings: string[] = [];
    const page = await context.newPage();
    for (const { name, open } of stops) {
      await open(page, language);
      findings.push(...(await pageFaults(page, language)).map((fault) => `${name} ${fault}`));
    }
    await page.close();
    expect(findings).toEqual([]);
  });

  it('another language is one click away, and stays for what follows', async () => {
    const page = await context.newPage();
    await stops[0]?.open(page, 'ru');
    await page.locator('a[hreflang=kk]').click();
    await page.locator('[name=email]').fill('nobody@demo.example');
    await page.locator('[name=password]').fill('wrong');
    await page.locator('button').click();
    expect(await page.locator('html').getAttribute('lang')).toBe('kk');
    await page.locator('a[href^="/auth/forgotten-password"]').click();
    expect(await page.locator('html').getAttribute('lang')).toBe('kk');
    await page.close();
  });
});
