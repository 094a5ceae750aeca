import { describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import {
  addressesSetting,
  baseSettingsSchema,
  publicAddressSettings,
  publicBesideAuth,
} from './base-settings.js';
import { readSettings, SettingsError } from './settings.js';

const schema = z.object({
  PORT: z.coerce.number().int().min(0).max(65_535),
  URL: z.url({ protocol: /^https?$/ }),
  SECRET: z.string().min(5),
  MODE: z.enum(['a', 'b']).default('a'),
});
const good = { PORT: '8080', URL: 'http://x.example', SECRET: 'hunter22' };

const refusal = (env: NodeJS.ProcessEnv, of: z.ZodType = schema): string => {
  try {
    readSettings(of, env);
  } catch (error) {
    if (error instanceof SettingsError) return error.message;
    throw error;
  }
  return '';
};

describe('readSettings', () => {
  it('converts, fills in defaults and drops what it does not know', () => {
    expect(readSettings(schema, { ...good, HOME: '/root' })).toEqual({ ...good, PORT: 8080, MODE: 'a' });
  });

  it('takes an empty value for an absent one', () => {
    expect(readSettings(schema, { ...good, MODE: '' }).MODE).toBe('a');
    expect(refusal({ ...good, PORT: '' })).toBe('Wrong settings: PORT is not set.');
  });

  it('refuses spaces alone, which are no number, and no value of another kind', () => {
    for (const name of ['PORT', 'URL', 'SECRET', 'MODE'])
      expect(refusal({ ...good, [name]: ' \t' })).toBe(`Wrong settings: ${name} has nothing but spaces.`);
    expect(readSettings(schema, { ...good, PS1: ' ' })).toMatchObject({ PORT: 8080 });
  });

  it('names one missing setting in one sentence', () => {
    const { SECRET, ...rest } = good;
    expect(refusal(rest)).toBe('Wrong settings: SECRET is not set.');
  });

  it('names every fault in one sentence', () => {
    const message = refusal({ PORT: 'many', MODE: 'c' });
    expect(message).toMatch(/^Wrong settings: [^\n]*\.$/);
    for (const name of ['PORT: ', 'URL is not set', 'SECRET is not set', 'MODE: '])
      expect(message).toContain(name);
  });

  it('never repeats the value: it may be a secret', () => {
    const message = refusal({ ...good, SECRET: 'hunt', URL: 'postgres://user:hunter2@db' });
    expect(message).toContain('SECRET: ');
    expect(message).not.toContain('hunt');
  });
});

describe('the settings of every service', () => {
  it.each([
    ['a port of spaces', { PORT: '1', METRICS_PORT: ' ' }],
    ['a port below 0', { PORT: '-1' }],
    ['a port above 65535', { PORT: '65536' }],
    ['a port with a fraction', { PORT: '80.5' }],
    ['an unknown log level', { PORT: '1', LOG_LEVEL: 'loud' }],
    ['an address without a protocol', { PORT: '1', AUTH_URL: 'localhost:8080' }],
    ['a public address without encryption', { PORT: '1', AUTH_URL: 'http://id.example' }],
    ['a private address without encryption', { PORT: '1', AUTH_URL: 'http://10.0.0.1:8080' }],
    ['a name that begins like this machine', { PORT: '1', AUTH_URL: 'http://localhost.example' }],
    ['an address of a file', { PORT: '1', AUTH_URL: 'file:///etc/passwd' }],
    ['no address at all', { PORT: '1', AUTH_URL: 'id.example' }],
    ['the issuer in place of its origin', { PORT: '1', AUTH_URL: 'https://id.example/auth' }],
    ['an origin with a query', { PORT: '1', AUTH_URL: 'https://id.example?x=1' }],
    ['an origin with a fragment', { PORT: '1', AUTH_URL: 'https://id.example#f' }],
    ['an origin with a user', { PORT: '1', AUTH_URL: 'https://user:pw@id.example' }],
    ['an origin that no browser writes so', { PORT: '1', AUTH_URL: 'https://ID.example' }],
  ])('refuse %s', (_, env) => {
    expect(() => readSettings(baseSettingsSchema, env)).toThrow(SettingsError);
  });

  it.each([
    'http://localhost:8080',
    'http://127.0.0.1:9',
    'http://[::1]:9',
    'http://id.localhost',
    'https://id.example',
  ])('take %s as a public address', (url) => {
    expect(readSettings(baseSettingsSchema, { PORT: '1', AUTH_URL: url }).AUTH_URL).toBe(url);
  });

  it.each([
    ['https://id.example:443', 'https://id.example'],
    ['http://[::1]:80/', 'http://[::1]'],
  ])('take %s as %s, as browsers write it', (url, origin) => {
    expect(readSettings(baseSettingsSchema, { PORT: '1', AUTH_URL: url }).AUTH_URL).toBe(origin);
  });

  it.each(['ftp://one', 'http://one,,http://two', 'http://one,two', ','])(
    'refuse %s as addresses, by the name of the setting',
    (IDENTITY_URL) => {
      expect(refusal({ IDENTITY_URL }, z.object({ IDENTITY_URL: addressesSetting }))).toBe(
        'Wrong settings: IDENTITY_URL: has to be an address with http:// or https://, or several with one comma between them.',
      );
    },
  );

  it.each([
    ['PORT', 'abc', 'a whole number from 0 to 65535'],
    ['PORT', '80.5', 'a whole number from 0 to 65535'],
    ['REQUEST_TIMEOUT_MS', '99', 'a whole number from 100 to 600000'],
    ['SHUTDOWN_DELAY_MS', '60001', 'a whole number from 0 to 60000'],
    ['OTEL_TRACES_SAMPLER_ARG', 'half', 'a number from 0 to 1'],
  ])('refuse %s of %s in words of their own', (name, text, words) => {
    expect(refusal({ PORT: '1', [name]: text }, baseSettingsSchema)).toBe(
      `Wrong settings: ${name}: has to be ${words}.`,
    );
  });

  it.each(['http://one/x', 'http://one?x', 'http://one/#x', 'http://user:pw@one', 'http://one,http://two/x'])(
    'refuse %s as internal addresses, which are origins',
    (IDENTITY_URL) => {
      expect(refusal({ IDENTITY_URL }, z.object({ IDENTITY_URL: addressesSetting }))).toBe(
        'Wrong settings: IDENTITY_URL: has to be an origin, such as http://training:8080: no path, query, fragment or user.',
      );
    },
  );

  it('take internal addresses with slashes at their end, in any case', () => {
    const settings = { IDENTITY_URL: addressesSetting };
    const env = { IDENTITY_URL: 'http://ONE:8080/, https://[::1]//' };
    expect(readSettings(z.object(settings), env).IDENTITY_URL).toEqual(['http://ONE:8080', 'https://[::1]']);
  });

  it.each([
    ['https://x.example/accounts', 'https://x.example/api'],
    ['https://accounts.example/accounts/', 'https://x.example/v1/api'],
  ])('take %s and %s as the addresses of the APIs', (ACCOUNTS_API_URL, BASE_URL) => {
    expect(() => readSettings(z.object(publicAddressSettings), { ACCOUNTS_API_URL, BASE_URL })).not.toThrow();
  });

  it.each([
    ['https://x.example', '/accounts'],
    ['https://accounts', '/accounts'],
    ['https://x.example/myapi', '/api'],
    ['https://x.example/api/v1', '/api'],
    ['https://x.example/api?x=/api', '/api'],
    ['https://x.example/#/api', '/api'],
    ['https://user@x.example/api', '/api'],
  ])('refuse %s for the API below %s, and say how it ends', (url, path) => {
    const env = path === '/api' ? { BASE_URL: url } : { ACCOUNTS_API_URL: url };
    expect(refusal(env, z.object(publicAddressSettings))).toContain(`has to end with ${path}, such as`);
  });

  it.each([
    ['forgotten', {}, 'ACCOUNTS_API_URL is not set: %; BASE_URL is not set: %.'],
    ['forgotten in part', { BASE_URL: 'https://x.example/api' }, 'ACCOUNTS_API_URL is not set: %.'],
    [
      'of this machine',
      { ACCOUNTS_API_URL: 'https://x.example/accounts', BASE_URL: 'https://127.0.0.1/api' },
      'BASE_URL: %.',
    ],
  ])('refuse addresses of the APIs that are %s beside a public AUTH_URL', (_, given, sentence) => {
    const settings = baseSettingsSchema.extend(publicAddressSettings).check(publicBesideAuth);
    const why = 'has to be a public address, since AUTH_URL is one';
    expect(refusal({ PORT: '1', AUTH_URL: 'https://x.example', ...given }, settings)).toBe(
      `Wrong settings: ${sentence.replaceAll('%', why)}`,
    );
    expect(refusal({ PORT: '1', AUTH_URL: 'https://id.localhost', ...given }, settings)).toBe('');
  });

  it('drop slashes at the end of an address: paths are put behind it', () => {
    const settings = readSettings(z.object(publicAddressSettings), { BASE_URL: 'https://x.example/api//' });
    expect(settings.BASE_URL).toBe('https://x.example/api');
  });
});
