import { accessibilityFindings, type Page } from '@safety/testing/browser';

/** Rules of axe about colours. */
const COLOURS = ['color-contrast', 'link-in-text-block'];
/** Rules of axe that the words of a language may break; the others look at what is the same in each. */
const WORDS = [
  ...['document-title', 'html-has-lang', 'html-lang-valid', 'valid-lang', 'empty-heading'],
  ...['empty-table-header', 'image-alt', 'image-redundant-alt', 'svg-img-alt', 'role-img-alt'],
  ...['label', 'label-title-only', 'select-name', 'summary-name', 'button-name', 'input-button-name'],
  ...['link-name', 'frame-title', 'landmark-unique', 'scrollable-region-focusable', 'aria-command-name'],
  ...['aria-input-field-name', 'aria-toggle-field-name', 'aria-dialog-name'],
];

/**
 * The faults of a page: its language, a width beyond the screen, and whatever axe finds in English, light and
 * dark; in other languages what it finds in the words.
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
  const only = language === 'en' ? undefined : WORDS;
  faults.push(...(await accessibilityFindings(page, only)).map((finding) => `light: ${finding}`));
  if (language === 'en') {
    await page.emulateMedia({ colorScheme: 'dark' });
    // All but the colours is the same in dark.
    const dark = await accessibilityFindings(page, COLOURS);
    faults.push(...dark.map((finding) => `dark: ${finding}`));
  }
  return faults;
}
