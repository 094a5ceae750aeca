import { expect, it } from '@jest/globals';
import { moment } from './dates.js';

it.each([
  ['2026-10-25T00:30:00Z', 'Oct 25, 2026, 1:30 AM Europe/Dublin (GMT+1)'],
  ['2026-10-25T01:30:00Z', 'Oct 25, 2026, 1:30 AM Europe/Dublin (GMT+0)'],
  ['2026-10-26T01:30:00Z', 'Oct 26, 2026, 1:30 AM Europe/Dublin'],
])('a moment has its offset near a change of the clocks: %s', (instant, text) => {
  const locale = { language: 'en', tag: 'en', timeZone: 'Europe/Dublin' } as const;
  const { markup } = moment(locale, new Date(instant));
  expect(markup.replace(/\u202f/g, ' ')).toContain(`>${text}</time>`);
});
