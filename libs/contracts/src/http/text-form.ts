/**
 * Characters without a glyph: blanks, and those that UAX 44 calls default-ignorable, such as zero-width
 * spaces, joiners and the byte order mark. U+2800 is the empty pattern of Braille.
 */
const BLANK = String.raw`[\s\u2800\p{Default_Ignorable_Code_Point}]`;
/** Marks that turn the direction of writing are not trimmed but refused. */
const TURNING = String.raw`\u202a-\u202e\u2066-\u2069`;
const TRIMMED = `[${BLANK}--[${TURNING}]]`;
/**
 * At the end of a text they belong to the character before them: the presentation of an emoji, the tags of a
 * flag (UTS 51), and the variant of an ideograph (UTS 37) or a Mongolian letter. Others are not kept: after
 * most characters they change nothing that could be seen, and two texts would look the same.
 */
const OF_LAST = [
  String.raw`(?<=[\p{Emoji}--[#*0-9]])[\ufe0e\ufe0f]`,
  String.raw`(?<=\u{1f3f4})[\u{e0020}-\u{e007e}]+\u{e007f}`,
  String.raw`(?<=\p{Script=Han})[\ufe00-\ufe02\u{e0100}-\u{e01ef}]`,
  String.raw`(?<=\p{Script=Mongolian})[\u180b-\u180d\u180f]`,
].join('|');

const BLANKS_BEFORE = new RegExp(`^${TRIMMED}+`, 'v');
/** Tries each run of blanks once: without the look behind it, time grows with the square of its length. */
const BLANKS_AFTER = new RegExp(`(?<!${TRIMMED})(?<kept>${OF_LAST})?${TRIMMED}*$`, 'v');
const VISIBLE = new RegExp(`[^${BLANK}]`, 'v');
const MANY_MARKS = /\p{M}{31}/v;

/** Whether anything of a text can be seen. */
export const isVisible = (text: string): boolean => VISIBLE.test(text);

/**
 * Whether a text has at most 30 combining marks in a row, as in the Stream-Safe Text Format (UAX 15 section
 * 13). Time to normalise grows with the square of their number.
 */
export const isWithinMarks = (text: string): boolean => !MANY_MARKS.test(text);

/** NFC composes at most four characters, of two UTF-16 units each, into one. */
const UNITS_BEFORE_NFC = 8;

/**
 * Whether a text stays longer than `max` characters whatever is composed. To search such a one for marks
 * takes longer than to refuse it.
 */
export const isFarTooLong = (text: string, max: number): boolean => text.length > max * UNITS_BEFORE_NFC;

/** A text without what cannot be seen at its ends. */
export const trimmed = (text: string): string =>
  text.replace(BLANKS_BEFORE, '').replace(BLANKS_AFTER, '$<kept>');

/**
 * A text as it is stored, compared and searched: NFC (UAX 15), without what cannot be seen at its ends. One
 * that is far too long for `max` characters keeps its form.
 */
export function normalized(text: string, max = Number.POSITIVE_INFINITY): string {
  const seen = trimmed(text);
  return isFarTooLong(seen, max) || !isWithinMarks(seen) ? seen : seen.normalize('NFC');
}
