import { describe, expect, it } from '@jest/globals';
import { countryCodeSchema, timeZoneSchema } from '@safety/contracts';
import { countries } from './choices.js';
import { timeZones } from './time-zones.js';

describe('the choices of a company', () => {
  it('are the countries that accounts takes, those of ISO 3166-1 and Kosovo', () => {
    const codes = countries({ language: 'en', tag: 'en-US' }).map(({ value }) => value);
    expect(codes.filter((code) => !countryCodeSchema.safeParse(code).success)).toEqual([]);
    expect(codes).toHaveLength(250);
  });

  it('have the names of the region of who asks, whoever asked before', () => {
    const nameIn = (tag: string) =>
      countries({ language: 'en', tag }).find(({ value }) => value === 'LC')?.label;
    expect([nameIn('en-US'), nameIn('en-GB')]).toEqual(['St. Lucia', 'St Lucia']);
  });

  it('are time zones that accounts takes, UTC too', () => {
    const names = timeZones.map(({ value }) => value);
    expect(names.filter((name) => timeZoneSchema.safeParse(name).data !== name)).toEqual([]);
    expect(names).toEqual(expect.arrayContaining(['UTC', 'Europe/Dublin']));
  });

  it.each([
    ['Africa/Asmara', 'Africa/Asmera'],
    ['America/Argentina/Buenos_Aires', 'America/Buenos_Aires'],
    ['America/Nuuk', 'America/Godthab'],
    ['Asia/Ho_Chi_Minh', 'Asia/Saigon'],
    ['Asia/Kathmandu', 'Asia/Katmandu'],
    ['Asia/Kolkata', 'Asia/Calcutta'],
    ['Asia/Yangon', 'Asia/Rangoon'],
    ['Europe/Kyiv', 'Europe/Kiev'],
  ])('have time zones by the name of today: %s, once, and not %s', (present, former) => {
    const names = timeZones.map(({ value }) => value);
    expect(names.filter((name) => name === present || name === former)).toEqual([present]);
    const { label, value } = timeZones[names.indexOf(present)] ?? {};
    expect(label).toBe(value?.replaceAll('_', ' '));
  });
});
