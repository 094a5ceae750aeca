import { describe, expect, it } from '@jest/globals';
import { firstLine, httpsUrl, line, optional, paragraph } from './text.js';

const accepts = (schema: ReturnType<typeof line>, text: unknown): boolean => schema.safeParse(text).success;

describe('line', () => {
  it.each([
    ['plain text', 'Crusher 4', 'Crusher 4'],
    ['text between blanks, trimmed', '  Crusher 4\t\n', 'Crusher 4'],
    ['another script', 'Дробилка', 'Дробилка'],
    ['exactly the longest', 'x'.repeat(10), 'x'.repeat(10)],
    ['the longest between blanks', ` ${'x'.repeat(10)} `, 'x'.repeat(10)],
    ['a character beyond the BMP as one', '😀'.repeat(10), '😀'.repeat(10)],
    ['letters and marks as one character (NFC)', 'Jose\u0301', 'Jos\u00e9'],
    ['as many characters as are left when they are composed', 'e\u0301'.repeat(10), '\u00e9'.repeat(10)],
    ['text between zero-width characters', '\ufeff\u200bPump\u200d\u2060\u00ad', 'Pump'],
    ['text before a blank of Braille and one of Hangul', 'Pump\u2800\u3164', 'Pump'],
    ['a zero-width character inside', 'a\u200cb', 'a\u200cb'],
    ['an emoji with its variation selector', '\u2764\ufe0f ', '\u2764\ufe0f'],
    ['a second such selector', '\u2764\ufe0f\ufe0f', '\u2764\ufe0f'],
    ['one after a letter', 'Pump\ufe0f', 'Pump'],
    ['one after a digit', 'Pump 1\ufe0f\u{e0061}', 'Pump 1'],
    ['one of a letter that has no variants', 'Pump\u180b\ufe00\u{e0100}', 'Pump'],
    ['the variant of an ideograph', '葛\u{e0100}', '葛\u{e0100}'],
    ['the variant of a Mongolian letter', '\u1820\u180b', '\u1820\u180b'],
    ['a flag of tags', '🏴\u{e0067}\u{e007f}', '🏴\u{e0067}\u{e007f}'],
  ])('takes %s', (_, given, kept) => {
    expect(line(10).parse(given)).toBe(kept);
  });

  it.each([
    ['nothing', ''],
    ['blanks alone', ' \t '],
    ['one character too many', 'x'.repeat(11)],
    ['one too many beyond the BMP', '😀'.repeat(11)],
    ['U+0000, which PostgreSQL cannot store', 'a\u0000b'],
    ['the first half of a surrogate pair alone', 'a\ud800b'],
    ['the second half of a surrogate pair alone', 'a\udc00b'],
    ['a line break inside', 'a\nb'],
    ['a tab inside', 'a\tb'],
    ['an escape character', 'a\u001bb'],
    ['U+007F', 'a\u007fb'],
    ['a control character of C1', 'a\u0085b'],
    ['a line separator', 'a\u2028b'],
    ['a paragraph separator', 'a\u2029b'],
    ['a mark that turns the direction', 'a\u202eb'],
    ['such a mark at the end', 'a\u202c'],
    ['such a mark at the beginning', '\u2066a'],
    ['such a mark alone', '\u202e'],
    ['a number', 4],
    ['null', null],
  ])('refuses %s', (_, given) => {
    expect(accepts(line(10), given)).toBe(false);
  });

  it.each([
    ['nothing', ''],
    ['blanks alone', ' \t '],
    ['zero-width spaces alone', '\u200b\u200b'],
    ['a variation selector alone', '\ufe0f'],
    ['the byte order mark alone', '\ufeff'],
  ])('says of %s that it is required', (_, given) => {
    const issues = line(10)
      .safeParse(given)
      .error?.issues.map((issue) => 'params' in issue && issue.params);
    expect(issues).toEqual([{ code: 'required' }]);
  });

  it('refuses more than 30 combining marks in a row, in time that grows no faster than they do', () => {
    expect(accepts(line(100), `a${'\u0327'.repeat(30)}`)).toBe(true);
    expect(accepts(line(100), `a${'\u0327'.repeat(31)}`)).toBe(false);
    expect(accepts(line(100), `a${'\u0301\u0323'.repeat(250_000)}`)).toBe(false);
  });

  it('does not search a text that is far too long for marks', () => {
    const codesOf = (max: number) =>
      line(max)
        .safeParse(`a${'\u0301'.repeat(31)}`)
        .error?.issues.map(({ code }) => code);
    expect([codesOf(3), codesOf(31)]).toEqual([['too_big'], ['too_big', 'custom']]);
  });

  it('counts what is composed: four characters that become one are one', () => {
    const omega = '\u03c9\u0313\u0300\u0345';
    expect(line(3).parse(omega.repeat(3))).toBe('\u1fa2'.repeat(3));
    expect(line(3).safeParse(omega.repeat(4)).success).toBe(false);
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

  it('keeps other line breaks and marks of direction inside', () => {
    expect(paragraph(100).parse('a\u0085b\u2028c\u2067d\u2069')).toBe('a\u0085b\u2028c\u2067d\u2069');
  });

  it.each(['\u0000', '\u0008', '\u000b', '\u000c', '\u001f', '\u007f', '\u0080', '\u009f'])(
    'refuses %j',
    (character) => {
      expect(accepts(paragraph(100), `a${character}b`)).toBe(false);
    },
  );
});

describe('firstLine', () => {
  it.each([
    ['first\tpart', 'first part'],
    ['ab\u202ecd', 'ab cd'],
    ['one\rtwo', 'one'],
    ['one\u2028two', 'one'],
    ['one\u0085two', 'one'],
    ['\u202e\ntwo', 'two'],
    ['a\u0007b', 'a b'],
    ['\u0085', '…'],
    ['123456789 and more', '123456789'],
    ['123456789\u{1f600} and more', '123456789\u{1f600}'],
    ['123456789\ud83d and more', '123456789\ufffd'],
  ])('of %j is %j, which a line may hold', (given, expected) => {
    expect(firstLine(given, 10)).toBe(expected);
    expect(line(10).parse(expected)).toBe(expected);
  });
});

describe('httpsUrl', () => {
  it.each([
    'https://[::1]:8/a%20b?b[]=c#d',
    'HTTPS://example.org',
    'https://example.org/ä',
    'https://a.org/?b={c}|^%',
  ])('takes %s as it is written', (text) => {
    expect(httpsUrl.parse(text)).toBe(text);
  });

  it.each([
    ['http', 'http://example.org'],
    ['javascript', 'javascript:alert(1)'],
    ['no address', 'example.org'],
    ['no slashes', 'https:example.org'],
    ['slashes the other way', 'https:\\\\example.org'],
    ['a blank', 'https://example.org/a b'],
    ['a backslash', 'https://example.org/a\\b'],
    ['a quotation mark', 'https://example.org/"'],
    ['U+0000', 'https://example.org/a\u0000'],
    ['another control character', 'https://example.org/a\u0001'],
    ['a mark of direction', 'https://example.org/a\u202e'],
    ['half of a surrogate pair', 'https://example.org/\ud800'],
    ['more than 2,000 characters', `https://example.org/${'x'.repeat(2_000)}`],
  ])('refuses %s', (_, text) => {
    expect(httpsUrl.safeParse(text).success).toBe(false);
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
