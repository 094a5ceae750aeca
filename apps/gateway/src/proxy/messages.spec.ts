import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { type GatewayUnderTest, startGateway } from '../testing/gateway-under-test.js';
import { answeredMessages, refusedMessages } from './messages.cases.js';

let gateway: GatewayUnderTest;

beforeAll(async () => {
  gateway = await startGateway();
});

afterAll(() => gateway.close());

/** Counts what the service reads, not only what it is sent. */
beforeEach(() => {
  gateway.answerWith((request, response) => {
    request.resume();
    request.on('end', () => response.end('answered\r\n'));
  });
});

const LAST = 'GET /auth/last HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n';

/** Everything that comes back until the gateway closes, which is what ends it. */
async function answersTo(bytes: string): Promise<string> {
  const { hostname, port } = new URL(gateway.url);
  const socket = connect(Number(port), hostname);
  await once(socket, 'connect');
  socket.write(bytes, 'latin1');
  return (await buffer(socket)).toString('latin1');
}

const statusesOf = (answers: string): number[] =>
  [...answers.matchAll(/^HTTP\/1\.1 (\d{3})/gm)]
    .map(([, status]) => Number(status))
    .filter((status) => status >= 200);

const paths = () => gateway.received.map(({ url }) => url);

describe('a message that is not clear is refused once, closed on, and reaches no service', () => {
  it.each(refusedMessages)('$status: $name', async ({ bytes, status, code }) => {
    const answers = await answersTo(bytes + LAST);
    expect(statusesOf(answers)).toEqual([status]);
    const [head = '', body = ''] = answers.split('\r\n\r\n');
    expect(head).toMatch(/^content-type: application\/(?:problem\+)?json/im);
    expect(head).toMatch(/^connection: close$/im);
    expect(JSON.parse(body)).toMatchObject({ status, code });
    expect(paths()).toEqual([]);
  });
});

describe('a message that is unusual but clear is answered, and the next one too', () => {
  it.each(answeredMessages)('%s', async (_, bytes) => {
    const answers = await answersTo(bytes + LAST);
    expect(statusesOf(answers)).toEqual([200, 200]);
    expect(paths().sort()).toEqual(['/auth/first', '/auth/last']);
  });
});

it.each([
  ['a socket (RFC 9110 7.8)', ['Connection: Upgrade', 'Upgrade: websocket']],
  [
    'HTTP/2 (RFC 9113 3.1)',
    ['Connection: Upgrade, HTTP2-Settings', 'Upgrade: h2c', 'HTTP2-Settings: AAMAAABk'],
  ],
])(
  'a client that asks to upgrade to %s gets its answer, and the connection is closed',
  async (_, headers) => {
    const first = ['GET /auth/first HTTP/1.1', 'Host: localhost', ...headers, '', ''].join('\r\n');
    const answers = await answersTo(first + LAST);
    expect(statusesOf(answers)).toEqual([200]);
    expect(paths()).toEqual(['/auth/first']);
  },
);

it('a body that is under way when a chunk turns out to be none never looks whole to the service', async () => {
  const arrived = Promise.withResolvers<IncomingMessage>();
  gateway.answerWith((request) => arrived.resolve(request.resume()));
  const { hostname, port } = new URL(gateway.url);
  const socket = connect(Number(port), hostname);
  const answers = buffer(socket);
  const head = 'POST /auth/first HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n';
  socket.write(`${head}5\r\nhello\r\n`);
  const request = await arrived.promise;
  const isClosed = new Promise((resolve) => request.socket.once('close', resolve));
  socket.write(`no chunk\r\n${LAST}`);
  expect(statusesOf((await answers).toString('latin1'))).toEqual([400]);
  await isClosed;
  expect([request.complete, paths()]).toEqual([false, ['/auth/first']]);
});
