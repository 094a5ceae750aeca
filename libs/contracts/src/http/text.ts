import { z } from 'zod';
import { isFarTooLong, isVisible, isWithinMarks, normalized } from './text-form.js';

// PostgreSQL cannot store U+0000, and no other control character belongs in the text of a person. The
// patterns use \x, which all languages of generated clients read alike.
// biome-ignore lint/suspicious/noControlCharactersInRegex: these two refuse control characters
const NO_CONTROL_CHARACTERS = /^[^\x00-\x1f\x7f]*$/;
// biome-ignore lint/suspicious/noControlCharactersInRegex: the same, with tab and line breaks allowed
const NO_CONTROL_CHARACTERS_BUT_BREAKS = /^[^\x00-\x08\x0b\x0c\x0e-\x1f\x7f]*$/;

/**
 * The other control characters, line separators, and marks that turn the direction of all that follows. A
 * name with one of them reorders what stands around it (CVE-2021-42574). Not in the pattern, which is
 * documented: clients that read it byte by byte would refuse half of UTF-8.
 */
const UNFIT_FOR_A_LINE = /[\x80-\x9f\u2028-\u202e\u2066-\u2069]/;
/** Text of several lines may have line breaks, and marks of direction, which end with their line. */
const UNFIT_FOR_A_PARAGRAPH = /[\x80-\x84\x86-\x9f]/;

const ONE_LINE = 'Must be one line, without control characters and marks that turn the direction of writing.';
const NO_CONTROLS = 'Must not hold control characters.';

interface Kind {
  pattern: RegExp;
  unfit: RegExp;
  error: string;
}

/** Half of a surrogate pair has no place in UTF-8. Not a pattern: many languages cannot write one. */
const newText = (min: number, max: number, { pattern, unfit, error }: Kind) =>
  z
    .string()
    .overwrite((given) => normalized(given, max))
    .refine((given) => min === 0 || isVisible(given), {
      error: 'Must hold something that can be seen.',
      params: { code: 'required' },
      abort: true,
    })
    .min(min)
    .max(max)
    .regex(pattern, { error, abort: true })
    .refine((given) => !unfit.test(given), { error })
    .refine((given) => isFarTooLong(given, max) || isWithinMarks(given), {
      error: 'Holds more than 30 combining marks in a row.',
    })
    .refine((given) => given.isWellFormed(), { error: 'Holds half of a surrogate pair.' });

const made = new Map<string, z.ZodString>();

/** The same schema for all texts of the same length: each is some twenty objects that stay in memory. */
function text(min: number, max: number, kind: Kind): z.ZodString {
  const key = `${min} ${max} ${kind.pattern}`;
  const schema = made.get(key) ?? newText(min, max, kind);
  made.set(key, schema);
  return schema;
}

/** One line of text in its normal form, `min` to `max` characters (Unicode code points) long. */
export const line = (max: number, min = 1) =>
  text(min, max, { pattern: NO_CONTROL_CHARACTERS, unfit: UNFIT_FOR_A_LINE, error: ONE_LINE });

/** Text in its normal form that may hold line breaks, `min` to `max` characters long. */
export const paragraph = (max: number, min = 1) =>
  text(min, max, {
    pattern: NO_CONTROL_CHARACTERS_BUT_BREAKS,
    unfit: UNFIT_FOR_A_PARAGRAPH,
    error: NO_CONTROLS,
  });

const LINE_BREAKS = /[\n\r\x85\u2028\u2029]+/;
// biome-ignore lint/suspicious/noControlCharactersInRegex: it replaces what lines refuse
const ALL_UNFIT_FOR_A_LINE = /[\x00-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069]+/g;

/** The first line of a text in which something can be seen, cut to `max`, as `line(max)` takes it. */
export function firstLine(text: string, max: number): string {
  const lines = text.split(LINE_BREAKS).map((one) => normalized(one.replace(ALL_UNFIT_FOR_A_LINE, ' ')));
  return normalized([...(lines.find(isVisible) ?? '…')].slice(0, max).join('').toWellFormed());
}

const isLine = (given: string): boolean =>
  NO_CONTROL_CHARACTERS.test(given) && !UNFIT_FOR_A_LINE.test(given) && given.isWellFormed();

/**
 * `https://`, and none of the characters that end an address where it stands in a text, or lead elsewhere.
 * Others that a URI has to escape (RFC 3986 section 2), such as braces, are in links that people paste.
 */
const HTTPS_URI = /^https:\/\/[^\s"<>\\]+$/i;

/**
 * An address that begins with `https://`, 2,000 characters long at most. It is kept as it is written, where
 * the check of URLs alone would take control characters, since browsers escape them.
 */
export const httpsUrl = z
  .url({ protocol: /^https$/, abort: true })
  .max(2_000)
  .refine((given) => HTTPS_URI.test(given), {
    error: 'Must begin with https:// and hold no blank, quotation mark, angle bracket or backslash.',
    abort: true,
  })
  .refine(isLine, { error: ONE_LINE })
  .describe('Begins with https://.');

/** The tag of a language, with its region at most in the usual case (BCP 47). */
export const languageTag = z
  .string()
  .max(35)
  .regex(/^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$/)
  .meta({ examples: ['nl-BE'] });

/** Makes a field optional on write: absent means `null`, and it is always present on read. */
export const optional = <T extends z.ZodType>(schema: T) => schema.nullable().default(null);
