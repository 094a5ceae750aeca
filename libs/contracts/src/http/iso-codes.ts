import { z } from 'zod';

const regions = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' });

/** Codes that ISO 3166 reserves for other uses or leaves to its users. XK is the one of Kosovo. */
const NO_COUNTRY = /^(?:A[AC]|C[PQ]|DG|E[AUZ]|IC|TA|UN|Q[M-Z]|X[A-JL-Z]|ZZ)$/;

/** Whether the code is one in force: the name of a former country leads to another region. */
const isCountry = (code: string): boolean =>
  !NO_COUNTRY.test(code) && regions.of(code) !== undefined && new Intl.Locale(`und-${code}`).region === code;

/** A country (ISO 3166-1 alpha-2), or `XK` for Kosovo. */
export const countryCodeSchema = z
  .string()
  .regex(/^[A-Z]{2}$/, { error: 'Must be two capital letters (ISO 3166-1).', abort: true })
  .refine(isCountry, { error: 'Is no country (ISO 3166-1).' })
  .meta({ examples: ['IE'] });

const currencies = new Set(Intl.supportedValuesOf('currency'));

/** A currency (ISO 4217). */
export const currencySchema = z
  .string()
  .regex(/^[A-Z]{3}$/, { error: 'Must be three capital letters (ISO 4217).', abort: true })
  .refine((code) => currencies.has(code), { error: 'Is no currency (ISO 4217).' });
