import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { once } from 'node:events';
import {
  Agent,
  type ClientRequest,
  request as httpRequest,
  type IncomingMessage,
  type RequestListener,
  type RequestOptions,
} from 'node:http';
import { connect, type Socket } from 'node:net';
import { buffer, text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { eventually } from '@safety/testing';
import { type GatewayUnderTest, type Member, startGateway } from '../testing/gateway-under-test.js';
import { rawRequest } from '../testing/raw-request.js';

let gateway: GatewayUnderTest;
let member: Member;

beforeAll(async () => {
  gateway = await startGateway();
  member = await gateway.member();
});

afterAll(() => gateway.close());

/** A request that is let through, so that only the streaming is looked at. */
const open = (
  options: Pick<RequestOptions, 'method' | 'agent' | 'path'> & { headers?: object } = {},
): ClientRequest =>
  httpRequest(`${gateway.url}/api/hazards`, {
    ...options,
    headers: { ...member.headers, ...options.headers },
  });

async function answerTo(request: ClientRequest): Promise<IncomingMessage> {
  const [answer] = (await once(request, 'response')) as [IncomingMessage];
  return answer;
}

/** However it closes: half a request is an error of its socket. */
const closed = (socket: Socket): Promise<void> =>
  new Promise((resolve) => socket.on('close', () => resolve()));

const MEBIBYTE = 1024 * 1024;

/** Answers for as long as anybody reads. */
const endless: RequestListener = (_, response) => {
  const more = () => {
    while (response.write(Buffer.alloc(64 * 1024)));
  };
  response.on('drain', more);
  more();
};

describe('bodies', () => {
  it.each([
    ['by length', { 'content-length': String(MEBIBYTE) }],
    ['in chunks', { 'transfer-encoding': 'chunked' }],
  ])('a large one in both directions, %s', async (_, headers) => {
    gateway.answerWith((request, response) => request.pipe(response));
    const sent = Buffer.alloc(MEBIBYTE, 'body');
    const request = open({ method: 'POST', headers });
    request.end(sent);
    const received = await buffer(await answerTo(request));
    expect(received.equals(sent)).toBe(true);
  });

  it('a DELETE with a body', async () => {
    gateway.answerWith((request, response) => request.pipe(response));
    const request = open({ method: 'DELETE', headers: { 'content-length': '2' } });
    request.end('{}');
    expect(await text(await answerTo(request))).toBe('{}');
  });

  it('a body that nobody could parse goes through as it is', async () => {
    gateway.answerWith((request, response) => request.pipe(response));
    const request = open({
      method: 'POST',
      headers: { 'content-type': 'not a type', 'content-length': '1' },
    });
    request.end('{');
    const answer = await answerTo(request);
    expect([answer.statusCode, await text(answer)]).toEqual([200, '{']);
  });

  it('the first piece arrives before the last is sent, in both directions', async () => {
    gateway.answerWith((request, response) => request.pipe(response));
    const request = open({ method: 'POST' });
    request.write('first');
    const answer = await answerTo(request);
    const [first] = await once(answer, 'data');
    expect(String(first)).toBe('first');
    request.end('last');
    expect(await text(answer)).toBe('last');
  });

  it('413 before a byte of a body of more than 1 MiB is passed on', async () => {
    const { headers } = await gateway.member();
    gateway.answerWith((_, response) => response.end());
    const length = String(MEBIBYTE + 1);
    const request = httpRequest(`${gateway.url}/api/hazards`, {
      method: 'POST',
      headers: { ...headers, 'content-length': length },
    });
    request.flushHeaders();
    const answer = await answerTo(request);
    expect([answer.statusCode, JSON.parse(await text(answer)).code]).toEqual([413, 'payload-too-large']);
    expect(gateway.received).toEqual([]);
    request.destroy();
  });

  it('408 for a body that stops coming, and the service is rid of it', async () => {
    const impatient = await startGateway({ REQUEST_TIMEOUT_MS: '1000' });
    const arrived = Promise.withResolvers<IncomingMessage>();
    impatient.answerWith((request) => arrived.resolve(request.resume()));
    const request = httpRequest(`${impatient.url}/auth/any`, {
      method: 'POST',
      headers: { 'x-request-id': 'slow' },
    });
    const answered = answerTo(request);
    request.write('half');
    const { socket } = await arrived.promise;
    const isClosed = closed(socket);
    const answer = await answered;
    expect(answer).toMatchObject({
      statusCode: 408,
      headers: { connection: 'close', 'content-type': 'application/json' },
    });
    expect(JSON.parse(await text(answer))).toMatchObject({ code: 'request-timeout', traceId: 'slow' });
    await isClosed;
    request.destroy();
    await impatient.close();
  });

  it('408 for a small body that stops coming, and no service has seen it', async () => {
    const impatient = await startGateway({ REQUEST_TIMEOUT_MS: '300' });
    const headers = { 'content-length': '10' };
    const request = httpRequest(`${impatient.url}/auth/any`, { method: 'POST', headers });
    request.write('half');
    const answer = await answerTo(request);
    expect([answer.statusCode, JSON.parse(await text(answer)).code]).toEqual([408, 'request-timeout']);
    expect(impatient.received).toEqual([]);
    request.destroy();
    await impatient.close();
  });

  it('503 for a body that stops because the service does not take it', async () => {
    const impatient = await startGateway({
      REQUEST_TIMEOUT_MS: '300',
      UPSTREAM_BUDGET_MS: '900',
      UPSTREAM_CONNECTIONS: '1',
    });
    const taken = Promise.withResolvers<void>();
    impatient.answerWith(() => taken.resolve());
    const { headers } = await impatient.member();
    const first = impatient.fetch('/api/courses', { headers }).catch(() => undefined);
    await taken.promise;
    const request = httpRequest(`${impatient.url}/api/courses`, { method: 'POST', headers });
    request.write(Buffer.alloc(512 * 1024));
    const answer = await answerTo(request);
    expect([answer.statusCode, answer.headers['retry-after']]).toEqual([503, '1']);
    request.destroy();
    await impatient.close();
    await first;
  });

  it.each<[string, RequestListener, number]>([
    ['an early answer', (_, response) => response.writeHead(401).end('early'), 401],
    ['an early end', (request) => request.socket.destroy(), 503],
  ])('after %s the rest of the body is dropped and the connection goes on', async (_, handler, status) => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    gateway.answerWith(handler);
    const request = open({ agent, method: 'POST', headers: { 'content-length': String(MEBIBYTE) } });
    request.write('some');
    const answer = await answerTo(request);
    expect(answer.statusCode).toBe(status);
    request.end(Buffer.alloc(MEBIBYTE - 4));
    await text(answer);
    gateway.answerWith((_request, response) => response.end('next'));
    expect(await text(await answerTo(open({ agent }).end()))).toBe('next');
    agent.destroy();
  });
});

it.each([
  ['1 MiB', '/api/hazards', MEBIBYTE],
  ['56 KiB', '/auth/token', 56 * 1024],
])('413 once a body in chunks passes %s: %s', async (_, path, limit) => {
  gateway.answerWith((request) => request.resume());
  const request = httpRequest(gateway.url + path, {
    method: 'POST',
    headers: { ...member.headers, 'transfer-encoding': 'chunked' },
  });
  request.on('error', () => undefined);
  request.write(Buffer.alloc(limit));
  request.end(Buffer.alloc(limit));
  const answer = await answerTo(request);
  expect({ status: answer.statusCode, code: JSON.parse(await text(answer)).code }).toEqual({
    status: 413,
    code: 'payload-too-large',
  });
});

it('a HEAD keeps the connection to the service, and says nothing of its stopping', async () => {
  gateway.answerWith((_, response) => response.end());
  for (const method of ['GET', 'HEAD', 'GET']) await answerTo(open({ method }).end()).then(text);
  const [first, ...others] = gateway.received.map(({ socket }) => socket);
  expect(others.map((socket) => socket === first)).toEqual([true, true]);
  expect(gateway.received[1]?.headers.connection).toBe('keep-alive');
});

it('the rest of a body that is answered early is read up to 8 MiB', async () => {
  gateway.answerWith((request, response) => {
    response.writeHead(404).end();
    request.resume();
  });
  const request = httpRequest(`${gateway.url}/auth/any`, { method: 'POST' }).on('error', () => undefined);
  request.write('first');
  expect((await answerTo(request)).statusCode).toBe(404);
  const { socket } = request;
  let sent = 0;
  while (socket && !socket.destroyed && sent < 64 * MEBIBYTE) {
    request.write(Buffer.alloc(MEBIBYTE));
    sent += MEBIBYTE;
    await Promise.race([once(request, 'drain').catch(() => undefined), closed(socket)]);
  }
  expect(sent).toBeLessThan(64 * MEBIBYTE);
});

describe('back-pressure', () => {
  it('a client that does not read stops the service', async () => {
    let sent = 0;
    let waiting = false;
    gateway.answerWith((_, response) => {
      const piece = Buffer.alloc(64 * 1024);
      const send = () => {
        waiting = false;
        do sent += piece.length;
        while (response.write(piece));
        waiting = true;
      };
      response.on('drain', send);
      send();
    });
    const answer = await answerTo(open().end());
    const before = process.memoryUsage.rss();
    let last = -1;
    await eventually(async () => {
      const stood = waiting && sent === last;
      last = sent;
      for (let turns = 0; turns < 200; turns++) await new Promise(setImmediate);
      expect(stood && waiting && sent === last).toBe(true);
    });
    expect(process.memoryUsage.rss() - before).toBeLessThan(100 * MEBIBYTE);
    answer.destroy();
  });

  it('an answer that ends with its connection arrives whole, however slowly it is read', async () => {
    const size = 16 * MEBIBYTE;
    gateway.answerWith(({ socket }) => {
      socket.write('HTTP/1.1 200 OK\r\nconnection: close\r\n\r\n');
      socket.end(Buffer.alloc(size));
    });
    let read = 0;
    for await (const piece of await answerTo(open().end())) {
      read += (piece as Buffer).length;
      await new Promise(setImmediate);
    }
    expect(read).toBe(size);
  });
});

describe('slow clients may keep a quarter of the connections to a service, at least one', () => {
  let narrow: GatewayUnderTest;
  beforeAll(async () => {
    narrow = await startGateway({ UPSTREAM_CONNECTIONS: '2' });
  });
  afterAll(() => narrow.close());

  it('one more that sends slowly: 408 for the one that began first, and others are answered', async () => {
    narrow.answerWith((request, response) => {
      if (request.method === 'GET') response.end('read');
    });
    const slow = () => {
      const request = httpRequest(`${narrow.url}/auth/any`, { method: 'POST' }).on('error', () => undefined);
      request.write('half');
      return request;
    };
    const first = slow();
    await eventually(() => expect(narrow.received).toHaveLength(1));
    const second = slow();
    expect((await answerTo(first)).statusCode).toBe(408);
    expect(await (await narrow.fetch('/auth/any')).text()).toBe('read');
    for (const request of [first, second]) request.destroy();
  });

  it('one more that reads slowly: the one that stopped first is cut off, and others are answered', async () => {
    narrow.answerWith((request, response) =>
      request.url === '/auth/endless' ? endless(request, response) : response.end('read'),
    );
    const slow = async () => answerTo(httpRequest(`${narrow.url}/auth/endless`).end());
    const first = await slow();
    const second = await slow();
    await expect(text(first)).rejects.toThrow('aborted');
    expect(await (await narrow.fetch('/auth/any')).text()).toBe('read');
    second.destroy();
  });
});

describe('broken connections', () => {
  it('of a client that leaves while it is let through: the service is never asked', async () => {
    const { headers } = await gateway.member();
    const asked = Promise.withResolvers<void>();
    const left = Promise.withResolvers<void>();
    gateway.beforeMemberships(() => {
      asked.resolve();
      return left.promise;
    });
    gateway.answerWith((request, response) => response.end(request.url));
    const request = open({ path: '/api/hazards?of=left', headers })
      .on('error', () => undefined)
      .end();
    await asked.promise;
    request.destroy();
    // A request that comes later is answered once the gateway has seen the other client go.
    await gateway.fetch('/health/live');
    left.resolve();
    expect(await (await gateway.fetch('/api/hazards', { headers })).text()).toBe('/hazards');
    expect(gateway.received.map(({ url }) => url)).toEqual(['/hazards']);
  });

  it('of a second answer that breaks off behind a first one: the connection is cut', async () => {
    gateway.answerWith((request, response) => {
      if (request.url === '/auth/first') return;
      response.writeHead(200, { 'content-length': '100' }).write('half', () => response.destroy());
    });
    const { hostname, port } = new URL(gateway.url);
    const socket = connect(Number(port), hostname).resume();
    for (const path of ['first', 'second']) socket.write(`GET /auth/${path} HTTP/1.1\r\nHost: a\r\n\r\n`);
    await closed(socket);
  });

  it('of a client that reads none of many small answers is cut off', async () => {
    const impatient = await startGateway({ REQUEST_TIMEOUT_MS: '300' });
    impatient.answerWith((_, response) => response.end(Buffer.alloc(16 * 1024)));
    const accepted = once(impatient.app.getHttpServer(), 'connection') as Promise<[Socket]>;
    const { hostname, port } = new URL(impatient.url);
    const socket = connect(Number(port), hostname).pause();
    const [connection] = await accepted;
    const ended = closed(connection);
    socket.on('error', () => undefined);
    for (let count = 0; count < 2_000; count++) socket.write('GET /auth/any HTTP/1.1\r\nHost: a\r\n\r\n');
    await ended;
    socket.destroy();
    await impatient.close();
  });

  it('a client that stops reading is cut off, and the service is rid of it', async () => {
    const impatient = await startGateway({ REQUEST_TIMEOUT_MS: '1000' });
    const arrived = Promise.withResolvers<IncomingMessage>();
    impatient.answerWith((request, response) => {
      arrived.resolve(request);
      endless(request, response);
    });
    const request = httpRequest(`${impatient.url}/auth/any`).end();
    const [answer, { socket }] = await Promise.all([answerTo(request), arrived.promise]);
    if (!socket.destroyed) await closed(socket);
    await expect(text(answer)).rejects.toThrow('aborted');
    await impatient.close();
  });

  it('what a client never read leaves with the connection to the service', async () => {
    const connections: Socket[] = [];
    const keep = (message: unknown) => connections.push((message as { socket: Socket }).socket);
    subscribe('undici:client:connected', keep);
    const fresh = await startGateway();
    const arrived = Promise.withResolvers<IncomingMessage>();
    fresh.answerWith((request, response) => {
      arrived.resolve(request);
      endless(request, response);
    });
    const answer = await answerTo(httpRequest(`${fresh.url}/auth/any`).end());
    const { remotePort } = (await arrived.promise).socket;
    const connection = connections.find(({ localPort }) => localPort === remotePort);
    await eventually(() => expect(connection?.readableLength).toBeGreaterThan(0));
    answer.destroy();
    await eventually(() => expect(connection?.closed).toBe(true));
    expect(connection?.readableLength).toBe(0);
    unsubscribe('undici:client:connected', keep);
    await fresh.close();
  });

  it('a client that goes away ends the request of the service', async () => {
    const arrived = Promise.withResolvers<IncomingMessage>();
    gateway.answerWith((request) => arrived.resolve(request));
    const request = open().on('error', () => undefined);
    request.end();
    const { socket } = await arrived.promise;
    request.destroy();
    await closed(socket);
  });

  it('a client that goes away in its own body ends it too', async () => {
    const arrived = Promise.withResolvers<IncomingMessage>();
    gateway.answerWith((request) => arrived.resolve(request));
    const request = open({ method: 'POST' }).on('error', () => undefined);
    request.write('half');
    const { socket } = await arrived.promise;
    request.destroy();
    await closed(socket);
  });

  it.each([
    ['by length', { 'content-length': '100' }],
    ['in chunks', {}],
  ])('half an answer %s never looks whole', async (_, headers) => {
    gateway.answerWith((_request, response) => {
      response.writeHead(200, headers).write('half');
      setImmediate(() => response.destroy());
    });
    const answer = await answerTo(open().end());
    await expect(text(answer)).rejects.toThrow('aborted');
  });

  it('half an answer never looks whole to a client of HTTP/1.0, which knows its end by the connection', async () => {
    gateway.answerWith((_request, response) => {
      response.write('half');
      setImmediate(() => response.destroy());
    });
    const half = rawRequest(gateway.url, 'GET /auth/any', [], '', '1.0');
    await expect(half).rejects.toThrow('ECONNRESET');
  });
});

describe('answers', () => {
  it.each([
    ['HEAD', 200, { 'content-length': '7' }],
    ['HEAD', 200, {}],
    ['GET', 204, {}],
    ['GET', 304, { etag: '"1"' }],
    ['GET', 304, { 'content-length': '7' }],
    ['POST', 204, {}],
  ])('%s %d %j has no body and keeps its headers', async (method, status, headers) => {
    gateway.answerWith((_, response) => response.writeHead(status, headers).end());
    const answer = await answerTo(open({ method }).end());
    expect(await text(answer)).toBe('');
    expect(answer.statusCode).toBe(status);
    expect(answer.headers).toMatchObject(headers);
  });

  it('several Set-Cookie lines stay apart, and headers of the connection stay behind', async () => {
    gateway.answerWith((_, response) =>
      response
        .writeHead(200, {
          'set-cookie': ['a=1', 'b=2'],
          connection: 'keep-alive, x-private',
          'x-private': '1',
          upgrade: 'h2c',
        })
        .end(),
    );
    const { headers } = await answerTo(open({ path: '/auth/any' }).end());
    expect(headers['set-cookie']).toEqual(['a=1', 'b=2']);
    expect([headers['x-private'], headers.upgrade]).toEqual([undefined, undefined]);
  });

  it('what a service says of a deprecated operation', async () => {
    const said = {
      deprecation: '@1769817600',
      sunset: 'Thu, 31 Dec 2026 00:00:00 GMT',
      link: '</api/new>; rel="successor-version"',
    };
    gateway.answerWith((_, response) => response.writeHead(200, said).end('{}'));
    const { headers } = await answerTo(open().end());
    expect(headers).toMatchObject(said);
  });

  it('an interim answer and trailers (RFC 9110 15.2, 6.5)', async () => {
    gateway.answerWith((_, response) => {
      response.writeEarlyHints({ link: '</style.css>; rel=preload' });
      response.writeHead(200, { trailer: 'x-checksum' });
      response.write('body');
      response.addTrailers({ 'x-checksum': 'abc' });
      response.end();
    });
    const request = open();
    const hinted = once(request, 'information');
    const answer = await answerTo(request.end());
    expect((await hinted)[0]).toMatchObject({ statusCode: 103 });
    expect(await text(answer)).toBe('body');
    expect(answer.trailers).toEqual({ 'x-checksum': 'abc' });
  });

  it('a client of HTTP/1.0 gets its answer without chunks', async () => {
    gateway.answerWith((_, response) => {
      response.write('one');
      response.end('two');
    });
    const { head } = await rawRequest(gateway.url, 'GET /auth/any', [], '', '1.0');
    expect(head).toMatch(/^HTTP\/1\.1 200/);
    expect(head).not.toMatch(/chunked/i);
  });
});
