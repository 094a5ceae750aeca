import { LRUCache } from 'lru-cache';
import type { Locale } from '../../../pages/locale.js';
import type { Option } from '../form/parts.js';

const LETTERS = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];
/** Names of regions that are no countries: unions, and what is unknown or made up. */
const NO_COUNTRIES = new Set(['EU', 'EZ', 'UN', 'QO', 'XA', 'XB', 'ZZ']);

/** Two letters can also be a former code: its canonical form is another one. */
const isCountry = (code: string): boolean =>
  !NO_COUNTRIES.has(code) && new Intl.Locale(`und-${code}`).region === code;

const lists = new LRUCache<string, readonly Option[]>({ max: 50 });

const regionNames = ({ tag }: Locale): Intl.DisplayNames =>
  new Intl.DisplayNames([tag, 'en'], { type: 'region', fallback: 'none' });

export const countryName = (locale: Locale, code: string): string => regionNames(locale).of(code) ?? code;

/** Every country (ISO 3166-1) in the order of the language. */
export function countries(locale: Locale): readonly Option[] {
  const known = lists.get(locale.language);
  if (known) return known;
  const names = regionNames(locale);
  const found = LETTERS.flatMap((first) => LETTERS.map((second) => first + second))
    .filter(isCountry)
    .flatMap((value) => {
      const label = names.of(value);
      return label === undefined ? [] : { value, label };
    })
    .sort((a, b) => a.label.localeCompare(b.label, locale.language));
  lists.set(locale.language, found);
  return found;
}

export const timeZoneName = (timeZone: string): string => timeZone.replaceAll('_', ' ');

/** Every time zone by its IANA name. */
export const timeZones: readonly Option[] = Intl.supportedValuesOf('timeZone').map((value) => ({
  value,
  label: timeZoneName(value),
}));
