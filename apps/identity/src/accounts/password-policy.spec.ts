import { describe, expect, it } from '@jest/globals';
import { keyboardTwin } from './keyboard-twin.js';
import { PasswordPolicy } from './password-policy.js';

const owner = { email: 'gulnara.seitkali@zhetysu.example', givenName: 'Гүлнара', familyName: 'Сейтқали' };

const cases = [
  ['eleven characters', 'x7Gq2mPz9Lw', 'passwordTooShort'],
  ['twelve characters by chance', 'x7Gq2mPz9LwK', undefined],
  ['twelve letters that are 24 in another form (NFC)', 'u\u0308o\u0308'.repeat(5), 'passwordTooShort'],
  ['characters beyond the first plane count once', '🦉🌍🎻🪁🧩🛶🪴🔭🧭🪕🏔', 'passwordTooShort'],
  ['256 characters', `${'gravel moon '.repeat(21)}ends`, undefined],
  ['257 characters', `${'gravel moon '.repeat(21)}ends!`, 'passwordTooLong'],
  ['several words', 'seven quiet lanterns drift', undefined],
  ['several words in Russian', 'семь тихих фонарей плывут', undefined],
  ['the most common one with digits', 'password1234', 'passwordTooCommon'],
  ['with a capital letter, digits and a symbol', 'P@ssw0rd2024!', 'passwordTooCommon'],
  ['twice the same', 'letmeinletmein', 'passwordTooCommon'],
  ['one character', 'aaaaaaaaaaaa', 'passwordTooCommon'],
  ['digits in a row', '123456789012', 'passwordTooCommon'],
  ['letters in a row', 'abcdefghijkl', 'passwordTooCommon'],
  ['keys in a row', 'qwertyuiop123', 'passwordTooCommon'],
  ['keys in a row on a Russian keyboard', 'йцукенгшщзхъ', 'passwordTooCommon'],
  ['"password" in Russian, twice', 'парольпароль', 'passwordTooCommon'],
  ['the e-mail address', 'gulnara.seitkali@zhetysu.example', 'passwordTooPersonal'],
  ['the part before the @ and a year', 'gulnara.seitkali2024', 'passwordTooPersonal'],
  ['both names', 'ГүлнараСейтқали', 'passwordTooPersonal'],
] as const;

describe('password policy', () => {
  const policy = new PasswordPolicy();

  it.each(cases)('%s: %s is %s', async (_, password, fault) => {
    expect(await policy.faultOf(password, owner)).toBe(fault);
  });

  it('a Cyrillic letter has the Latin one of its key', () => {
    expect(keyboardTwin('Пароль 1')).toBe('gfhjkm 1');
  });
});
