import { describe, expect, it } from '@jest/globals';
import { localeSchema } from './company-fields.js';

describe('a locale', () => {
  it.each(['en', 'zh-Hant-TW', 'nl-be'])('is %s', (tag) => {
    expect(localeSchema.parse(tag)).toBe(tag);
  });

  it.each([
    ['a tag that is none', 'english language', 'custom'],
    ['a longer tag, which is not read', 'en-'.repeat(20_000), 'too_big'],
  ])('is not %s', (_, tag, code) => {
    expect(localeSchema.safeParse(tag).error?.issues).toMatchObject([{ code }]);
  });
});
