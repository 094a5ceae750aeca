import { describe, expect, it } from '@jest/globals';
import { line, optional, paragraph } from './text.js';

const accepts = (schema: ReturnType<typeof line>, text: unknown): boolean => schema.safeParse(text).success;

describe('line', () => {
  it.each([
    ['plain text', 'Crusher 4', 'Crusher 4'],
    ['text between blanks, trimmed', '  Crusher 4\t\n', 'Crusher 4'],
    ['another script', 'Дробилка', 'Дробилка'],
    ['exactly the longest', 'x'.repeat(10), 'x'.repeat(10)],
    ['the longest between blanks', ` ${'x'.repeat(10)} `, 'x'.repeat(10)],
    ['a character beyond the BMP as two units', '😀😀😀😀😀', '😀😀😀😀😀'],
  ])('takes %s', (_, given, kept) => {
    expect(line(10).parse(given)).toBe(kept);
  });

  it.each([
    ['nothing', ''],
    ['blanks alone', ' \t '],
    ['one unit too many', 'x'.repeat(11)],
    ['U+0000, which PostgreSQL cannot store', 'a\u0000b'],
    ['the first half of a surrogate pair alone', 'a\ud800b'],
    ['the second half of a surrogate pair alone', 'a\udc00b'],
    ['a line break inside', 'a\nb'],
    ['a tab inside', 'a\tb'],
    ['an escape character', 'a\u001bb'],
    ['U+007F', 'a\u007fb'],
    ['a number', 4],
    ['null', null],
  ])('refuses %s', (_, given) => {
    expect(accepts(line(10), given)).toBe(false);
  });

  it('takes what is as short as the minimum', () => {
    expect([accepts(line(10, 0), ''), accepts(line(10, 2), 'a'), accepts(line(10, 2), 'ab')]).toEqual([
      true,
      false,
      true,
    ]);
  });
});

describe('paragraph', () => {
  it('keeps tabs and line breaks inside', () => {
    expect(paragraph(100).parse(' one\r\n\ttwo ')).toBe('one\r\n\ttwo');
  });

  it.each(['\u0000', '\u0008', '\u000b', '\u000c', '\u001f', '\u007f'])('refuses %j', (character) => {
    expect(accepts(paragraph(100), `a${character}b`)).toBe(false);
  });
});

describe('optional', () => {
  it.each([
    ['absent', undefined, null],
    ['null', null, null],
    ['a value', 'a', 'a'],
  ])('reads %s', (_, given, kept) => {
    expect(optional(line(10)).parse(given)).toBe(kept);
  });
});
