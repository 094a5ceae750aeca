import { describe, expect, it } from '@jest/globals';
import type { z } from 'zod';
import { dateSchema, dateTimeSchema, messageDateSchema, timestampSchema, timeZoneSchema } from './time.js';

const accepts = (schema: z.ZodType, value: unknown): boolean => schema.safeParse(value).success;

describe('a date', () => {
  it.each(['1900-01-01', '2200-12-31', '2024-02-29'])('takes %s', (text) => {
    expect(dateSchema.parse(text)).toBe(text);
  });

  it.each([
    ['before 1900', '1899-12-31'],
    ['after 2200', '2201-01-01'],
    ['29 February of a common year', '2026-02-29'],
    ['month 13', '2026-13-01'],
    ['day 0', '2026-01-00'],
    ['a time', '2026-01-01T00:00:00Z'],
    ['short month', '2026-1-01'],
    ['another order', '01-02-2026'],
    ['blanks', ' 2026-01-01'],
    ['five digits of year', '02026-01-01'],
    ['a Date', new Date(0)],
  ])('refuses %s', (_, text) => {
    expect(accepts(dateSchema, text)).toBe(false);
  });
});

describe('a date in a message', () => {
  it.each(['1899-12-31', '2201-01-01', '2202-01-01'])(
    'takes %s, which follows from dates of requests',
    (text) => {
      expect(messageDateSchema.parse(text)).toBe(text);
    },
  );

  it.each(['2026-02-29', '2026-1-01', '2026-01-01T00:00:00Z'])('refuses %s', (text) => {
    expect(accepts(messageDateSchema, text)).toBe(false);
  });
});

describe('an instant', () => {
  it.each([
    ['UTC', '2026-11-21T09:00:00Z', '2026-11-21T09:00:00.000Z'],
    ['another offset', '2026-11-21T09:00:00+05:30', '2026-11-21T03:30:00.000Z'],
    ['a negative offset over midnight', '2026-12-31T23:30:00-01:00', '2027-01-01T00:30:00.000Z'],
    ['small letters', '2026-11-21t09:00:00.5z', '2026-11-21T09:00:00.500Z'],
    ['milliseconds', '2026-11-21T09:00:00.123Z', '2026-11-21T09:00:00.123Z'],
  ])('reads %s', (_, text, utc) => {
    expect(dateTimeSchema.parse(text).toISOString()).toBe(utc);
  });

  it.each([
    ['no offset: nobody knows when that is', '2026-11-21T09:00:00'],
    ['a date alone', '2026-11-21'],
    ['a leap second, which a Date cannot hold', '2026-12-31T23:59:60Z'],
    ['hour 24', '2026-11-21T24:00:00Z'],
    ['30 February', '2026-02-30T00:00:00Z'],
    ['before 1900 in UTC', '1900-01-01T00:00:00+01:00'],
    ['after 2200 in UTC', '2200-12-31T23:30:00-01:00'],
    ['seconds since the epoch', '1700000000'],
    ['rubbish', 'yesterday'],
  ])('refuses %s', (_, text) => {
    expect(accepts(dateTimeSchema, text)).toBe(false);
  });

  it('leaves in UTC with milliseconds', () => {
    expect(timestampSchema.parse(new Date(Date.UTC(2026, 0, 2, 3, 4, 5, 6)))).toBe(
      '2026-01-02T03:04:05.006Z',
    );
  });
});

// Field error codes are part of the contract: a date out of range is not a malformed date.
it.each([
  ['date', dateSchema, '1066-10-14'],
  ['instant', dateTimeSchema, '1066-10-14T09:00:00Z'],
])('says out-of-range of a %s in the wrong century', (_, schema, text) => {
  const issue = schema.safeParse(text).error?.issues[0];
  expect(issue).toMatchObject({ code: 'custom', params: { code: 'out-of-range' } });
});

describe('a time zone', () => {
  const names = [
    ...Intl.supportedValuesOf('timeZone'),
    ...[
      'UTC',
      'Etc/UTC',
      'Etc/GMT+5',
      'Etc/Zulu',
      'GMT0',
      'EST',
      'EST5EDT',
      'PRC',
      'NZ-CHAT',
      'W-SU',
      'GB-Eire',
    ],
    ...['US/Pacific', 'US/East-Indiana', 'Europe/Kyiv', 'Asia/Ho_Chi_Minh', 'America/Port-au-Prince'],
    ...['Australia/ACT', 'Antarctica/McMurdo', 'America/Knox_IN', 'America/Argentina/ComodRivadavia'],
    ...['Brazil/DeNoronha', 'Chile/EasterIsland', 'Mexico/BajaNorte', 'Mexico/BajaSur', 'Pacific/Yap'],
  ];

  it('is any that IANA names, kept in its spelling whatever the case', () => {
    for (const spelling of [(name: string) => name, (name: string) => name.toLowerCase()])
      expect(names.map((name) => timeZoneSchema.parse(spelling(name)))).toEqual(names);
    expect(timeZoneSchema.parse('eUrOpE/DuBlIn')).toBe('Europe/Dublin');
  });

  it.each([
    ['a name that PostgreSQL does not know', 'VST'],
    ['a name that PostgreSQL takes for another zone', 'IST'],
    ['a name of ICU alone', 'systemv/est5edt'],
    ['a name that IANA has withdrawn', 'US/Pacific-New'],
    ['another one', 'Canada/East-Saskatchewan'],
    ['an offset', '+05:00'],
    ['none', 'Europe/Atlantis'],
    ['a blank', ' UTC'],
  ])('is not %s', (_, name) => {
    expect(accepts(timeZoneSchema, name)).toBe(false);
  });
});
