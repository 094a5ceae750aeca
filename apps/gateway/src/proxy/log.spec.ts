import { randomInt, randomUUID } from 'node:crypto';
import type { RequestListener } from 'node:http';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { hashedForLog } from '@safety/platform';
import { eventually } from '@safety/testing';
import { type GatewayProcess, startGatewayProcess } from '../testing/gateway-under-test.js';
import { rawRequest } from '../testing/raw-request.js';

let gateway: GatewayProcess;

beforeAll(async () => {
  gateway = await startGatewayProcess({ UPSTREAM_BUDGET_MS: '1000', UPSTREAM_CONNECTIONS: '2' });
});

afterAll(() => gateway.close());

const IDS = Array.from({ length: 12 }, (_, number) => `request-${number}`);

const HEALING = 'healing';
/** Asks until the service is well again after what a test before has done to it. */
const healed = (headers: Record<string, string>) =>
  gateway.fetch('/api/hazards', { headers: { ...headers, 'x-request-id': HEALING } });
const lines = () => gateway.lines.filter(({ requestId }) => requestId !== HEALING);

/** Each way for a service to fail, and one not to; several requests at once share each of two connections. */
it.each<[string, string, RequestListener]>([
  ['answers', 'request: answered', (_, response) => response.end('{}')],
  ['closes', 'request: answered', (request) => request.socket.destroy()],
  ['speaks no HTTP', 'request: answered', (request) => request.socket.end('nonsense\r\n\r\n')],
  ['never answers', 'request: answered', () => undefined],
  [
    'stops half-way',
    'upstream: answer broke off',
    (_, response) => {
      response.writeHead(200, { 'content-length': '100' }).write('half');
      setImmediate(() => response.destroy());
    },
  ],
])('every line of the log names its own request, when a service %s', async (_, message, handler) => {
  const sid = randomUUID();
  const { userId, headers } = await gateway.member({ claims: { sid } });
  gateway.answerWith((_request, response) => response.end('{}'));
  await eventually(async () => expect((await healed(headers)).status).toBe(200));
  gateway.answerWith(handler);
  gateway.lines.length = 0;
  await Promise.all(
    IDS.map(async (id) => {
      const answer = await gateway.fetch(`/api/hazards/${id}`, {
        headers: { ...headers, 'x-request-id': id },
      });
      await answer.text().catch(() => undefined);
    }),
  );
  await eventually(() => {
    const last = lines().filter(({ msg }) => msg === message);
    expect(last.map(({ requestId }) => requestId).sort()).toEqual([...IDS].sort());
  });
  for (const { path, requestId } of lines()) {
    expect(IDS).toContain(requestId);
    if (path !== undefined) expect(path).toBe(`/api/hazards/${requestId}`);
  }
  const [line] = lines();
  expect(line).toMatchObject({ user: hashedForLog(userId), session: hashedForLog(sid) });
  expect(new Set(lines().map(({ user, session }) => `${user} ${session}`)).size).toBe(1);
  for (const secret of [userId, sid, headers.authorization.slice('Bearer '.length)])
    expect(JSON.stringify(lines())).not.toContain(secret);
});

it('a method that no path has is a refusal, no fault, and a network that sends too many is named', async () => {
  const strict = await startGatewayProcess({ RATE_LIMIT_ADDRESS: '6', TRUSTED_PROXIES: '1' });
  const network = `10.${randomInt(256)}.${randomInt(256)}`;
  for (const _ of [1, 2])
    await rawRequest(strict.url, 'TRACE /api/hazards', [`X-Forwarded-For: ${network}.7`]);
  const told = () => strict.lines.filter(({ msg }) => msg.startsWith('request: '));
  await eventually(() => expect(told()).toHaveLength(2));
  await strict.close();
  const [unknown, tooMany] = told();
  expect(unknown).toMatchObject({ level: 'info', status: 501, problem: 'not-implemented' });
  expect(unknown).not.toHaveProperty('network');
  expect(tooMany).toMatchObject({ problem: 'rate-limited:address', network: `${network}.0/24` });
});
