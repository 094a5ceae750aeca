import { describe, expect, it } from '@jest/globals';
import { localeOf } from './locale.js';

/** In its form a language tag, of 36 letters. */
const LONG = 'nl-be-abcdef-ghijklm-nopqrst-uvwxyza';

describe('the locale of a page', () => {
  it.each([
    ['the tag that is asked for', 'nl-be', 'fr', 'nl-BE'],
    ['the first that there are texts in', 'fr', 'fr;q=1, es-mx;q=0.9, en;q=0.8', 'es-MX'],
    ['the language alone of a tag that is too long to be read', LONG, undefined, 'nl'],
    ['the same of a browser', undefined, LONG, 'nl'],
    ['no calendar of the tag', 'en-u-ca-buddhist', undefined, 'en'],
    ['no digits of the tag', 'nl-BE-u-nu-arab', undefined, 'nl-BE'],
    ['no script of the tag', undefined, 'ru-Latn-KZ', 'ru-KZ'],
    ['no variant of the tag', 'es-419-x-private', undefined, 'es-419'],
    ['the region', 'kk-kz', undefined, 'kk-KZ'],
    ['the script of its texts, whatever the region writes', 'kk-CN', undefined, 'kk-Cyrl-CN'],
    ['the same when it is asked for again', 'kk-Cyrl-CN', undefined, 'kk-Cyrl-CN'],
    ['American English otherwise', undefined, undefined, 'en-US'],
  ])('has %s', (_, uiLocales, acceptLanguage, tag) => {
    expect(localeOf(uiLocales, acceptLanguage).tag).toBe(tag);
  });
});
