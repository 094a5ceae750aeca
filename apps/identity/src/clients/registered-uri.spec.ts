import { describe, expect, it } from '@jest/globals';
import { faultOfLogoutUri, faultOfRedirectUri, isNativeUri, type UriFault } from './registered-uri.js';

describe('a redirect URI (RFC 9700 section 4.1, RFC 8252 section 7.3)', () => {
  it.each([
    'https://app.example',
    'https://app.example/',
    'https://app.example:8443/callback?tenant=1',
    'https://app.example/a%20b',
    'https://app.example/a;b,c?d=e;f',
    'https://app.example/index.php?/oidc/callback&codes=1',
    'https://xn--pp-via.example/',
    'https://a_b-c.1.example./callback',
    'https://203.0.113.7/callback',
    'http://localhost:9090/callback',
    'http://127.0.0.1/callback',
    'http://[::1]:3000/callback',
  ])('may be %s', (uri) => expect(faultOfRedirectUri(uri)).toBeUndefined());

  it.each<[string, UriFault]>([
    ['', 'not-an-address'],
    ['/callback', 'not-an-address'],
    ['app.example/callback', 'not-an-address'],
    ['http://app.example/callback', 'not-https'],
    ['http://127.0.0.2/callback', 'not-https'],
    ['http://localhost.evil.example/callback', 'not-https'],
    ['javascript:alert(1)', 'not-https'],
    ['data:text/html,x', 'not-https'],
    ['com.example.app:/callback', 'not-https'],
    ['ftp://app.example/', 'not-https'],
    ['https://app.example/callback#part', 'fragment'],
    ['https://app.example/callback#', 'fragment'],
    ['https://*.example/callback', 'wildcard'],
    ['https://app.example/*', 'wildcard'],
    ['https://user@app.example/', 'user-info'],
    ['https://app.example@evil.example/', 'user-info'],
    ['https://user:password@app.example/', 'user-info'],
    ['https://e.example;sandbox/', 'host'],
    ['https://e.example,sandbox/', 'host'],
    ["https://'none'/", 'host'],
    ['https://e.example"/', 'host'],
    ['https://a=b.example/', 'host'],
    ['https://a..example/', 'host'],
    ['https://-app.example/', 'host'],
    [`https://${'a'.repeat(64)}.example/`, 'host'],
    [`https://${'app.'.repeat(70)}example/`, 'host'],
    ['https://APP.example/callback', 'not-exact'],
    ['https://app.example:443/callback', 'not-exact'],
    ['https://app.example/a/../callback', 'not-exact'],
    ['https://app.example/a/%2e%2e/callback', 'not-exact'],
    ['https://app.example\\@evil.example/', 'not-exact'],
    ['https:app.example/', 'not-exact'],
    [' https://app.example/', 'not-exact'],
    ['https://app.example/a\tb', 'not-exact'],
    ['https://app.example/a b', 'not-exact'],
    ['https://äpp.example/', 'not-exact'],
    [`https://app.example/${'x'.repeat(2_000)}`, 'too-long'],
    ['https://app.example/cb?code=zz', 'answer-parameter'],
    ['https://app.example/cb?a&st%61te', 'answer-parameter'],
    ['https://app.example/cb?error_description=keep', 'answer-parameter'],
    ['https://app.example/cb?iss=https://evil.example', 'answer-parameter'],
  ])('may not be %j: %s', (uri, fault) => expect(faultOfRedirectUri(uri)).toBe(fault));

  it.each([
    ['https://app.example/bye?code=zz', undefined],
    ['https://app.example/bye?state=yy', 'answer-parameter'],
  ])('after a sign-out is %j: %s', (uri, fault) =>
    expect(faultOfRedirectUri(uri, { afterSignOut: true })).toBe(fault),
  );
});

describe('a redirect URI of a native application (RFC 8252 section 7)', () => {
  const fault = (uri: string) => faultOfRedirectUri(uri, { isNative: true });

  it.each(['com.example.app:/callback', 'com.example.my-app:/', 'com.example.app:/a/b?c=d%20e'])(
    'may be %s, which is no address for a client with a secret',
    (uri) =>
      expect([fault(uri), faultOfRedirectUri(uri), isNativeUri(uri)]).toEqual([undefined, 'not-https', true]),
  );

  it.each<[string, UriFault]>([
    ['app:/callback', 'not-https'],
    ['javascript:/callback', 'not-https'],
    ['com.example.app://callback', 'not-https'],
    ['com.example.app:callback', 'not-https'],
    ['Com.Example.App:/callback', 'not-https'],
    ['com.example.app:/*', 'wildcard'],
    ['com.example.app:/callback#part', 'fragment'],
    ['com.example.app:/"><script>', 'not-https'],
    ['com.example.app:/a b', 'not-https'],
    ['com.example.app:/callback?session_state=x', 'answer-parameter'],
    [`com.example.app:/${'x'.repeat(2_000)}`, 'too-long'],
  ])('may not be %j: %s', (uri, expected) => expect(fault(uri)).toBe(expected));

  it.each([
    ['http://127.0.0.1/callback', true],
    ['http://[::1]/callback', true],
    ['http://127.0.0.1', true],
    ['http://127.0.0.1:8080/callback', false],
    ['http://127.0.0.1.evil.example/', false],
    ['http://localhost/callback', false],
    ['https://127.0.0.1/callback', false],
  ])('stands for any port: %s is %s', (uri, expected) => expect(isNativeUri(uri)).toBe(expected));
});

describe('a Logout Uri and a backchannel_logout_uri', () => {
  const allowed = ['localhost:9090', 'app.corp:443'];

  it.each([
    'https://app.example/logout',
    'https://svc.example/logout',
    'https://8.8.8.8/logout',
    'http://localhost:9090/logout',
    'https://app.corp/logout',
  ])('may be %s', (uri) => expect(faultOfLogoutUri(uri, allowed)).toBeUndefined());

  it.each<[string, UriFault]>([
    ['http://app.example/logout', 'logout-not-https'],
    ['http://localhost:9091/logout', 'logout-not-https'],
    ['ftp://app.example/logout', 'logout-not-https'],
    ['https://app.example:8443/logout', 'logout-port'],
    ['https://localhost/logout', 'private'],
    ['https://a.localhost/logout', 'private'],
    ['https://localhost./logout', 'private'],
    ['https://127.0.0.1/logout', 'private'],
    ['https://10.1.2.3/logout', 'private'],
    ['https://169.254.169.254/latest/meta-data', 'private'],
    ['https://[::1]/logout', 'private'],
    ['https://[fd00::1]/logout', 'private'],
    ['https://redis/logout', 'private'],
    ['https://identity.suite.svc.cluster.local/logout', 'private'],
    ['https://metadata.google.internal/', 'private'],
    ['https://redis.default.svc/logout', 'private'],
    ['https://redis.default.svc./logout', 'private'],
    ['https://printer.lan/logout', 'private'],
    ['http://app.corp/logout', 'logout-not-https'],
    ['https://[3fff::1]/logout', 'private'],
    ['https://app.example;a/logout', 'host'],
    ['https://user@app.example/logout', 'user-info'],
    ['https://app.example/logout#x', 'fragment'],
  ])('may not be %s: %s', (uri, fault) => expect(faultOfLogoutUri(uri, allowed)).toBe(fault));
});
