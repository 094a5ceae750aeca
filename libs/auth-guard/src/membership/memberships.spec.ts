import { randomUUID } from 'node:crypto';
import type { RequestListener } from 'node:http';
import { afterAll, beforeAll, beforeEach, expect, it } from '@jest/globals';
import type { Membership } from '@safety/contracts';
import { type Listener, listen } from '@safety/testing';
import { Memberships } from './memberships.js';

const companyId = randomUUID();
const caller = { userId: randomUUID(), clientId: 'client', scopes: [], token: 'the.token' };
const membership: Membership = {
  companyId,
  timeZone: 'UTC',
  requireIfMatch: false,
  allowSelfApproval: false,
  defaultApproverUserIds: [],
  assignments: [],
};

let now: number;
let server: Listener;
let requests: string[];
let answer: RequestListener;
let memberships: Memberships;

const json =
  (body: unknown, status = 200): RequestListener =>
  (_, response) =>
    void response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));

beforeAll(async () => {
  server = await listen((request, response) => {
    requests.push(`${request.url} ${request.headers.authorization}`);
    answer(request, response);
  });
});

afterAll(() => server.close());

beforeEach(() => {
  now = 1_000_000;
  requests = [];
  answer = json({ userId: caller.userId, companies: [membership] });
  memberships = new Memberships([server.url], () => now);
});

const find = (company = companyId, by = caller) => memberships.find(by, company);

it("asks with the caller's own token", async () => {
  expect(await find()).toEqual(membership);
  expect(requests).toEqual(['/internal/memberships/me Bearer the.token']);
});

it('knows for 60 seconds, about companies that are not the caller’s too', async () => {
  await find();
  now += 59_999;
  expect(await find()).toEqual(membership);
  expect(await find(randomUUID())).toBeUndefined();
  expect(requests).toHaveLength(1);
  now += 2;
  answer = json({ userId: caller.userId, companies: [] });
  expect(await find()).toBeUndefined();
  expect(requests).toHaveLength(2);
});

it('finds an invitation without a word of it, and names the company to accept it', async () => {
  answer = json({ userId: caller.userId, companies: [{ ...membership, accepted: false }] });
  expect(await find()).toMatchObject({ accepted: false });
  expect(requests).toEqual(['/internal/memberships/me Bearer the.token']);
  answer = json({ userId: caller.userId, companies: [{ ...membership, accepted: true }] });
  expect(await memberships.accept(caller, companyId)).toMatchObject({ accepted: true });
  expect(requests.at(-1)).toBe(`/internal/memberships/me?companyId=${companyId} Bearer the.token`);
  expect(await find()).toMatchObject({ accepted: true });
  await find();
  expect(requests).toHaveLength(3);
});

it('knows apart what was told at a client of a company, and forgets both together', async () => {
  const other = randomUUID();
  const limited = { ...caller, companyId: other, token: 'a.limited.token' };
  await find();
  answer = json({ userId: caller.userId, companies: [] });
  expect(await find(companyId, limited)).toBeUndefined();
  expect(await find()).toEqual(membership);
  expect(requests).toHaveLength(2);
  memberships.forget([caller.userId]);
  expect([await find(), await find(companyId, limited)]).toEqual([undefined, undefined]);
  expect(requests).toHaveLength(4);
});

it('forgets when it is told to, and only whom', async () => {
  const other = { ...caller, userId: randomUUID() };
  await find();
  answer = json({ userId: other.userId, companies: [membership] });
  await find(companyId, other);
  memberships.forget([caller.userId, randomUUID()]);
  answer = json({ userId: caller.userId, companies: [] });
  expect(await find()).toBeUndefined();
  expect(await find(companyId, other)).toEqual(membership);
  expect(requests).toHaveLength(3);
});

it('asks once for many requests at the same time', async () => {
  const found = await Promise.all(Array.from({ length: 10 }, () => find()));
  expect(found).toEqual(Array(10).fill(membership));
  expect(requests).toHaveLength(1);
});

it('an answer that was under way when it was told to forget is not kept', async () => {
  const asked = Promise.withResolvers<void>();
  const gate = Promise.withResolvers<void>();
  answer = async (_, response) => {
    asked.resolve();
    await gate.promise;
    response.end(JSON.stringify({ userId: caller.userId, companies: [membership] }));
  };
  const stale = find();
  await asked.promise;
  memberships.forget([caller.userId]);
  gate.resolve();
  await stale;
  answer = json({ userId: caller.userId, companies: [] });
  expect(await find()).toBeUndefined();
});

it.each<[string, RequestListener]>([
  ['500', json({}, 500)],
  ['401', json({}, 401)],
  [
    'a redirect away from accounts',
    (_, response) => void response.writeHead(302, { location: 'http://127.0.0.1:1' }).end(),
  ],
  ['another user', json({ userId: randomUUID(), companies: [membership] })],
  ['half an answer', json({ userId: caller.userId })],
  [
    'an unknown permission',
    json({ userId: caller.userId, companies: [{ ...membership, assignments: [{ permissions: ['all'] }] }] }),
  ],
  ['HTML', (_, response) => void response.end('<html>')],
  ['a hang-up', (request) => void request.socket.destroy()],
])('503 when accounts answers %s, and the next request asks again', async (_, failing) => {
  answer = failing;
  await expect(find()).rejects.toMatchObject({ code: 'unavailable', status: 503 });
  answer = json({ userId: caller.userId, companies: [membership] });
  expect(await find()).toEqual(membership);
});

it('503 when nobody listens', async () => {
  const away = new Memberships(['http://127.0.0.1:1']);
  await expect(away.find(caller, companyId)).rejects.toMatchObject({ code: 'unavailable' });
});
