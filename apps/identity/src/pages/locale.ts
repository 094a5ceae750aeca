import { type Language, languages } from '@safety/contracts';

/** How each language of the pages calls itself. */
export const languageNames: Readonly<Record<Language, string>> = {
  en: 'English',
  es: 'Español',
  ru: 'Русский',
  kk: 'Қазақша',
  nl: 'Nederlands',
};

/** The language of a page, and how times are written in it. */
export interface Locale {
  language: Language;
  /** A BCP 47 tag of the language, and the region that was asked for: `es-MX` writes dates unlike `es-ES`. */
  tag: string;
  /** An IANA name; in UTC without one. */
  timeZone?: string | undefined;
}

/** Texts in every language: a language without them does not compile. */
export type Catalogue<Texts> = Readonly<Record<Language, Texts>>;

const MAX_TAGS = 20;
/** Of the locales of companies too. Time to read a tag grows with the square of its length. */
const MAX_TAG_LENGTH = 35;

function supported(tag: string): Locale | undefined {
  const [primary] = tag.trim().toLowerCase().split('-');
  const language = languages.find((candidate) => candidate === primary);
  return language && { language, tag: inRegion(tag.trim()) ?? language };
}

/**
 * The language and the region of a tag. Its calendar, digits and script would be in dates alone, so the
 * script is that of the texts, also where people of the region write another: `kk-Cyrl-CN`.
 */
function inRegion(tag: string): string | undefined {
  if (tag.length > MAX_TAG_LENGTH) return undefined;
  try {
    const { language, region } = new Intl.Locale(tag);
    if (region === undefined) return language;
    const { script } = new Intl.Locale(language).maximize();
    const there = new Intl.Locale(`${language}-${region}`);
    return there.maximize().script === script ? there.baseName : `${language}-${script}-${region}`;
  } catch {
    // Only its beginning is a language tag.
    return undefined;
  }
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

/**
 * The locale of a page: `ui_locales` (BCP 47 tags, the most wanted first), then the browser's, then en-US.
 */
export function localeOf(uiLocales: unknown, acceptLanguage: string | undefined): Locale {
  const asked = typeof uiLocales === 'string' ? uiLocales.split(' ').slice(0, MAX_TAGS) : [];
  for (const tag of [...asked, ...wanted(acceptLanguage ?? '')]) {
    const locale = supported(tag);
    if (locale) return locale;
  }
  return { language: 'en', tag: 'en-US' };
}
