import { accessibilityFindings, type Page } from '@safety/testing/browser';

/**
 * The faults of a page: its language, a width beyond the screen, and whatever axe finds, in light and in
 * dark.
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
  faults.push(...(await accessibilityFindings(page)).map((finding) => `light: ${finding}`));
  // Colours are the same in every language, and all else is the same in dark.
  if (language === 'en') {
    await page.emulateMedia({ colorScheme: 'dark' });
    const dark = await accessibilityFindings(page, ['color-contrast', 'link-in-text-block']);
    faults.push(...dark.map((finding) => `dark: ${finding}`));
  }
  return faults;
}
