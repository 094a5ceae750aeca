import { describe, expect, it } from '@jest/globals';
import { lastWords } from './last-words.js';

describe('lastWords', () => {
  it('is the error of the last log line', () => {
    expect(
      lastWords(['{"msg":"starting"}', '{"msg":"fatal","err":{"message":"CURSOR_SECRET is missing"}}']),
    ).toBe('CURSOR_SECRET is missing');
  });
  it('is the last lines of a program that logs no JSON', () => {
    expect(lastWords(['SyntaxError: x', '{ not json'])).toBe('SyntaxError: x\n{ not json');
  });
  it('says so when there is nothing', () => expect(lastWords([])).toBe('it wrote nothing'));
});
