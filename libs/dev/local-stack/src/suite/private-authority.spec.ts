import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { createServer, get } from 'node:https';
import type { AddressInfo, Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { Redis } from 'ioredis';
import { generate } from 'selfsigned';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import type { LocalServer } from '../local-server.js';
import { connected } from '../postgres/connected.js';
import { startThrowAwayPostgres } from '../postgres/embedded-postgres.js';
import { repositoryRoot } from '../project.js';
import { type RedisProcess, startRedisProcess, startSentinel } from '../redis/redis-modes.js';
import type { AppName } from './apps.js';
import { newSecrets } from './secrets.js';
import { preparationEnvironment, suiteEnvironment } from './suite-environment.js';

const ADVICE = /is of an authority that is not known here: name its PEM file in NODE_EXTRA_CA_CERTS\.$/;

interface Line {
  level: string;
  msg: string;
  port?: number;
  err?: { advice?: string };
}

/** A program of the suite. */
interface Program {
  lines: Line[];
  /** Its line of the log with this text. Rejects when the program ends without it. */
  says(text: string): Promise<Line>;
  ended: Promise<number | null>;
  stop(): Promise<unknown>;
}

const secrets = newSecrets();
const ports = { gateway: 0, identity: 1, accounts: 1, 'hazards-events': 1, 'personnel-org': 1, training: 0 };
const programs: Program[] = [];
let folder: string;
let authority: string;
let postgres: LocalServer;
let redis: RedisProcess;
let sentinel: RedisProcess;
let collector: Collector;
const mailServers: SMTPServer[] = [];

const file = (name: string): string => join(folder, name);
const named = (value: string) => [{ name: 'commonName', value }];

/** An authority, another one, and a server on this machine that the first one has certified. */
async function certify(): Promise<{ key: string; cert: string }> {
  const extensions = [{ name: 'basicConstraints' as const, cA: true, critical: true }];
  const other = await generate(named('another authority'), {
    keyType: 'ec',
    algorithm: 'sha256',
    extensions,
  });
  const ours = await generate(named('the authority'), { keyType: 'ec', algorithm: 'sha256', extensions });
  const { private: key, cert } = await generate(named('localhost'), {
    keyType: 'ec',
    algorithm: 'sha256',
    ca: { key: ours.private, cert: ours.cert },
    extensions: [{ name: 'subjectAltName', altNames: [{ type: 2, value: 'localhost' }] }],
  });
  authority = ours.cert;
  writeFileSync(file('ca.pem'), ours.cert);
  writeFileSync(file('other.pem'), other.cert);
  writeFileSync(file('tls.crt'), cert);
  writeFileSync(file('tls.key'), key);
  return { key, cert };
}

/** A collector of traces. */
interface Collector {
  url: string;
  /** Resolves when it has got some. */
  got: Promise<void>;
  server: Server;
}

async function listening(server: Server): Promise<number> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

async function startCollector(pair: { key: string; cert: string }): Promise<Collector> {
  const { promise: got, resolve } = Promise.withResolvers<void>();
  const server = createServer(pair, (request, response) => {
    if (request.url === '/v1/traces') resolve();
    request.resume().once('end', () => response.end('{}'));
  });
  return { url: `https://localhost:${await listening(server)}`, got, server };
}

/** Sends a mail as identity does, in a process that believes an authority. Resolves with what went wrong. */
async function mailed(url: string, ca: 'ca.pem' | 'other.pem'): Promise<string> {
  const program = `
    import { tlsAdvice } from '@safety/platform';
    const { SmtpTransport } = await import('./dist/people/mail/smtp-transport.js');
    const to = 'ada@demo.example';
    const mail = { to, language: 'en', subject: 'Hello', text: 'Hello', html: { markup: '<p>Hello' } };
    await new SmtpTransport(${JSON.stringify(url)}, 'safety@demo.example').send(mail)
      .catch((error) => console.log(tlsAdvice(error) ?? error));`;
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', program], {
    cwd: join(repositoryRoot, 'apps/identity'),
    env: { NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'], NODE_EXTRA_CA_CERTS: file(ca) },
  });
  return stdout.trim();
}

/** PostgreSQL reads them in its own folder, and wants the key to be its own. */
async function encrypt({ url }: LocalServer, { key, cert }: { key: string; cert: string }): Promise<void> {
  await connected(url, async (client) => {
    const { rows } = await client.query<{ data_directory: string }>('SHOW data_directory');
    const data = rows[0]?.data_directory ?? '';
    const { uid, gid } = statSync(data);
    for (const [name, text] of Object.entries({ 'server.key': key, 'server.crt': cert })) {
      writeFileSync(join(data, name), text, { mode: 0o600 });
      chownSync(join(data, name), uid, gid);
    }
    await client.query('ALTER SYSTEM SET ssl = on');
    await client.query('SELECT pg_reload_conf()');
  });
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'private-authority-'));
  const [pair, started] = await Promise.all([certify(), startThrowAwayPostgres()]);
  postgres = started;
  await encrypt(postgres, pair);
  collector = await startCollector(pair);
  const tls = {
    'tls-cert-file': file('tls.crt'),
    'tls-key-file': file('tls.key'),
    'tls-ca-cert-file': file('ca.pem'),
    'tls-auth-clients': 'no',
    'tls-replication': 'yes',
  };
  redis = await startRedisProcess(tls);
  sentinel = await startSentinel([
    ...Object.entries(tls).map(([name, value]) => `${name} ${value}`),
    // The certificate is for the name.
    'sentinel resolve-hostnames yes',
    'sentinel announce-hostnames yes',
    `sentinel monitor bus localhost ${redis.port} 1`,
  ]);
}, 30_000);

afterEach(async () => {
  await Promise.all(programs.splice(0).map((program) => program.stop()));
  for (const server of mailServers.splice(0)) await new Promise<void>((closed) => server.close(closed));
});

afterAll(async () => {
  await Promise.all([postgres, redis, sentinel].map((server) => server.stop()));
  collector.server.close();
  rmSync(folder, { recursive: true });
});

/** The servers by the name of their certificate, as a program of the suite is given them. */
function environment(app: AppName, ca: 'ca.pem' | 'other.pem'): Record<string, string> {
  const database = new URL(postgres.url);
  database.hostname = 'localhost';
  database.search = '?sslmode=verify-full';
  const redisUrl = `rediss://localhost:${redis.port}`;
  const settings = { ports, databaseUrl: database.href, redisUrl, secrets, inherited: {} };
  return {
    PATH: process.env['PATH'] ?? '',
    NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'] ?? '',
    ...suiteEnvironment(settings)[app],
    ...(app === 'gateway' ? {} : preparationEnvironment(app, settings)),
    NODE_EXTRA_CA_CERTS: file(ca),
  };
}

function run(app: AppName, program: 'main' | 'prepare', env: Record<string, string>): Program {
  const child = spawn(process.execPath, [`dist/${program}.js`], {
    cwd: join(repositoryRoot, 'apps', app),
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const lines: Line[] = [];
  const log = createInterface(child.stdout);
  const ended = Promise.all([once(child, 'exit'), once(log, 'close')]).then(([[code]]) => code);
  const says = (text: string) =>
    new Promise<Line>((resolve, reject) => {
      const look = () => {
        const line = lines.find(({ msg }) => msg.includes(text));
        if (line) resolve(line);
      };
      log.on('line', look);
      log.once('close', () => reject(new Error(`${text}: not among ${JSON.stringify(lines)}`)));
      look();
    });
  log.prependListener('line', (line) => lines.push(JSON.parse(line)));
  const running = {
    lines,
    says,
    ended,
    stop: () => {
      child.kill('SIGKILL');
      return ended;
    },
  };
  programs.push(running);
  return running;
}

async function ask(port: number | undefined, path: string): Promise<number | undefined> {
  const request = get({ host: 'localhost', port, path, ca: authority, agent: false });
  const [answer] = (await once(request, 'response')) as [IncomingMessage];
  answer.resume();
  return answer.statusCode;
}

/** A service over HTTPS, for its callers. */
const served = (ca: 'ca.pem' | 'other.pem', more = {}) =>
  run('training', 'main', {
    ...environment('training', ca),
    TLS_KEY_FILE: file('tls.key'),
    TLS_CERT_FILE: file('tls.crt'),
    ...more,
  });

/** Settings of a service that sends traces. */
const traced = () => ({ OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, OTEL_BSP_SCHEDULE_DELAY: '50' });

/** A server of mails that listens until the end. */
async function startMailServer(options: SMTPServerOptions): Promise<{ mails: string[]; port: number }> {
  const mails: string[] = [];
  const [key, cert] = [readFileSync(file('tls.key')), readFileSync(file('tls.crt'))];
  const server = new SMTPServer({
    ...{ key, cert, disabledCommands: ['AUTH'], ...options },
    onData: (stream, { envelope }, taken) => {
      mails.push(...envelope.rcptTo.map(({ address }) => address));
      stream.resume().once('end', () => taken());
    },
  });
  // A client that does not believe it hangs up.
  server.on('error', () => undefined);
  mailServers.push(server);
  return { mails, port: await listening(server.server) };
}

const mailAddresses: [string, SMTPServerOptions, (port: number) => string][] = [
  ['smtps', { secure: true }, (port) => `smtps://localhost:${port}`],
  ['STARTTLS', {}, (port) => `smtp://localhost:${port}?requireTLS=true`],
];

describe('with the authority of the servers in NODE_EXTRA_CA_CERTS', () => {
  it('a database is prepared and served, Sentinels are asked, a gateway calls, and a collector gets traces, all by TLS', async () => {
    expect(await run('training', 'prepare', environment('training', 'ca.pem')).ended).toBe(0);
    const service = served('ca.pem', {
      REDIS_URL: `rediss-sentinel://localhost:${sentinel.port}#bus`,
      ...traced(),
    });
    const { port } = await service.says('service: listening');
    expect(await ask(port, '/health/ready')).toBe(200);

    const bus = new Redis({ host: 'localhost', port: redis.port, tls: { ca: authority } });
    // Once it has found Redis.
    while (!JSON.stringify(await bus.xinfo('GROUPS', 'bus:accounts').catch(() => [])).includes('training'))
      await pause(25);
    bus.disconnect();

    const gateway = run('gateway', 'main', {
      ...environment('gateway', 'ca.pem'),
      IDENTITY_URL: `https://localhost:${port}`,
    });
    const { port: outside } = await gateway.says('service: listening');
    // As the service answers it, which is not identity.
    const answer = await fetch(`http://127.0.0.1:${outside}/auth/no-such-page`);
    expect([answer.status, await answer.json()]).toMatchObject([404, { detail: 'No such endpoint.' }]);
    await collector.got;
  });

  it.each(mailAddresses)('a mail is sent by %s', async (_, options, addressOf) => {
    const { mails, port } = await startMailServer(options);
    expect([await mailed(addressOf(port), 'ca.pem'), mails.length]).toEqual(['', 1]);
  });
});

describe('with another authority', () => {
  it.each(mailAddresses)(
    'no mail is sent by %s, and the reason says what to do',
    async (_, options, addressOf) => {
      const { mails, port } = await startMailServer(options);
      expect([await mailed(addressOf(port), 'other.pem'), mails]).toEqual([
        expect.stringMatching(ADVICE),
        [],
      ]);
    },
  );

  it('a preparation ends with the sentence that says what to do', async () => {
    const preparation = run('training', 'prepare', environment('training', 'other.pem'));
    expect(await preparation.ended).toBe(1);
    expect(preparation.lines.at(-1)).toMatchObject({ level: 'fatal', msg: expect.stringMatching(ADVICE) });
  });

  it('a service does not start, with the same sentence alone', async () => {
    const service = served('other.pem');
    expect(await service.ended).toBe(1);
    expect(service.lines).toMatchObject([{ level: 'fatal', msg: expect.stringMatching(ADVICE) }]);
  });

  it('Redis and services are not believed, and the log says what to do', async () => {
    const { port } = await served('ca.pem').says('service: listening');
    const gateway = run('gateway', 'main', {
      ...environment('gateway', 'other.pem'),
      IDENTITY_URL: `https://localhost:${port}`,
      ...traced(),
    });
    const { port: outside } = await gateway.says('service: listening');
    expect((await fetch(`http://127.0.0.1:${outside}/auth/no-such-page`)).status).toBe(503);
    const lines = await Promise.all([
      gateway.says('redis: the certificate of the server is not believed'),
      gateway.says('revocations: the certificate of identity is not believed'),
      gateway.says('traces: cannot be exported'),
      gateway.says('The service cannot answer right now. Try again.'),
    ]);
    for (const { err } of lines) expect(err?.advice).toMatch(ADVICE);
  });
});
