import { expect, it } from '@jest/globals';
import { moment } from './dates.js';
import { localeOf } from './locale.js';

it.each([
  ['2026-10-25T00:30:00Z', 'Oct 25, 2026, 1:30 AM Europe/Dublin (GMT+1)'],
  ['2026-10-25T01:30:00Z', 'Oct 25, 2026, 1:30 AM Europe/Dublin (GMT+0)'],
  ['2026-10-26T01:30:00Z', 'Oct 26, 2026, 1:30 AM Europe/Dublin'],
])('a moment has its offset near a change of the clocks: %s', (instant, text) => {
  const locale = { language: 'en', tag: 'en', timeZone: 'Europe/Dublin' } as const;
  const { markup } = moment(locale, new Date(instant));
  expect(markup.replace(/\u202f/g, ' ')).toContain(`>${text}</time>`);
});

it.each([
  ['en-u-ca-buddhist', 'Nov 29, 2026, 10:15 AM UTC'],
  ['en-u-nu-arab', 'Nov 29, 2026, 10:15 AM UTC'],
  ['nl-Arab-BE', '29 nov 2026, 10:15 UTC'],
  ['kk-CN', '2026 ж. 29 қар., 10:15 UTC'],
])('a moment is written in the script, the calendar and the digits of its page: %s', (tag, text) => {
  const { markup } = moment(localeOf(tag, undefined), new Date('2026-11-29T10:15:00Z'));
  expect(markup.replace(/\u202f/g, ' ')).toContain(`>${text}</time>`);
});
