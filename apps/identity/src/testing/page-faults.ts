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

/** Asked without a locator, which brings scripts of Playwright into each page first. */
const ABOUT = `({
  lang: document.documentElement.lang,
  headings: document.querySelectorAll('h1').length,
  wanted: document.documentElement.scrollWidth,
  room: document.documentElement.clientWidth,
  navigated: document.querySelector('.console') !== null,
  above: window.scrollY + (document.querySelector('main')?.getBoundingClientRect().top ?? 0),
  narrowest: Math.min(
    ...[...document.querySelectorAll('.choice')]
      .filter((choice) => choice.checkVisibility())
      .map((choice) => choice.clientWidth),
  ),
})`;

interface About {
  lang: string;
  headings: number;
  /** In CSS pixels, both. */
  wanted: number;
  room: number;
  /** Whether it has links to other pages of the console above its content. */
  navigated: boolean;
  /** The height above the content, in CSS pixels. */
  above: number;
  /** The width of the narrowest box to tick with its label. */
  narrowest: number;
}

/** Half of a small phone, and room for some words beside a box. */
const MOST_ABOVE = 284;
const LEAST_WIDTH = 120;

/**
 * The faults of a page: its language, its heading, a width beyond the screen, a choice too narrow to be read,
 * a navigation that fills the screen, and whatever axe finds in English, light and dark; in other languages
 * what it finds in the words.
 */
export async function pageFaults(page: Page, language: string): Promise<string[]> {
  const faults: string[] = [];
  // A click ends once its page is committed, when the document may have no element yet.
  await page.waitForLoadState();
  const { lang, headings, wanted, room, navigated, above, narrowest } = await page.evaluate<About>(ABOUT);
  if (lang !== language) faults.push(`is in ${lang}`);
  if (headings !== 1) faults.push(`has ${headings} h1`);
  if (navigated && above > MOST_ABOVE) faults.push(`begins at ${Math.round(above)} px`);
  if (narrowest < LEAST_WIDTH) faults.push(`has a choice of ${narrowest} px`);
  if (wanted > room) faults.push(`is ${wanted} px wide on a screen of ${room} px`);
  if (language !== 'en') return [...faults, ...(await accessibilityFindings(page, WORDS))];
  const light = await findingsIn('light', page);
  // All but the colours is the same in dark.
  return [...faults, ...light, ...(await findingsIn('dark', page, COLOURS))];
}

async function findingsIn(
  colorScheme: 'light' | 'dark',
  page: Page,
  only?: readonly string[],
): Promise<string[]> {
  await page.emulateMedia({ colorScheme });
  return (await accessibilityFindings(page, only)).map((finding) => `${colorScheme}: ${finding}`);
}
