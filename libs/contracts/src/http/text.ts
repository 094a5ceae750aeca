import { z } from 'zod';

// PostgreSQL cannot store U+0000, and no other control character belongs in the text of a person. The
// patterns use \x, which all languages of generated clients read alike.
// biome-ignore lint/suspicious/noControlCharactersInRegex: refusing control characters is what these two are for
const NO_CONTROL_CHARACTERS = /^[^\x00-\x1f\x7f]*$/;
// biome-ignore lint/suspicious/noControlCharactersInRegex: the same, with tab and line breaks allowed
const NO_CONTROL_CHARACTERS_BUT_BREAKS = /^[^\x00-\x08\x0b\x0c\x0e-\x1f\x7f]*$/;

/** Half of a surrogate pair has no place in UTF-8. Not a pattern: many languages cannot write one. */
const text = (min: number, max: number, pattern: RegExp) =>
  z
    .string()
    .trim()
    .min(min)
    .max(max)
    .regex(pattern)
    .refine((given) => given.isWellFormed(), { error: 'Holds half of a surrogate pair.' });

/** One line of text, trimmed, `min` to `max` UTF-16 units long. */
export const line = (max: number, min = 1) => text(min, max, NO_CONTROL_CHARACTERS);

/** Text that may hold line breaks, trimmed, `min` to `max` UTF-16 units long. */
export const paragraph = (max: number, min = 1) => text(min, max, NO_CONTROL_CHARACTERS_BUT_BREAKS);

/** The tag of a language, with its region at most in the usual case (BCP 47). */
export const languageTag = z
  .string()
  .max(35)
  .regex(/^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$/)
  .meta({ examples: ['nl-BE'] });

/** Makes a field optional on write: absent means `null`, and it is always present on read. */
export const optional = <T extends z.ZodType>(schema: T) => schema.nullable().default(null);
