import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { eventually } from '@safety/testing';
import { type GatewayUnderTest, type Member, startGateway } from '../testing/gateway-under-test.js';

let gateway: GatewayUnderTest;
let member: Member;
let nowhere: string;

/** An address on which nothing listens any more. */
async function closedAddress(): Promise<string> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return `http://127.0.0.1:${port}`;
}

beforeAll(async () => {
  nowhere = await closedAddress();
  gateway = await startGateway({
    TRAINING_URL: nowhere,
    UPSTREAM_BUDGET_MS: '300',
    UPSTREAM_CONNECTIONS: '2',
  });
  member = await gateway.member();
});

afterAll(() => gateway.close());

/** One answer that comes through ends the effects of the previous test. */
beforeEach(async () => {
  gateway.answerWith((_, response) => response.end('{}'));
  await eventually(async () => expect((await get('/api/hazards')).status).toBe(200));
});

const get = (path: string, init: RequestInit = {}) =>
  gateway.fetch(path, { headers: member.headers, ...init });

async function expectUnavailable(answer: Response): Promise<void> {
  expect(answer.status).toBe(503);
  expect(answer.headers.get('retry-after')).toBe('1');
  expect(answer.headers.get('api-version')).toBe('1.3.1');
  expect(await answer.json()).toMatchObject({
    code: 'unavailable',
    traceId: answer.headers.get('x-request-id'),
  });
}

describe('503 with Retry-After', () => {
  it('when nothing listens there', async () => {
    await expectUnavailable(await get('/api/courses'));
  });

  it('for a body too', async () => {
    await expectUnavailable(await get('/api/courses', { method: 'POST', body: '{}' }));
  });

  it('when the service does not begin to answer, and its request ends', async () => {
    const ended = Promise.withResolvers<void>();
    gateway.answerWith((request) => request.socket.once('close', () => ended.resolve()));
    await expectUnavailable(await get('/api/hazards'));
    await ended.promise;
  });

  it('when every connection is taken for too long', async () => {
    gateway.answerWith((_, response) => {
      const speaking = setInterval(() => response.write('a word'), 50);
      response.writeHead(200).write('the first word');
      response.once('close', () => clearInterval(speaking));
    });
    const held = await Promise.all([1, 2].map(() => get('/api/hazards')));
    const waiting = await Promise.all([3, 4].map(() => get('/api/hazards')));
    for (const answer of waiting) await expectUnavailable(answer);
    expect(gateway.received).toHaveLength(2);
    await Promise.all(held.map(({ body }) => body?.cancel()));
  });

  it.each<[string, RequestListener]>([
    ['closes', (request) => request.socket.destroy()],
    ['speaks no HTTP', (request) => request.socket.end('nonsense\r\n\r\n')],
  ])('when a service %s in place of an answer', async (_, handler) => {
    gateway.answerWith(handler);
    await expectUnavailable(await get('/api/hazards', { method: 'POST' }));
    expect(gateway.received).toHaveLength(1);
  });
});

it('an answer that stops half-way is cut', async () => {
  gateway.answerWith((_, response) => {
    response.writeHead(200).write('half');
  });
  await expect(get('/api/hazards').then((answer) => answer.text())).rejects.toThrow('terminated');
});

it('a safe request on a connection that was just closed is sent once more (RFC 9110 9.2.2)', async () => {
  let attempts = 0;
  gateway.answerWith((request, response) =>
    ++attempts === 1 ? request.socket.destroy() : response.end('{}'),
  );
  expect((await get('/api/hazards')).status).toBe(200);
  expect(attempts).toBe(2);
});

it('other services go on, and the one that was away answers when it is back', async () => {
  gateway.answerWith((_, response) => response.end('{}'));
  expect((await get('/api/hazards')).status).toBe(200);
  const server = createServer((_, response) => response.end('{}')).listen(
    Number(new URL(nowhere).port),
    '127.0.0.1',
  );
  await eventually(async () => expect((await get('/api/courses')).status).toBe(200));
  server.closeAllConnections();
  server.close();
});
