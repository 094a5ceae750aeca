import { describe, expect, it } from '@jest/globals';
import { signInEmailSchema } from '../accounts/sign-in-email.js';
import { emailSchema } from './contact.js';

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
    `${'a'.repeat(248)}@x.com`,
  ])('may be %s', (address) => {
    expect(schema.parse(address)).toBe(address);
  });

  it('has no blanks at its ends', () => {
    expect(schema.parse(' a@b.ie ')).toBe('a@b.ie');
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
    `${'a'.repeat(249)}@x.com`,
  ])('is not %j', (address) => {
    expect(schema.safeParse(address).success).toBe(false);
  });
});
