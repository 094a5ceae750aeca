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
  it('is one of 167 of ISO 4217 or of 6 that were withdrawn lately, whatever Node knows', () => {
    const codes = letters.flatMap((one) =>
      letters.flatMap((two) => letters.map((three) => one + two + three)),
    );
    expect(codes.filter((code) => takes(currencySchema, code))).toHaveLength(173);
  });

  it.each(['EUR', 'USD', 'KZT', 'XOF', 'JPY', 'CLF', 'XCG', 'HRK'])('takes %s', (code) => {
    expect(takes(currencySchema, code)).toBe(true);
  });

  it.each(['ZZZ', 'XXX', 'XTS', 'ABC', 'XAU', 'DEM', 'eur', 'EURO', '', null])('refuses %j', (code) => {
    expect(takes(currencySchema, code)).toBe(false);
  });
});
