import { describe, expect, it } from '@jest/globals';
import { createLogger } from '@safety/platform';
import { keyboardTwin } from './keyboard-twin.js';
import { PasswordPolicy } from './password-policy.js';

const owner = { email: 'gulnara.seitkali@zhetysu.example', givenName: 'Гүлнара', familyName: 'Сейтқали' };

const cases = [
  ['eleven characters', 'x7Gq2mPz9Lw', 'passwordTooShort'],
  ['twelve characters by chance', 'x7Gq2mPz9LwK', undefined],
  ['twelve letters that are 24 in another form (NFC)', 'u\u0308o\u0308'.repeat(5), 'passwordTooShort'],
  ['characters beyond the first plane count once', '🦉🌍🎻🪁🧩🛶🪴🔭🧭🪕🏔', 'passwordTooShort'],
  ['256 characters', `${'gravel moon '.repeat(21)}ends`, undefined],
  ['a long word with digits for letters, many times', 'p4$$w0rd1!'.repeat(25), 'passwordTooCommon'],
  ['two words many times', 'dragonmonkey'.repeat(21), 'passwordTooCommon'],
  ['257 characters', `${'gravel moon '.repeat(21)}ends!`, 'passwordTooLong'],
  // α with three marks is one character.
  [
    'fewer characters, in more units than a sign-in reads',
    '\u03b1\u0313\u0300\u0345'.repeat(251),
    'passwordTooLong',
  ],
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
  ['"password" in Spanish and digits', 'contraseña123', 'passwordTooCommon'],
  ['"password" in Spanish without the tilde', 'Contrasena2026', 'passwordTooCommon'],
  ['"password" in Kazakh and a year', 'құпиясөз2026', 'passwordTooCommon'],
  ['"password" in Kazakh in Latin letters', 'qupiyasoz2026', 'passwordTooCommon'],
  ['"password" in Dutch and a symbol', 'Wachtwoord123!', 'passwordTooCommon'],
  ['a word of love in Russian and digits', 'любимая12345', 'passwordTooCommon'],
  ['the same in Latin letters', 'lyubimaya12345', 'passwordTooCommon'],
  ['accents where the word has none', 'wáchtwóórd2026', 'passwordTooCommon'],
  ['a month in Kazakh and a year', 'желтоқсан2025', 'passwordTooCommon'],
  ['a football club and a year', 'локомотив2024', 'passwordTooCommon'],
  ['the beginning of a famous passphrase', 'correct horse', 'passwordTooCommon'],
  ['a famous passphrase', 'correct horse battery staple', 'passwordTooCommon'],
  ['the same in one word', 'CorrectHorseBatteryStaple', 'passwordTooCommon'],
  ['several words in Spanish', 'siete faroles callados navegan', undefined],
  ['several words in Kazakh', 'жеті тыныш шам жүзіп барады', undefined],
  ['several words in Dutch', 'zeven stille lantaarns drijven', undefined],
  ['the e-mail address', 'gulnara.seitkali@zhetysu.example', 'passwordTooPersonal'],
  ['the part before the @ and a year', 'gulnara.seitkali2024', 'passwordTooPersonal'],
  ['both names', 'ГүлнараСейтқали', 'passwordTooPersonal'],
  ['both names, the other way round, with marks', 'Сейтқали-Гүлнара!!', 'passwordTooPersonal'],
  ['the e-mail address in another order, with marks', 'Seitkali-Example-Gulnara!', 'passwordTooPersonal'],
  ['the same with a year and a letter', 'Zhetysu?Gulnara?2026x', 'passwordTooPersonal'],
  ['the same with invisible characters', 'Gul\u200bnara!Seit\u00adkali?', 'passwordTooPersonal'],
  ['the same in full width', 'Ｇｕｌｎａｒａ＆Ｓｅｉｔｋａｌｉ', 'passwordTooPersonal'],
  ['the name of the product', 'Safety!Workplace?1', 'passwordTooPersonal'],
  ['the name in a sentence', 'Gulnara counts green kites', undefined],
  ['the name and marks by chance', 'gulnara}=*%~]#', undefined],
  ['the name and as much by chance', 'gulnara-x7Gq2mPz', undefined],
  ['a season, a year and marks', 'Summer2026!!!', 'passwordTooCommon'],
  ['a season in Russian, a year and marks', 'Весна2025!!!', 'passwordTooCommon'],
  ['a city, a year and marks', 'Almaty2026!!', 'passwordTooCommon'],
  ['two seasons and a year with marks', 'Spring-2026-Summer', 'passwordTooCommon'],
  ['a word, a year and the word', 'football2026football', 'passwordTooCommon'],
  ['the same with marks', 'dragon!2026!dragon', 'passwordTooCommon'],
  ['a word twice with an invisible space', 'password\u200bpassword', 'passwordTooCommon'],
  ['a word with a soft hyphen and a year', 'pass\u00adword!2026', 'passwordTooCommon'],
  ['a word in full width', 'ｐａｓｓｗｏｒｄ２０２６', 'passwordTooCommon'],
  ['one letter behind spaces', `${' '.repeat(12)}x`, 'passwordTooCommon'],
  ['marks by chance', '^&}=*%~]#;@|', undefined],
  ['letters and marks by chance', 'k#9$!x^&2@%p', undefined],
  ['small letters by chance', 'wqzkfjbtyvmx', undefined],
  ['pictures', '🦉🌍🎻🪁🧩🛶🪴🔭🧭🪕🏔🌙', undefined],
  ['several words with marks and a year', 'Seven-Quiet-Lanterns-2026!', undefined],
  ['four words by dice', 'velvet umbrella quartz anthem', undefined],
] as const;

describe('password policy', () => {
  const policy = new PasswordPolicy(createLogger('identity', { LOG_LEVEL: 'silent', LOG_FORMAT: 'json' }));

  it.each(cases)('%s: %s is %s', async (_, password, fault) => {
    expect(await policy.faultOf(password, owner)).toBe(fault);
  });

  it('one user has two checks under way at most; others have theirs, and so has the user afterwards', async () => {
    const common = 'password1234';
    const many = await Promise.allSettled(
      [1, 2, 3, 4]
        .map(() => policy.faultOf(common, owner))
        .concat(policy.faultOf(common, { ...owner, email: 'other@zhetysu.example' })),
    );
    expect(many.map((one) => (one.status === 'fulfilled' ? one.value : one.reason.code))).toEqual([
      'passwordTooCommon',
      'passwordTooCommon',
      'rate-limited',
      'rate-limited',
      'passwordTooCommon',
    ]);
    expect(await policy.faultOf(common, owner)).toBe('passwordTooCommon');
  });

  it('a Cyrillic letter has the Latin one of its key', () => {
    expect(keyboardTwin('Пароль 1')).toBe('gfhjkm 1');
  });
});
