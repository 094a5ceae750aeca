import { expect, it } from '@jest/globals';
import { emailKey, isEmailKey } from './email-key.js';

it.each([
  ['an address', ' Ada@Example.org ', 'ada@example.org', true],
  ['an address in another script', 'Ivan@Пример.рф', 'ivan@xn--e1afmkfd.xn--p1ai', true],
  [
    'a text too long to be one, as it is',
    `a${'\u0344'.repeat(1100)}@b.cd`,
    `a${'\u0344'.repeat(1100)}@b.cd`,
    false,
  ],
])('the key of %s', (_, text, key, isAnybodys) => {
  expect(emailKey(text)).toBe(key);
  expect(isEmailKey(key)).toBe(isAnybodys);
});
