import { describe, expect, it } from '@jest/globals';
import { countryCodeSchema, currencySchema } from './iso-codes.js';

const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];
const takes = (schema: typeof currencySchema, code: unknown): boolean => schema.safeParse(code).success;

describe('a country', () => {
  it('is one of the 249 of ISO 3166-1, or Kosovo', () => {
    const pairs = letters.flatMap((one) => letters.map((other) => one + other));
    expect(pairs.filter((code) => takes(countryCodeSchema, code))).toHaveLength(250);
  });

  it.each(['IE', 'KZ', 'CW', 'SS', 'XK'])('takes %s', (code) => {
    expect(takes(countryCodeSchema, code)).toBe(true);
  });

  it.each(['ZZ', 'XX', 'AA', 'UK', 'EU', 'UN', 'SU', 'YU', 'ie', 'IRL', '', 'I', ' IE', null])(
    'refuses %j',
    (code) => {
      expect(takes(countryCodeSchema, code)).toBe(false);
    },
  );
});

describe('a currency', () => {
  it.each(['EUR', 'USD', 'KZT', 'XOF', 'JPY'])('takes %s', (code) => {
    expect(takes(currencySchema, code)).toBe(true);
  });

  it.each(['ZZZ', 'XXX', 'XTS', 'ABC', 'DEM', 'eur', 'EURO', '', null])('refuses %j', (code) => {
    expect(takes(currencySchema, code)).toBe(false);
  });
});
