import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { afterEach, describe, expect, it } from '@jest/globals';
import { rawRequest } from '../testing/raw-request.js';

const program = (name: string) => fileURLToPath(new URL(`../testing/${name}.js`, import.meta.url));

interface LogLine {
  level: string;
  msg: string;
  port?: number;
  [member: string]: unknown;
}

/** A service as a process of its own, and what it has logged so far. */
class Running {
  readonly lines: LogLine[] = [];
  readonly exited: Promise<unknown[]>;
  private waiting: (() => void)[] = [];

  constructor(readonly child: ChildProcess) {
    this.exited = once(child, 'close');
    createInterface({ input: child.stdout as NodeJS.ReadableStream }).on('line', (line) => {
      this.lines.push(JSON.parse(line));
      for (const check of this.waiting) check();
    });
  }

  /** Resolves with the line that says `msg`, however long it takes. */
  line(msg: string): Promise<LogLine> {
    return new Promise((resolve) => {
      const check = () => {
        const found = this.lines.find((line) => line.msg === msg);
        if (found) resolve(found);
      };
      this.waiting.push(check);
      check();
    });
  }

  async url(): Promise<string> {
    return `http://127.0.0.1:${(await this.line('service: listening')).port}`;
  }
}

const running: Running[] = [];

function start(env: NodeJS.ProcessEnv, name = 'run-things'): Running {
  const child = spawn(process.execPath, [program(name)], {
    env: {
      PATH: process.env['PATH'],
      NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
      LOG_FORMAT: 'json',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const service = new Running(child);
  running.push(service);
  return service;
}

afterEach(async () => {
  for (const { child, exited } of running.splice(0)) {
    child.kill('SIGKILL');
    await exited;
  }
});

const statusOf = async (url: string): Promise<number> => (await fetch(url)).status;

/** Opens connections until one is refused; one that waits to be accepted just then is reset. */
async function refused(url: string): Promise<string> {
  const { hostname, port } = new URL(url);
  for (;;) {
    const socket = connect(Number(port), hostname);
    const code = await once(socket, 'connect').then(
      () => undefined,
      (reason: NodeJS.ErrnoException) => reason.code,
    );
    socket.destroy();
    if (code && code !== 'ECONNRESET') return code;
  }
}

describe('a service that cannot start', () => {
  it('names the missing setting in one sentence and exits with 1', async () => {
    const service = start({});
    const [code] = await service.exited;
    expect(code).toBe(1);
    expect(service.lines).toMatchObject([
      { level: 'fatal', msg: 'service: Wrong settings: PORT is not set.' },
    ]);
  });

  it('names the occupied port in one sentence and exits with 1', async () => {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as { port: number };
    const service = start({ PORT: String(port) });
    const [code] = await service.exited;
    server.close();
    expect(code).toBe(1);
    expect(service.lines).toMatchObject([
      { level: 'fatal', msg: `service: Port ${port} of 127.0.0.1 is in use.` },
    ]);
    expect(service.lines[0]?.['err']).toBeUndefined();
  });

  it.each([
    ['192.0.2.1', {}, '192.0.2.1 is no address of this machine'],
    ['192.0.2.1', { METRICS_PORT: '0' }, '192.0.2.1 is no address of this machine'],
    ['nobody.invalid', {}, 'nobody.invalid has no address'],
  ])('names HOST of %s with %j in one sentence and exits with 1', async (HOST, env, sentence) => {
    const service = start({ PORT: '0', HOST, ...env });
    expect(await service.exited).toEqual([1, null]);
    expect(service.lines).toEqual([
      expect.objectContaining({ level: 'fatal', msg: `service: HOST: ${sentence}.` }),
    ]);
    expect(service.lines[0]?.['err']).toBeUndefined();
  });
});

/** How much each helper thread of V8 gives way to others, where there are priorities of threads. */
function nicenessOfHelpers({ child }: Running): number[] {
  if (process.platform !== 'linux') return [];
  const threads = `/proc/${child.pid}/task`;
  return readdirSync(threads)
    .map((thread) => readFileSync(`${threads}/${thread}/stat`, 'utf8').split(/[()] ?/))
    .filter(([, name]) => name === 'V8Worker')
    .map(([, , figures = '']) => Number(figures.split(' ')[16]));
}

it('a service that runs answers first, and collects garbage and compiles beside it', async () => {
  const service = start({ PORT: '0' });
  await service.url();
  const expected = process.platform === 'linux' ? [10] : [];
  expect([...new Set(nicenessOfHelpers(service))]).toEqual(expected);
});

describe('a service that is told to stop', () => {
  it.each(['SIGTERM', 'SIGINT'] as const)('%s: exits with 0', async (signal) => {
    const service = start({ PORT: '0' });
    await service.url();
    service.child.kill(signal);
    expect(await service.exited).toEqual([0, null]);
  });

  it.each([
    ['SIGTERM', 143],
    ['SIGINT', 130],
  ] as const)('%s while it starts: ends at once with %i', async (signal, code) => {
    const service = start({ PORT: '0' }, 'run-waiting-things');
    await service.line('things: wait');
    service.child.kill(signal);
    expect(await service.exited).toEqual([code, null]);
  });

  it('tells the version of the suite when it begins, and with its health', async () => {
    const service = start({ PORT: '0' });
    const url = await service.url();
    const { version } = await service.line('service: listening');
    expect(version).toMatch(/^\d+\.\d+\.\d+/);
    for (const path of ['/health/live', '/health/ready'])
      expect(await (await fetch(`${url}${path}`)).json()).toEqual({ status: 'ok', version });
    service.child.kill('SIGTERM');
    await service.exited;
  });

  it('fails its readiness, takes no more connections, finishes the request under way, exits with 0', async () => {
    const service = start({ PORT: '0', SHUTDOWN_DELAY_MS: '1500' });
    const url = await service.url();
    expect(await statusOf(`${url}/health/ready`)).toBe(200);
    const held = fetch(`${url}/auth/held`);
    await service.line('holding');
    service.child.kill('SIGTERM');
    await service.line('service: stopping');
    expect(await statusOf(`${url}/health/ready`)).toBe(503);
    const alive = await fetch(`${url}/health/live`);
    expect([alive.status, alive.headers.get('connection')]).toEqual([200, 'close']);
    expect(await refused(url)).toBe('ECONNREFUSED');
    // The request has waited all the while; only now may it end.
    service.child.kill('SIGUSR2');
    expect(await (await held).json()).toEqual({ held: true });
    expect(await service.exited).toEqual([0, null]);
  });

  it('does not wait for a connection on which nothing was ever sent', async () => {
    const service = start({ PORT: '0', SHUTDOWN_GRACE_MS: '4000' });
    const url = new URL(await service.url());
    const silent = connect(Number(url.port), url.hostname);
    await once(silent.resume(), 'connect');
    await statusOf(`${url.origin}/health/live`);
    service.child.kill('SIGTERM');
    expect(await service.exited).toEqual([0, null]);
    expect(service.lines.filter(({ level }) => level === 'warn')).toEqual([]);
  });

  it('cuts off a request that does not end, and exits with 0', async () => {
    const service = start({ PORT: '0', SHUTDOWN_GRACE_MS: '2000' });
    const held = fetch(`${await service.url()}/auth/held`).catch(() => 'cut off');
    await service.line('holding');
    service.child.kill('SIGTERM');
    expect(await held).toBe('cut off');
    expect(await service.exited).toEqual([0, null]);
    await service.line('service: not stopped yet, cuts off the requests under way');
  });

  it('is killed at the end of its grace when something cannot be closed', async () => {
    const service = start({ PORT: '0', SHUTDOWN_GRACE_MS: '200' });
    await statusOf(`${await service.url()}/auth/stuck`);
    service.child.kill('SIGTERM');
    expect(await service.exited).toEqual([null, 'SIGKILL']);
  });
});

describe('the log', () => {
  it('does not blame the service for a client that leaves before its body is complete', async () => {
    const service = start({ PORT: '0', LOG_LEVEL: 'info' });
    const url = new URL(await service.url());
    const socket = connect(Number(url.port), url.hostname);
    socket.write(
      'POST /things HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 50\r\n\r\n{',
    );
    await once(socket, 'connect');
    socket.end();
    expect(await service.line('request: client left')).toMatchObject({ level: 'info', path: '/things' });
    expect(service.lines.filter(({ level }) => level === 'error')).toEqual([]);
  });

  const SECRET = 'must-not-be-logged';
  const headers = {
    authorization: `Bearer ${SECRET}`,
    cookie: `session=${SECRET}`,
    'x-request-id': 'trace-7',
  };

  it('holds no credentials and no query, whatever the level and whatever goes wrong', async () => {
    const service = start({ PORT: '0', LOG_LEVEL: 'trace' });
    const url = await service.url();
    for (const path of [
      '/auth/authorize',
      '/auth/fails/unknown',
      '/auth/fails/http',
      '/auth/broken',
      '/things',
    ]) {
      await fetch(`${url}${path}?fields=${SECRET}`, { headers });
    }
    await fetch(`${url}/things`, { method: 'POST', headers, body: `{"password":"${SECRET}"` });
    await rawRequest(
      url,
      `GET /auth/x?code=${SECRET} HTTP/1.1\r\nauthorization: Bearer ${SECRET}\r\nbad header\r\n\r\n`,
    );
    service.child.kill('SIGTERM');
    await service.exited;
    const text = JSON.stringify(service.lines);
    expect(text).not.toContain(SECRET);
    // Bytes are logged as numbers.
    expect(text).not.toContain([...Buffer.from(SECRET)].join(','));
    const answered = service.lines.filter(({ msg }) => msg === 'request: answered');
    expect(answered).toHaveLength(6);
    expect(answered[1]).toMatchObject({
      service: 'things',
      requestId: 'trace-7',
      method: 'GET',
      path: '/auth/fails/unknown',
      status: 500,
      problem: 'internal-error',
    });
    expect(service.lines.find(({ msg }) => msg === 'request: Internal error')).toMatchObject({
      level: 'error',
      requestId: 'trace-7',
      err: { message: 'SELECT secret FROM users' },
    });
  });

  it('is silent about health probes', async () => {
    const service = start({ PORT: '0' });
    const url = await service.url();
    await statusOf(`${url}/health/live`);
    await statusOf(`${url}/nowhere`);
    service.child.kill('SIGTERM');
    await service.exited;
    expect(service.lines.filter(({ msg }) => msg === 'request: answered').map(({ path }) => path)).toEqual([
      '/nowhere',
    ]);
  });
});
