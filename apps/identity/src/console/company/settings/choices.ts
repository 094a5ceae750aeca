import { countryCodeSchema } from '@safety/contracts';
import { LRUCache } from 'lru-cache';
import type { Locale } from '../../../pages/locale.js';
import type { Option } from '../form/parts.js';

const LETTERS = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];
const codes = LETTERS.flatMap((first) => LETTERS.map((second) => first + second)).filter(
  (code) => countryCodeSchema.safeParse(code).success,
);

/** By tag: regions of one language name some countries differently. */
const lists = new LRUCache<string, readonly Option[]>({ max: 50 });

const regionNames = ({ tag }: Locale): Intl.DisplayNames =>
  new Intl.DisplayNames([tag, 'en'], { type: 'region', fallback: 'none' });

export const countryName = (locale: Locale, code: string): string => regionNames(locale).of(code) ?? code;

/** Every country that accounts takes, in the order of the language. */
export function countries(locale: Locale): readonly Option[] {
  const known = lists.get(locale.tag);
  if (known) return known;
  const names = regionNames(locale);
  const found = codes
    .map((value) => ({ value, label: names.of(value) ?? value }))
    .sort((a, b) => a.label.localeCompare(b.label, locale.language));
  lists.set(locale.tag, found);
  return found;
}
