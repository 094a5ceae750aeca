import { withoutAccents } from './common-words.js';

/** A password with something left out that costs little to guess. */
export interface PasswordForm {
  text: string;
  /** The guesses for what was left out, as a power of ten. */
  extraLog10: number;
}

/** Which of the marks on a keyboard. */
const MARK_LOG10 = 1.5;
/** Which of the years that people think of. */
const YEAR_LOG10 = 2;
const YEARS = /(?:19|20)\d\d/g;
/** As many as a year or a day has. */
const FEW_DIGITS = /(?<!\d)\d{1,4}(?!\d)/g;
const MARKS = /[^\p{L}\p{M}\p{N}]/gu;
const INVISIBLE = /\p{Cf}/gu;
/** Fewer characters beside words about the owner are soon tried, and so are few kinds of marks. */
const LEAST_BESIDE = 4;
const LEAST_MARKS = 4;

/**
 * The password as it is; without the marks between and behind its words, where each kind of mark counts once;
 * and without years as well. `Summer2026!!!` is a season, a year and a mark, but in three parts zxcvbn counts
 * 10^8 guesses for it.
 */
export function formsOf(password: string): PasswordForm[] {
  const text = visible(password);
  const extraLog10 = kindsOfMarks(text) * MARK_LOG10;
  const words = text.replace(MARKS, '');
  const timeless = words.replace(YEARS, '');
  return [
    { text: password, extraLog10: 0 },
    { text: words, extraLog10 },
    ...(timeless === words ? [] : [{ text: timeless, extraLog10: extraLog10 + YEAR_LOG10 }]),
  ];
}

/** Whether nothing is left beside some of these words, in whatever order, and a few digits and marks. */
export function consistsOf(password: string, words: readonly string[]): boolean {
  const text = bare(password);
  const longestFirst = words
    .map(bare)
    .filter(Boolean)
    .sort((a, b) => b.length - a.length);
  const rest = longestFirst.reduce((left, word) => left.replaceAll(word, ' '), text);
  const beside = rest.replace(FEW_DIGITS, '').replaceAll(' ', '');
  return rest !== text && [...beside].length < LEAST_BESIDE && kindsOfMarks(visible(password)) < LEAST_MARKS;
}

/** One spelling for what looks alike (NFKC), without what cannot be seen, in lower case. */
const visible = (text: string): string => text.normalize('NFKC').replace(INVISIBLE, '').toLowerCase();

const kindsOfMarks = (text: string): number => new Set(text.match(MARKS)).size;

const bare = (text: string): string => withoutAccents(visible(text)).replace(MARKS, '');
