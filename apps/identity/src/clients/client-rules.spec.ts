import { generateKeyPairSync, type JsonWebKey } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { ProblemError } from '@safety/platform';
import { readClient } from './client-rules.js';

const web = {
  name: 'A web application',
  authMethod: 'client_secret',
  grantTypes: ['authorization_code', 'refresh_token'],
  scopes: ['openid', 'offline_access'],
  redirectUris: ['https://app.example/callback'],
};
const native = { ...web, authMethod: 'none', redirectUris: ['com.example.app:/callback'] };
const service = {
  ...web,
  grantTypes: ['client_credentials'],
  scopes: ['resources_business_api'],
  redirectUris: [],
};

const jwkOf = (keys: { publicKey: { export(options: { format: 'jwk' }): JsonWebKey } }, kid = 'one') => ({
  ...keys.publicKey.export({ format: 'jwk' }),
  kid,
});
const elliptic = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const good = jwkOf(elliptic);
const rsa = jwkOf(generateKeyPairSync('rsa', { modulusLength: 2048 }), 'rsa');
const signs = (...keys: object[]) => ({ ...web, authMethod: 'private_key_jwt', jwks: { keys } });

/** The pointers and codes of a refusal. */
function faultsOf(input: object): [string | undefined, string][] {
  try {
    readClient(input, []);
    return [];
  } catch (error) {
    if (!(error instanceof ProblemError)) throw error;
    return (error.options.errors ?? []).map(({ pointer, code }) => [pointer, code]);
  }
}

describe('a client', () => {
  it.each([
    ['a web application', web],
    ['a browser application', { ...web, authMethod: 'none' }],
    ['a native application', native],
    ['a native application with sign-out', { ...native, postLogoutRedirectUris: ['com.example.app:/bye'] }],
    ['one with a password grant', { ...web, grantTypes: ['password', 'refresh_token'], redirectUris: [] }],
    ['a service', service],
    ['one that signs', signs(good, rsa)],
    ['one with ID tokens of ES256', { ...web, idTokenSignedResponseAlg: 'ES256' }],
    ['one with lifetimes', { ...web, accessTokenSeconds: 60, refreshTokenSeconds: 90 * 86_400 }],
  ])('can be %s', (_, input) => expect(faultsOf(input)).toEqual([]));

  it.each([
    ...['202a', '202b', '202c', '202d', '202e', '2066', '2067', '2068', '2069', '200e', '200f', '061c'],
    ...['200b', '200c', '200d', '2060', 'feff', '00ad', '034f', '3164', 'fe0f', 'e0041'],
    ...['0085', '2028', '2029', 'd800', 'e000'],
  ])('cannot have a name with the invisible U+%s', (code) => {
    const name = `Pay${String.fromCodePoint(Number.parseInt(code, 16))}roll`;
    expect(faultsOf({ ...web, name })).toEqual([['/name', 'invalid-format']]);
  });

  it.each(['Смена № 2', 'Ауысым «Түн»', 'Équipe de nuit', '夜班', 'وردية الليل', 'Night shift 🌙'])(
    'can be called %s',
    (name) => expect(faultsOf({ ...web, name })).toEqual([]),
  );

  it.each<[string, object, string, string]>([
    ['no name', { ...web, name: ' ' }, '/name', 'too-short'],
    ['a long name', { ...web, name: 'x'.repeat(101) }, '/name', 'too-long'],
    ['a name with control characters', { ...web, name: 'a\u0000b' }, '/name', 'invalid-format'],
    ['a member that is not known', { ...web, trusted: true }, '/trusted', 'unknown-field'],
    ['an unknown grant', { ...web, grantTypes: ['implicit'] }, '/grantTypes/0', 'invalid-enum'],
    ['no grant', { ...web, grantTypes: [] }, '/grantTypes', 'too-short'],
    ['a scope that does not exist', { ...web, scopes: ['admin'] }, '/scopes/0', 'invalid-enum'],
    ['a scope twice', { ...web, scopes: ['openid', 'openid'] }, '/scopes/1', 'duplicate'],
    ['no scope', { ...web, scopes: [] }, '/scopes', 'too-short'],
    ['an unknown way to authenticate', { ...web, authMethod: 'tls' }, '/authMethod', 'invalid-enum'],
    ...['none', 'HS256', 'PS256', 'es256', '', null].map((alg): [string, object, string, string] => [
      `ID tokens of ${alg}`,
      { ...web, idTokenSignedResponseAlg: alg },
      '/idTokenSignedResponseAlg',
      'invalid-enum',
    ]),
    ['a code without redirect URI', { ...web, redirectUris: [] }, '/redirectUris', 'required'],
    [
      'a redirect URI without code',
      { ...service, redirectUris: web.redirectUris },
      '/redirectUris',
      'not-allowed',
    ],
    [
      'a wrong redirect URI',
      { ...web, redirectUris: ['http://app.example/'] },
      '/redirectUris/0',
      'invalid-format',
    ],
    [
      '21 redirect URIs',
      { ...web, redirectUris: Array(21).fill('https://a.example/') },
      '/redirectUris',
      'too-long',
    ],
    [
      'a wrong address after sign-out',
      { ...web, postLogoutRedirectUris: ['x'] },
      '/postLogoutRedirectUris/0',
      'invalid-format',
    ],
    [
      'a scheme of its own after sign-out, for a browser application',
      { ...web, authMethod: 'none', postLogoutRedirectUris: ['com.example.app:/bye'] },
      '/postLogoutRedirectUris/0',
      'invalid-format',
    ],
    [
      'HTTPS at the device of a native application',
      { ...native, redirectUris: [...native.redirectUris, 'https://localhost:8443/callback'] },
      '/redirectUris/1',
      'invalid-format',
    ],
    ['a private Logout Uri', { ...web, logoutUri: 'https://10.0.0.1/' }, '/logoutUri', 'invalid-format'],
    [
      'a private back channel',
      { ...web, backchannelLogoutUri: 'https://[::1]/' },
      '/backchannelLogoutUri',
      'invalid-format',
    ],
    [
      'a public client with passwords',
      { ...web, authMethod: 'none', grantTypes: ['password'], redirectUris: [], scopes: ['openid'] },
      '/grantTypes/0',
      'not-allowed',
    ],
    ['a public service', { ...service, authMethod: 'none' }, '/grantTypes/0', 'not-allowed'],
    [
      'a service that renews',
      { ...service, grantTypes: ['client_credentials', 'refresh_token'] },
      '/grantTypes/1',
      'not-allowed',
    ],
    [
      'offline access without renewal',
      { ...web, grantTypes: ['authorization_code'] },
      '/scopes',
      'not-allowed',
    ],
    [
      'an access token of a day',
      { ...web, accessTokenSeconds: 86_400 },
      '/accessTokenSeconds',
      'out-of-range',
    ],
    [
      'an access token of a moment',
      { ...web, accessTokenSeconds: 59 },
      '/accessTokenSeconds',
      'out-of-range',
    ],
    ['half a second', { ...web, accessTokenSeconds: 60.5 }, '/accessTokenSeconds', 'invalid-format'],
    [
      'a refresh token of a year',
      { ...web, refreshTokenSeconds: 31_536_000 },
      '/refreshTokenSeconds',
      'out-of-range',
    ],
    ['keys without need', { ...web, jwks: { keys: [good] } }, '/jwks', 'not-allowed'],
    ['no keys', { ...web, authMethod: 'private_key_jwt' }, '/jwks', 'required'],
    ['an empty key set', signs(), '/jwks', 'invalid-format'],
    [
      'a private key',
      signs({ ...elliptic.privateKey.export({ format: 'jwk' }), kid: 'one' }),
      '/jwks/keys/0',
      'invalid-format',
    ],
    ['a symmetric key', signs({ kty: 'oct', k: 'c2VjcmV0', kid: 'one' }), '/jwks/keys/0', 'invalid-format'],
    ['a key that is none', signs({ ...good, x: 'AA' }), '/jwks/keys/0', 'invalid-format'],
    ['a key without kid', signs({ ...good, kid: undefined }), '/jwks', 'invalid-format'],
    ['two keys with one kid', signs(good, good), '/jwks', 'invalid-format'],
    ['a key for encryption', signs({ ...good, use: 'enc' }), '/jwks/keys/0', 'invalid-format'],
    [
      'a short RSA key',
      signs(jwkOf(generateKeyPairSync('rsa', { modulusLength: 1024 }))),
      '/jwks/keys/0',
      'invalid-format',
    ],
    ...['AQ', 'Ag', 'Aw', 'EQ', 'AQAA', 'AQAC', 'AQAAAAAAAAAB', 'AA'].map(
      (e): [string, object, string, string] => [
        `an RSA key with the exponent ${e}`,
        signs(good, { ...rsa, e, kid: 'two' }),
        '/jwks/keys/1',
        'invalid-format',
      ],
    ),
    ['a point that is not on the curve', signs({ ...good, y: good.x }), '/jwks/keys/0', 'invalid-format'],
    [
      'a key of the Edwards curve',
      signs(jwkOf(generateKeyPairSync('ed25519'))),
      '/jwks/keys/0',
      'invalid-format',
    ],
    [
      'another curve',
      signs(jwkOf(generateKeyPairSync('ec', { namedCurve: 'secp256k1' }))),
      '/jwks/keys/0',
      'invalid-format',
    ],
  ])('cannot have %s', (_, input, pointer, code) => {
    expect(faultsOf(input)).toContainEqual([pointer, code]);
  });

  it('keeps the public members of its keys alone', () => {
    const { jwks } = readClient(signs({ ...good, x5u: 'https://evil.example/' }), []);
    expect(jwks).toEqual({
      keys: [{ kty: 'EC', kid: 'one', use: 'sig', alg: 'ES256', crv: 'P-256', x: good.x, y: good.y }],
    });
  });
});
