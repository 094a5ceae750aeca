import { describe, expect, it } from '@jest/globals';
import { ProblemError } from '../../problems/problem-error.js';
import { checkPrecondition, preconditionOf, requestPrecondition } from './precondition.js';

describe('If-Match (RFC 9110 section 13.1.1)', () => {
  it.each<[string, string | undefined, ReturnType<typeof preconditionOf>]>([
    ['absent', undefined, undefined],
    ['any', '*', 'any'],
    ['any between blanks', ' * ', 'any'],
    ['one tag', '"7"', [7]],
    ['several tags', '"7", "8" ,"9"', [7, 8, 9]],
    ['empty elements, which a recipient must ignore (5.6.1)', '"7", , "8",', [7, 8]],
    ['a weak tag: it never matches strongly', 'W/"7"', []],
    ['a weak tag beside a strong one', 'W/"7", "8"', [8]],
    ['a tag that is not ours', '"abc"', []],
    ['a tag with a comma inside', '"a,b", "7"', [7]],
    ['an empty tag', '""', []],
    ['leading zeros: another tag', '"007"', []],
    ['a version with a digest', `"7.${'a-_'.repeat(15).slice(0, 43)}"`, [7]],
    ['a version with what is no digest', '"7.1"', []],
    ['a sign: another tag', '"-7"', []],
    ['a fraction: another tag', '"7.0"', []],
    ['beyond all versions', '"99999999999999999999"', []],
  ])('%s', (_, header, expected) => {
    expect(preconditionOf(header)).toEqual(expected);
  });

  it.each([
    ['no quotes', '7'],
    ['one quote', '"7'],
    ['single quotes', "'7'"],
    ['a lower-case weak mark', 'w/"7"'],
    ['nothing', ''],
    ['commas alone', ', ,'],
    ['any and a tag', '*, "7"'],
    ['two tags without a comma', '"7" "8"'],
    ['a blank inside', '"7 8"'],
    ['text after the tag', '"7"x'],
  ])('400: %s', (_, header) => {
    expect(() => preconditionOf(header)).toThrow(
      expect.objectContaining({ code: 'invalid-parameter', status: 400 }),
    );
  });

  it('takes a long header in linear time', () => {
    expect(preconditionOf(`${'"a", '.repeat(3000)}"7"`)).toEqual([7]);
  });
});

describe('checkPrecondition', () => {
  it.each<[string, ReturnType<typeof preconditionOf>]>([
    ['none', undefined],
    ['any', 'any'],
    ['the version', [7]],
    ['the version among others', [6, 7]],
  ])('lets through: %s', (_, precondition) => {
    expect(() => checkPrecondition(precondition, 7)).not.toThrow();
  });

  it.each<[string, number[]]>([
    ['another version', [6]],
    ['no version of ours', []],
  ])('412 with currentVersion: %s', (_, precondition) => {
    const refused = () => checkPrecondition(precondition, 7);
    expect(refused).toThrow(ProblemError);
    expect(refused).toThrow(
      expect.objectContaining({
        status: 412,
        options: expect.objectContaining({ extensions: { currentVersion: 7 } }),
      }),
    );
  });

  it.each<[string, string, number[]]>([
    ['any', '*', [1, 7]],
    ['the version', '"7"', [7]],
    ['the version, weakly', 'W/"7", "8"', [7]],
    ['one that was never written', '"0"', [0]],
  ])('412 for If-None-Match: %s', (_, header, refused) => {
    const precondition = requestPrecondition({ headers: { 'if-none-match': header } });
    const isRefused = (version: number) => {
      try {
        return checkPrecondition(precondition, version);
      } catch (error) {
        return error instanceof ProblemError && error.status === 412;
      }
    };
    expect([0, 1, 7].filter(isRefused)).toEqual(refused);
  });

  it('If-Match holds beside If-None-Match', () => {
    const headers = { 'if-match': '"6"', 'if-none-match': '"8"' };
    expect(() => checkPrecondition(requestPrecondition({ headers }), 7)).toThrow(ProblemError);
    expect(() => checkPrecondition(requestPrecondition({ headers }), 6)).not.toThrow();
  });

  it('400: If-None-Match without quotes', () => {
    expect(() => requestPrecondition({ headers: { 'if-none-match': '7' } })).toThrow(
      expect.objectContaining({ code: 'invalid-parameter' }),
    );
  });

  it('428: none where the company demands one', () => {
    expect(() => checkPrecondition('missing', 7)).toThrow(expect.objectContaining({ status: 428 }));
  });
});
