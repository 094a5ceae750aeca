/** Words of IANA names that have their capitals elsewhere than the others. */
const ODD_WORDS =
  `Etc Yap NZ-CHAT W-SU GB-Eire Dar_es_Salaam Port_of_Spain Port-au-Prince Isle_of_Man ComodRivadavia
  Knox_IN DumontDUrville McMurdo DeNoronha EasterIsland BajaNorte BajaSur`.split(/\s+/);
const odd = new Map(ODD_WORDS.map((word) => [word.toLowerCase(), word]));

/** Short words and those with digits are in capitals, as in `US/Pacific`, `EST5EDT` and `Etc/GMT+5`. */
const spelled = (word: string): string =>
  odd.get(word) ??
  (word.length <= 3 || /\d/.test(word)
    ? word.toUpperCase()
    : word.replace(/(?<![a-z])[a-z]/g, (letter) => letter.toUpperCase()));

/** A name of a time zone as IANA spells it, whatever its case. `Intl` tells the spelling of some alone. */
export const ianaSpelling = (name: string): string => name.toLowerCase().split('/').map(spelled).join('/');

/**
 * The names of three letters that are IANA's. Intl knows others, of ICU, which PostgreSQL does not know or
 * takes for other zones: `IST` is India there and Israel here.
 */
const SHORT_NAMES = 'UTC GMT UCT CET EET MET WET EST HST MST PRC ROC ROK'.split(' ');

/** Other names that Intl knows and PostgreSQL does not: IANA never had them, or has withdrawn them. */
const FORMER_NAMES = /^Systemv\/|^US\/Pacific-New$|^Canada\/East-Saskatchewan$/;

/** Whether there is a time zone of this name in IANA's spelling. */
export function isTimeZone(name: string): boolean {
  if (FORMER_NAMES.test(name) || (name.length === 3 && !SHORT_NAMES.includes(name))) return false;
  try {
    return Boolean(new Intl.DateTimeFormat('en', { timeZone: name }));
  } catch {
    return false;
  }
}
