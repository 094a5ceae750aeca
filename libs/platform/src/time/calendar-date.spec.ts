import { describe, expect, it } from '@jest/globals';
import { dateIn, startOfDay } from './calendar-date.js';

describe('today', () => {
  it.each([
    ['Europe/Dublin', '2026-07-01T23:30:00Z', '2026-07-02'],
    ['America/Anchorage', '2026-07-01T06:00:00Z', '2026-06-30'],
    ['Pacific/Kiritimati', '2026-12-31T12:00:00Z', '2027-01-01'],
    ['Asia/Almaty', '2026-01-01T00:00:00Z', '2026-01-01'],
  ])('in %s at %s is %s', (timeZone, instant, date) => {
    expect(dateIn(timeZone, new Date(instant))).toBe(date);
  });

  it('makes one format for a time zone, however it is spelled', () => {
    const { DateTimeFormat } = Intl;
    let made = 0;
    Intl.DateTimeFormat = class extends DateTimeFormat {
      constructor(...given: ConstructorParameters<typeof DateTimeFormat>) {
        super(...given);
        made++;
      }
    } as typeof DateTimeFormat;
    try {
      for (const timeZone of ['Asia/Tokyo', 'asia/tokyo', 'aSiA/tOkYo'])
        expect(dateIn(timeZone, new Date('2026-07-01T23:30:00Z'))).toBe('2026-07-02');
    } finally {
      Intl.DateTimeFormat = DateTimeFormat;
    }
    expect(made).toBe(1);
  });
});

describe('the first instant of a day', () => {
  it.each([
    ['at midnight', 'Europe/Dublin', '2026-07-01', '2026-06-30T23:00:00Z'],
    ['at the first of two midnights', 'America/Havana', '2026-11-01', '2026-11-01T04:00:00Z'],
    ['at one, where midnight is skipped', 'Asia/Beirut', '2026-03-29', '2026-03-28T22:00:00Z'],
    ['a day later, where the day is left out', 'Pacific/Apia', '2011-12-30', '2011-12-30T10:00:00Z'],
  ])('is %s: %s, %s', (_, timeZone, date, instant) => {
    expect(startOfDay(date, timeZone)).toEqual(new Date(instant));
  });
});
