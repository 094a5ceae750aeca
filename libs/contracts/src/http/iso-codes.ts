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

/**
 * Currencies and funds of ISO 4217, and those that were withdrawn since 2021, which stored rows may have.
 * Written out, since what Node knows changes with its release. Metals and codes for tests are none.
 */
const currencies = new Set(
  `
  AED AFN ALL AMD ANG AOA ARS AUD AWG AZN BAM BBD BDT BGN BHD BIF BMD BND BOB BOV BRL BSD BTN BWP BYN BZD
  CAD CDF CHE CHF CHW CLF CLP CNY COP COU CRC CUC CUP CVE CZK DJF DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP
  GEL GHS GIP GMD GNF GTQ GYD HKD HNL HRK HTG HUF IDR ILS INR IQD IRR ISK JMD JOD JPY KES KGS KHR KMF KPW
  KRW KWD KYD KZT LAK LBP LKR LRD LSL LYD MAD MDL MGA MKD MMK MNT MOP MRU MUR MVR MWK MXN MXV MYR MZN NAD
  NGN NIO NOK NPR NZD OMR PAB PEN PGK PHP PKR PLN PYG QAR RON RSD RUB RWF SAR SBD SCR SDG SEK SGD SHP SLE
  SLL SOS SRD SSP STN SVC SYP SZL THB TJS TMT TND TOP TRY TTD TWD TZS UAH UGX USD USN UYI UYU UYW UZS VED
  VES VND VUV WST XAF XCD XCG XDR XOF XPF XSU XUA YER ZAR ZMW ZWG ZWL
`
    .trim()
    .split(/\s+/),
);

/** A currency (ISO 4217). */
export const currencySchema = z
  .string()
  .regex(/^[A-Z]{3}$/, { error: 'Must be three capital letters (ISO 4217).', abort: true })
  .refine((code) => currencies.has(code), { error: 'Is no currency (ISO 4217).' });
