import { describe, expect, it } from '@jest/globals';
import { signInEmailSchema } from '../accounts/sign-in-email.js';
import { emailFaults, emailForm, emailSchema } from './contact.js';

const MARKS = '\u0344\u0316';

/** An address of so many characters, as many of them before the `@` as there may be. */
const addressOf = (length: number): string =>
  `${'a'.repeat(64)}@${'b'.repeat(63)}.${'c'.repeat(63)}.${'d'.repeat(length - 197)}.com`;

describe.each([
  ['of a person', emailSchema],
  ['to sign in with', signInEmailSchema],
])('an e-mail address %s', (_, schema) => {
  it.each([
    'a@b.ie',
    'Ada.Byron@mail.example.org',
    'a@firma.xn--p1ai',
    'o&m@x.com',
    'a/b@x.com',
    "!#$%&'*+/=?^_`{|}~-@x.com",
    addressOf(254),
    `a@${'b'.repeat(63)}.com`,
  ])('may be %s', (address) => {
    expect(schema.parse(address)).toBe(address);
  });

  it.each([
    [' a@b.ie ', 'a@b.ie'],
    ['anna@müller.example', 'anna@xn--mller-kva.example'],
  ])('%j has the form %j', (given, form) => {
    expect(schema.parse(given)).toBe(form);
  });

  it.each([
    '',
    'a',
    'a@b',
    '@b.ie',
    'a b@x.com',
    'a,b@x.com',
    '<a@x.com>',
    '"a b"@x.com',
    'a..b@x.com',
    '.a@x.com',
    'a.@x.com',
    'a@.com',
    'a@x.c',
    'a@x.1c',
    'a@x.com-',
    'a@[127.0.0.1]',
    'a@b@x.com',
    'a@x.com\nBcc: b@x.com',
    'a@b-.com',
    'a@xn--.com',
    `a@${'b'.repeat(64)}.com`,
    `a@b.${'c'.repeat(64)}`,
    addressOf(255),
  ])('is not %j', (address) => {
    expect(schema.safeParse(address).success).toBe(false);
  });
});

describe('more than 64 characters before the @', () => {
  const long = `${'x'.repeat(65)}@example.com`;

  it('are refused of an address to sign in with', () => {
    expect(signInEmailSchema.safeParse(long).error?.issues).toMatchObject([
      { code: 'custom', message: 'Has more than 64 characters before the @.' },
    ]);
  });

  it('are a fault of another address than the one that was stored', () => {
    expect(emailSchema.safeParse(long).success).toBe(true);
    expect(emailFaults(long)).toMatchObject([{ pointer: '/email', code: 'invalid-format' }]);
    expect(emailFaults(long, `y${long}`)).toHaveLength(1);
    expect(emailFaults(long, ` ${long}`)).toEqual([]);
    expect([null, addressOf(254)].flatMap((email) => emailFaults(email))).toEqual([]);
  });
});

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
