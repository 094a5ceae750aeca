import { describe, expect, it } from '@jest/globals';
import { emailForm, signInEmailSchema } from './sign-in-email.js';

const MARKS = '\u0344\u0316';

describe('the form of an address', () => {
  it.each([
    ['look-alikes', ' ａda＠example.org ', 'ada@example.org'],
    ['what cannot be seen at its ends', '\ufeff ada@example.org\u200b\u00a0', 'ada@example.org'],
    [
      'a domain in another script and its form for mail servers',
      'Ivan@пример.РФ',
      'Ivan@xn--e1afmkfd.xn--p1ai',
    ],
    ['the full stops of other scripts', 'ivan@пример。рф', 'ivan@xn--e1afmkfd.xn--p1ai'],
    ['a domain of ASCII as it is typed', 'Ada@Example.org', 'Ada@Example.org'],
    ['an address that is none, as it is', 'ivan@пример.рф/path', 'ivan@пример.рф/path'],
    ['as many units as can become one address', '\u03b1\u0313\u0300\u0345'.repeat(254), '\u1f82'.repeat(254)],
  ])('is one of %s', (_, given, expected) => {
    expect(emailForm(given)).toBe(expected);
  });

  it('is not looked for in a text that is too long for an address', () => {
    const long = `a${MARKS.repeat(508)}@b.cd`;
    expect(emailForm(` ${long} `)).toBe(long);
  });
});

it.each(['ivan@пример.рф/path', 'ivan@пример.рф:25', 'ivan@%D0%BF.рф', 'ivan@xn--a.рф', 'иван@пример.рф'])(
  'no address: %s',
  (text) => {
    expect(signInEmailSchema.safeParse(text).success).toBe(false);
  },
);

it('an address that is too long is refused unread', () => {
  const { error } = signInEmailSchema.safeParse(`a${MARKS.repeat(250_000)}@b.cd`);
  expect(error?.issues).toContainEqual(expect.objectContaining({ code: 'too_big', maximum: 254 }));
});
