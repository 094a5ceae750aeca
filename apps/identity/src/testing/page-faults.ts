import { accessibilityFindings, type Page } from '@safety/testing/browser';

/** Rules of axe about colours. */
const COLOURS = ['color-contrast', 'link-in-text-block'];

/**
 * The faults of a page: its language, a width beyond the screen, and whatever axe finds, in light; in English
 * in dark too.
 */
export async function pageFaults(page: Page, language: string): Promise<string[]> {
  const faults: string[] = [];
  const lang = await page.locator('html').getAttribute('lang');
  if (lang !== language) faults.push(`is in ${lang}`);
  const [wanted, room] = await page.evaluate<[number, number]>(
    '[document.documentElement.scrollWidth, document.documentElement.clientWidth]',
  );
  if (wanted > room) faults.push(`is ${wanted} px wide on a screen of ${room} px`);
  await page.emulateMedia({ colorScheme: 'light' });
  // Colours are the same in every language, and all else is the same in dark.
  const without = language === 'en' ? [] : COLOURS;
  faults.push(...(await accessibilityFindings(page, { without })).map((finding) => `light: ${finding}`));
  if (language === 'en') {
    await page.emulateMedia({ colorScheme: 'dark' });
    const dark = await accessibilityFindings(page, { only: COLOURS });
    faults.push(...dark.map((finding) => `dark: ${finding}`));
  }
  return faults;
}
