import { z } from 'zod';

// PostgreSQL cannot store U+0000 or half of a surrogate pair, and no other control character has a place in a person's text.
// biome-ignore lint/suspicious/noControlCharactersInRegex: refusing control characters is what these two are for
const NO_CONTROL_CHARACTERS = /^[^\u0000-\u001f\u007f\ud800-\udfff]*$/u;
// biome-ignore lint/suspicious/noControlCharactersInRegex: the same, with tab and line breaks allowed
const NO_CONTROL_CHARACTERS_BUT_BREAKS = /^[^\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f\ud800-\udfff]*$/u;

/** One line of text, trimmed, `min` to `max` UTF-16 units long. */
export const line = (max: number, min = 1) =>
  z.string().trim().min(min).max(max).regex(NO_CONTROL_CHARACTERS);

/** Text that may hold line breaks, trimmed, `min` to `max` UTF-16 units long. */
export const paragraph = (max: number, min = 1) =>
  z.string().trim().min(min).max(max).regex(NO_CONTROL_CHARACTERS_BUT_BREAKS);

/** Makes a field optional on write: absent means `null`, and it is always present on read. */
export const optional = <T extends z.ZodType>(schema: T) => schema.nullable().default(null);
