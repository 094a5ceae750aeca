import { once } from 'node:events';
import { Agent, request as httpRequest, type IncomingMessage } from 'node:http';
import { connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createService } from '../../service/service.js';
import { baseSettingsSchema } from '../../settings/base-settings.js';
import { rawRequest } from '../../testing/raw-request.js';
import { ThingsModule } from '../../testing/things.js';

type App = Awaited<ReturnType<typeof createService>>['app'];

let app: App;
let url: string;
/** Waits for a request for a moment only. */
let impatient: App;

async function listening(settings: Record<string, string> = {}): Promise<App> {
  const env = { PORT: '0', LOG_LEVEL: 'silent', AUTH_URL: 'http://id.localhost:8080', ...settings };
  const options = { name: 'things', settings: baseSettingsSchema };
  const { app } = await createService(ThingsModule, options, env);
  await app.listen(0, '127.0.0.1');
  return app;
}

beforeAll(async () => {
  [app, impatient] = await Promise.all([listening(), listening({ REQUEST_TIMEOUT_MS: '300' })]);
  url = await app.getUrl();
});

afterAll(() => Promise.all([app.close(), impatient.close()]));

/** Sends lines and reads the answer: its head, and its body when it is JSON. */
async function answerTo(...lines: string[]) {
  return parsed(await rawRequest(url, lines.join('\r\n')));
}

function parsed(answer: string) {
  const [head = '', body = ''] = answer.split('\r\n\r\n');
  return { status: Number(head.split(' ')[1]), head: head.toLowerCase(), body };
}

const END = ['Connection: close', '', ''];

describe('what is refused before any handler is a problem like all others', () => {
  it.each([
    ['no Host (RFC 9112 3.2)', ['GET /things HTTP/1.1', ...END], 400, 'bad-request'],
    ['two of them', ['GET /things HTTP/1.1', 'Host: a', 'HOST: a', ...END], 400, 'bad-request'],
    [
      'an expectation (RFC 9110 10.1.1)',
      ['GET /things HTTP/1.1', 'Host: a', 'Expect: foo', ...END],
      417,
      'expectation-failed',
    ],
    ['CONNECT', ['CONNECT a:80 HTTP/1.1', 'Host: a:80', '', ''], 501, 'not-implemented'],
    ['TRACE', ['TRACE /things HTTP/1.1', 'Host: a', ...END], 501, 'not-implemented'],
    ['PROPFIND', ['PROPFIND /things HTTP/1.1', 'Host: a', ...END], 501, 'not-implemented'],
    ['no such method', ['FETCH /things HTTP/1.1', 'Host: a', ...END], 400, 'bad-request'],
    ['OPTIONS of everything', ['OPTIONS * HTTP/1.1', 'Host: a', ...END], 404, 'not-found'],
    ['GET of everything', ['GET * HTTP/1.1', 'Host: a', ...END], 404, 'not-found'],
    ['a path without its slash', ['GET things HTTP/1.1', 'Host: a', ...END], 400, 'bad-request'],
    [
      'another host (RFC 9112 3.2.2)',
      ['GET http://evil.example/things HTTP/1.1', 'Host: a', ...END],
      400,
      'bad-request',
    ],
    [
      'another host in place of a user of ours',
      ['GET http://evil.example@id.localhost:8080/things HTTP/1.1', 'Host: a', ...END],
      400,
      'bad-request',
    ],
    [
      'a body of which there is only the type',
      ['POST /things HTTP/1.1', 'Host: a', 'Content-Type: application/json', ...END],
      422,
      'validation-failed',
    ],
    ['half an escape', ['GET /things/%4 HTTP/1.1', 'Host: a', ...END], 400, 'bad-request'],
    ['HTTP/2 without asking', ['PRI * HTTP/2.0', '', 'SM', '', ''], 400, 'bad-request'],
  ])('%s', async (_, lines, status, code) => {
    expectProblem(await answerTo(...lines), status, code);
  });

  it.each([
    ['nothing at all', ['']],
    ['headers that never end', ['GET /things HTTP/1.1', 'Host: a', 'X']],
    [
      'a body that never ends',
      ['POST /things HTTP/1.1', 'Host: a', 'Content-Type: application/json', 'Content-Length: 9', '', '{'],
    ],
  ])('%s, in time', async (_, lines) => {
    const answer = parsed(await rawRequest(await impatient.getUrl(), lines.join('\r\n')));
    expectProblem(answer, 408, 'request-timeout');
  });

  function expectProblem(answer: ReturnType<typeof parsed>, status: number, code: string) {
    expect(answer.status).toBe(status);
    expect(answer.head).toContain('content-type: application/problem+json');
    const problem = JSON.parse(answer.body);
    expect(problem).toMatchObject({ status, code });
    expect(answer.head).toContain(`x-request-id: ${problem.traceId}`);
    expect(answer.head).toContain('connection: close');
    if (status === 501) expect(answer.head).not.toMatch(/^allow:/m);
  }
});

it.each<[string, (socket: Socket) => unknown]>([
  ['resets it', (socket) => socket.resetAndDestroy()],
  ['keeps it open', () => undefined],
])('501 for CONNECT ends the connection, and nothing else, where the client %s', async (_, leave) => {
  const { hostname, port } = new URL(url);
  const accepted = once(app.getHttpServer(), 'connection') as Promise<[Socket]>;
  const socket = connect({ port: Number(port), host: hostname, allowHalfOpen: true });
  socket.on('error', () => undefined).write('CONNECT a:80 HTTP/1.1\r\nHost: a:80\r\n\r\n');
  const [connection] = await accepted;
  const ended = new Promise((resolve) => connection.once('close', resolve));
  const [answer] = await once(socket, 'data');
  expect(String(answer)).toContain('HTTP/1.1 501 ');
  leave(socket);
  await ended;
  socket.destroy();
});

it('413 for a body in chunks that is too large reaches the client, and its connection goes on', async () => {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const post = async (bytes: number) => {
    const headers = { 'content-type': 'application/json' };
    const request = httpRequest(`${url}/things`, { agent, method: 'POST', headers });
    const answered = once(request, 'response') as Promise<[IncomingMessage]>;
    const piece = Buffer.alloc(bytes / 10, ' ');
    for (let sent = 0; sent < 10; sent++) await new Promise((written) => request.write(piece, written));
    request.end('{"name":"a"}');
    const [answer] = await answered;
    return { status: answer.statusCode, code: JSON.parse(await text(answer)).code };
  };
  for (let round = 0; round < 3; round++) {
    expect(await post(4_000_000)).toEqual({ status: 413, code: 'payload-too-large' });
    expect(await post(1000)).toEqual({ status: 201 });
  }
  agent.destroy();
});

it.each(['/things', '/nowhere'])('the rest of a refused body is not read without end: %s', async (path) => {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname).on('error', () => undefined);
  socket.write(
    `POST ${path} HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 99999999999\r\n\r\n`,
  );
  const piece = Buffer.alloc(1024 * 1024, ' ');
  let pieces = 0;
  while (socket.writable && pieces < 1_000) {
    pieces++;
    await new Promise((written) => socket.write(piece, written));
  }
  // Beside the eight that are dropped there is what the buffers of both sockets hold.
  expect(pieces).toBeLessThan(100);
  socket.destroy();
});

it('404 for the target of the whole server (RFC 9112 section 3.2.4), with its request id', async () => {
  const answer = await answerTo('OPTIONS * HTTP/1.1', 'Host: a', 'X-Request-Id: whole', ...END);
  expect([answer.status, JSON.parse(answer.body).traceId]).toEqual([404, 'whole']);
  expect(answer.head).toContain('x-request-id: whole');
});

describe('what HTTP allows is answered', () => {
  it.each([
    ['absolute form', ['GET http://id.localhost:8080/things HTTP/1.1', 'Host: a', ...END]],
    [
      'absolute form in capitals',
      ['GET HTTP://ID.localhost:8080/things?limit=1 HTTP/1.1', 'Host: a', ...END],
    ],
    ['HTTP/1.0 without Host', ['GET /things HTTP/1.0', '', '']],
    ['100-continue', ['GET /things HTTP/1.1', 'Host: a', 'Expect: 100-Continue', ...END]],
    ['an upgrade that nobody wants', ['GET /things HTTP/1.1', 'Host: a', 'Upgrade: h2c', ...END]],
  ])('%s', async (_, lines) => {
    const bytes = await rawRequest(url, lines.join('\r\n'));
    expect(bytes).toContain('HTTP/1.1 200 OK');
    expect(bytes).toContain('"data":[');
  });

  it('a host of our own without a path is the root', async () => {
    const { status, body } = await answerTo('GET http://id.localhost:8080 HTTP/1.1', 'Host: a', ...END);
    expect({ status, instance: JSON.parse(body).instance }).toEqual({ status: 404, instance: '/' });
  });
});
