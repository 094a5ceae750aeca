import { X509Certificate } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rename, rm, symlink, writeFile } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { type ConnectionOptions, connect, type TLSSocket } from 'node:tls';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createService } from '@safety/platform';
import { busSettingsOfTests, eventually, scrape } from '@safety/testing';
import { generate } from 'selfsigned';
import { GatewayModule } from '../gateway.module.js';
import { gatewayService } from '../service-options.js';
import { type GatewayUnderTest, startGateway } from '../testing/gateway-under-test.js';
import { rawRequest } from '../testing/raw-request.js';

type Pair = Awaited<ReturnType<typeof generate>>;

let folder: string;
let first: Pair;
let second: Pair;
let rsa: Pair;

const newPair = (keyType: 'ec' | 'rsa' = 'ec', days = 365): Promise<Pair> =>
  generate([{ name: 'commonName', value: 'localhost' }], {
    keyType,
    notAfterDate: new Date(Date.now() + days * 86_400_000),
    extensions: [{ name: 'subjectAltName', altNames: [{ type: 7, ip: '127.0.0.1' }] }],
  });

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'gateway-tls-'));
  [first, second, rsa] = await Promise.all([newPair(), newPair('ec', 400), newPair('rsa')]);
});

afterAll(() => rm(folder, { recursive: true }));

/** Writes a pair as a Secret's volume does: into a folder of its own, which a link then names. */
async function mount(name: string, { private: key, cert }: Pick<Pair, 'private' | 'cert'>): Promise<void> {
  const target = await mkdtemp(join(folder, 'version-'));
  await Promise.all([writeFile(join(target, 'tls.key'), key), writeFile(join(target, 'tls.crt'), cert)]);
  await symlink(target, join(folder, 'next'));
  await rename(join(folder, 'next'), join(folder, name));
}

const filesIn = (name: string) => ({
  TLS_KEY_FILE: join(folder, name, 'tls.key'),
  TLS_CERT_FILE: join(folder, name, 'tls.crt'),
});

async function startedWith(name: string, pair: Pair, env: NodeJS.ProcessEnv = {}): Promise<GatewayUnderTest> {
  await mount(name, pair);
  return startGateway({ ...filesIn(name), ...env });
}

async function connected({ url }: GatewayUnderTest, options: ConnectionOptions): Promise<TLSSocket> {
  const socket = connect({ host: '127.0.0.1', port: Number(new URL(url).port), ...options });
  await once(socket, 'secureConnect');
  return socket;
}

/** The certificate that a new connection is shown. */
async function shownBy(gateway: GatewayUnderTest): Promise<string | undefined> {
  const socket = await connected(gateway, { rejectUnauthorized: false });
  const { fingerprint256 } = socket.getPeerCertificate();
  socket.destroy();
  return fingerprint256;
}

const fingerprintOf = ({ cert }: Pair) => new X509Certificate(cert).fingerprint256;

async function get(gateway: GatewayUnderTest, path: string, ca: string, headers = {}) {
  const request = httpsRequest(gateway.url + path, { ca, headers, agent: false }).end();
  const [answer] = (await once(request, 'response')) as [IncomingMessage];
  return { status: answer.statusCode, headers: answer.headers, body: await text(answer) };
}

describe('HTTPS with the files of the settings', () => {
  let gateway: GatewayUnderTest;

  beforeAll(async () => {
    gateway = await startedWith('served', first, { AUTH_URL: 'https://id.example' });
  });

  afterAll(() => gateway.close());

  it('answers as over HTTP: what is for a service, and what is refused', async () => {
    gateway.answerWith((_, response) => response.end('from the service'));
    const answer = await get(gateway, '/auth/any', first.cert);
    expect([answer.status, answer.body]).toEqual([200, 'from the service']);
    expect(gateway.received[0]?.headers['x-forwarded-proto']).toBe('https');
    const refused = await get(gateway, '/api/hazards', first.cert);
    expect([refused.status, JSON.parse(refused.body).code]).toEqual([401, 'token-missing']);
  });

  it.each(['/auth/any', '/api/unknown', '/health/live', '/docs'])(
    'tells browsers never to try HTTP: %s (RFC 6797 6.1)',
    async (path) => {
      const { headers } = await get(gateway, path, first.cert);
      expect(headers['strict-transport-security']).toBe('max-age=31536000');
    },
  );

  it('a stop ends a connection that was opened for a request to come, and does not wait for it', async () => {
    const stopped = await startedWith('stopped', first);
    const answer = text(await connected(stopped, { ca: first.cert }));
    await stopped.close();
    expect(await answer).toBe('');
  });

  it.each(['TLSv1.2', 'TLSv1.3'] as const)('%s', async (version) => {
    const socket = await connected(gateway, { ca: first.cert, minVersion: version, maxVersion: version });
    expect([socket.getProtocol(), socket.authorized]).toEqual([version, true]);
    socket.destroy();
  });

  it.each<[string, ConnectionOptions]>([
    ['TLS 1.1 (RFC 8996)', { minVersion: 'TLSv1.1', maxVersion: 'TLSv1.1', ciphers: 'DEFAULT:@SECLEVEL=0' }],
    ['TLS 1.0', { minVersion: 'TLSv1', maxVersion: 'TLSv1', ciphers: 'DEFAULT:@SECLEVEL=0' }],
    [
      'no forward secrecy (RFC 9325 4.1)',
      { maxVersion: 'TLSv1.2', ciphers: 'AES128-GCM-SHA256:AES256-GCM-SHA384' },
    ],
    [
      'no authenticated encryption',
      { maxVersion: 'TLSv1.2', ciphers: 'ECDHE-ECDSA-AES128-SHA256:ECDHE-ECDSA-AES128-SHA' },
    ],
  ])('not %s', async (_, options) => {
    await expect(connected(gateway, { rejectUnauthorized: false, ...options })).rejects.toThrow(
      /alert|ECONNRESET|disconnected/i,
    );
  });

  it('closes on a client that speaks HTTP, and goes on', async () => {
    gateway.received.length = 0;
    const plain = gateway.url.replace('https', 'http');
    await expect(rawRequest(plain, 'GET /auth/any')).resolves.toMatchObject({ head: '' });
    expect(gateway.received).toEqual([]);
    expect((await get(gateway, '/health/live', first.cert)).status).toBe(200);
  });

  it('closes on a handshake that never ends', async () => {
    const impatient = await startedWith('impatient', first, { REQUEST_TIMEOUT_MS: '100' });
    await expect(rawRequest(impatient.url, '\x16')).resolves.toMatchObject({ head: '' });
    await impatient.close();
  });
});

describe('a renewed certificate', () => {
  it('is shown to new connections and told by its end, without a restart; those of before go on', async () => {
    const gateway = await startedWith('renewed', first, { METRICS_PORT: '0' });
    const endsAt = async (): Promise<number | undefined> =>
      (await scrape(gateway.app)).samples.find(({ name }) => name === 'tls_certificate_expiry_seconds')
        ?.value;
    expect(await endsAt()).toBe(Date.parse(new X509Certificate(first.cert).validTo) / 1_000);
    expect(await shownBy(gateway)).toBe(fingerprintOf(first));
    const kept = await connected(gateway, { ca: first.cert });
    await mount('renewed', second);
    await eventually(async () => expect(await shownBy(gateway)).toBe(fingerprintOf(second)));
    expect(await endsAt()).toBe(Date.parse(new X509Certificate(second.cert).validTo) / 1_000);
    kept.write('GET /health/live HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n');
    expect(await text(kept)).toContain('200 OK');
    await gateway.close();
  });

  it.each<[string, () => Pick<Pair, 'private' | 'cert'>]>([
    ['whose key has not come yet', () => ({ private: first.private, cert: second.cert })],
    ['that is half written', () => ({ private: second.private, cert: second.cert.slice(0, 100) })],
    ['without a key', () => ({ private: '', cert: second.cert })],
  ])('%s changes nothing until it is whole', async (_, half) => {
    const gateway = await startedWith('halved', first);
    await mount('halved', half());
    await mount('halved-again', rsa);
    const other = await startGateway(filesIn('halved-again'));
    await mount('halved-again', second);
    // The other gateway looks as often: once it has seen its own, this one has looked too.
    await eventually(async () => expect(await shownBy(other)).toBe(fingerprintOf(second)));
    expect(await shownBy(gateway)).toBe(fingerprintOf(first));
    await mount('halved', second);
    await eventually(async () => expect(await shownBy(gateway)).toBe(fingerprintOf(second)));
    await Promise.all([gateway.close(), other.close()]);
  });
});

describe('does not start', () => {
  const away = 'http://127.0.0.1:1';
  const needed = {
    PORT: '0',
    REDIS_URL: 'redis://127.0.0.1:1',
    ...busSettingsOfTests(),
    IDENTITY_URL: away,
    ACCOUNTS_URL: away,
    HAZARDS_EVENTS_URL: away,
    PERSONNEL_ORG_URL: away,
    TRAINING_URL: away,
  };

  it.each<[string, () => Promise<NodeJS.ProcessEnv>, string]>([
    [
      'with a key alone',
      async () => ({ TLS_KEY_FILE: 'key.pem' }),
      'TLS_CERT_FILE is not set: it has to be given',
    ],
    ['with a certificate alone', async () => ({ TLS_CERT_FILE: 'cert.pem' }), 'TLS_KEY_FILE is not set'],
    ['without the files', async () => ({ ...filesIn('nowhere') }), 'tls.key cannot be read (ENOENT)'],
    [
      'with a key of another certificate',
      async () => {
        await mount('mixed', { private: first.private, cert: second.cert });
        return filesIn('mixed');
      },
      'The key in TLS_KEY_FILE does not belong to the certificate in TLS_CERT_FILE.',
    ],
    [
      'with a file that holds something else',
      async () => {
        await mount('rubbish', { private: 'key', cert: second.cert });
        return filesIn('rubbish');
      },
      'TLS_KEY_FILE holds no PEM key.',
    ],
    [
      'with a chain that breaks off',
      async () => {
        const broken = '-----BEGIN CERTIFICATE-----\nrubbish\n-----END CERTIFICATE-----\n';
        await mount('broken', { private: first.private, cert: `${first.cert.trim()}\n${broken}` });
        return filesIn('broken');
      },
      'TLS_CERT_FILE holds no chain of PEM certificates.',
    ],
    [
      'with an HTTPS address, and nothing that ends TLS',
      () => Promise.resolve({ AUTH_URL: 'https://id.example' }),
      'TRUSTED_PROXIES is not set',
    ],
    [
      'with an HTTPS address, and APIs of this machine',
      () => Promise.resolve({ AUTH_URL: 'https://id.example', TRUSTED_PROXIES: '1' }),
      'Wrong settings: ACCOUNTS_API_URL is not set: has to be a public address, since AUTH_URL is one; BASE_URL is',
    ],
  ])('%s, and says so', async (_, env, sentence) => {
    await expect(
      createService(GatewayModule, gatewayService, { ...needed, ...(await env()) }),
    ).rejects.toThrow(sentence);
  });
});

it('without files it speaks HTTP, and tells browsers of HTTPS when a proxy ends TLS for it', async () => {
  const behind = await startGateway({ AUTH_URL: 'https://id.example', TRUSTED_PROXIES: '1' });
  const { headers, status } = await behind.fetch('/health/live');
  expect([status, headers.get('strict-transport-security')]).toEqual([200, 'max-age=31536000']);
  const plain = await startGateway();
  expect((await plain.fetch('/health/live')).headers.get('strict-transport-security')).toBeNull();
  await Promise.all([behind.close(), plain.close()]);
});

describe('behind a proxy that ends TLS', () => {
  let gateway: GatewayUnderTest;

  beforeAll(async () => {
    gateway = await startGateway({ AUTH_URL: 'https://id.example', TRUSTED_PROXIES: '127.0.0.1' });
  });

  afterAll(() => gateway.close());

  const ask = (
    proto: string | undefined,
    path = '/auth/any',
    init: { method?: string; headers?: Record<string, string> } = {},
  ) => {
    gateway.received.length = 0;
    const headers = { ...init.headers, ...(proto && { 'x-forwarded-proto': proto }) };
    return gateway.fetch(path, { ...init, headers });
  };

  it('tells the service how the request came', async () => {
    expect((await ask('https')).status).toBe(200);
    expect(gateway.received[0]?.headers['x-forwarded-proto']).toBe('https');
  });

  it.each([undefined, 'http', 'https, http', 'http, https'])(
    'GET of a page over HTTP (X-Forwarded-Proto: %s): 308 to the public address',
    async (proto) => {
      const answer = await ask(proto, '/auth/any?x=1');
      expect([answer.status, answer.headers.get('location')]).toEqual([
        308,
        'https://id.example/auth/any?x=1',
      ]);
      expect(gateway.received).toEqual([]);
    },
  );

  it.each(['/auth/.well-known/openid-configuration', '/auth/.well-known/openid-configuration/jwks'])(
    'GET %s over HTTP: 308',
    async (path) => expect((await ask('http', path)).status).toBe(308),
  );

  it.each<[string, string, object, Record<string, string>?]>([
    ['POST', '/auth/connect/token', { error: 'invalid_request' }],
    ['GET', '/auth/connect/userinfo', { error: 'invalid_request' }, { authorization: 'Bearer a-token' }],
    ['GET', '/api/hazards', { code: 'bad-request' }],
    ['GET', '/accounts/companies/me', { code: 'bad-request' }],
  ])('%s %s over HTTP: 400 %j', async (method, path, body, headers = {}) => {
    const answer = await ask('http', path, { method, headers });
    expect([answer.status, await answer.json()]).toMatchObject([400, body]);
    expect(gateway.received).toEqual([]);
  });
});

it('believes nobody else about the encryption', async () => {
  const env = { AUTH_URL: 'https://id.example', TRUSTED_PROXIES: '10.0.0.0/8' };
  const other = await startGateway(env);
  const headers = { 'x-forwarded-proto': 'https' };
  expect((await other.fetch('/auth/connect/token', { method: 'POST', headers })).status).toBe(400);
  await other.close();
});
