import { randomBytes } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { keyListSetting } from './key-list.js';

const keys = [randomBytes(32), randomBytes(32)];
const [key = '', other = ''] = keys.map((bytes) => bytes.toString('base64'));

describe('a list of keys', () => {
  it('has one or several', () => {
    expect(keyListSetting.parse(key)).toEqual(keys.slice(0, 1));
    expect(keyListSetting.parse(`${key}, ${other}`)).toEqual(keys);
  });

  it.each([
    ['nothing', ''],
    ['a key that is too short', 'abc='],
    ['a key that is too long', Buffer.alloc(33, 'k').toString('base64')],
    ['an empty place', `${key},`],
    ['a second one that is none', `${key},abc`],
    ['a key in base64url', Buffer.alloc(32, 0xff).toString('base64url')],
    ['a key with a character that is none of base64', `!${key}`],
  ])('does not have %s', (_, text) => {
    const { error } = keyListSetting.safeParse(text);
    expect(error?.issues).toMatchObject([{ message: expect.stringMatching(/^Must be 32 bytes in base64/) }]);
  });
});
