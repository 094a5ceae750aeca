/** The languages of the pages. */
export const locales = ['en', 'es', 'ru', 'kk', 'nl'] as const;
export type Locale = (typeof locales)[number];

const MAX_TAGS = 20;

function supported(tag: string): Locale | undefined {
  const [language] = tag.trim().toLowerCase().split('-');
  return locales.find((locale) => locale === language);
}

/** Tags of `Accept-Language` (RFC 9110 section 12.5.4), the most wanted first. */
function wanted(acceptLanguage: string): string[] {
  return acceptLanguage
    .split(',')
    .slice(0, MAX_TAGS)
    .map((range) => {
      const [tag = '', ...parameters] = range.split(';');
      const quality = parameters
        .map((parameter) => /^\s*q=([01](?:\.\d{0,3})?)\s*$/.exec(parameter)?.[1])
        .find(Boolean);
      return { tag, quality: quality === undefined ? 1 : Number(quality) };
    })
    .filter(({ quality }) => quality > 0)
    .sort((a, b) => b.quality - a.quality)
    .map(({ tag }) => tag);
}

/** The language of a page: `ui_locales` (BCP 47 tags, a region is ignored), then the browser's, then English. */
export function localeOf(uiLocales: unknown, acceptLanguage: string | undefined): Locale {
  const asked = typeof uiLocales === 'string' ? uiLocales.split(' ').slice(0, MAX_TAGS) : [];
  for (const tag of [...asked, ...wanted(acceptLanguage ?? '')]) {
    const locale = supported(tag);
    if (locale) return locale;
  }
  return 'en';
}
