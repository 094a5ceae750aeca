import { randomUUID } from 'node:crypto';
import { expect, it } from '@jest/globals';
import type { TestCaller } from './api.js';

interface Case {
  name: string;
  status: number;
  code: string;
  body: unknown;
  type?: string;
}

const cases: Case[] = [
  { name: 'half a body', status: 400, code: 'malformed-json', body: '{"' },
  {
    name: 'a form',
    status: 415,
    code: 'unsupported-media-type',
    body: 'id=1',
    type: 'application/x-www-form-urlencoded',
  },
  { name: 'no id', status: 422, code: 'validation-failed', body: {} },
  { name: 'a list', status: 422, code: 'validation-failed', body: [] },
  { name: 'an id that is no id', status: 422, code: 'validation-failed', body: { id: 'mine' } },
  {
    name: 'an id that does not exist, before an unknown member',
    status: 404,
    code: 'not-found',
    body: { id: randomUUID(), thereIsNoSuchMember: 1 },
  },
];

/** Generates the refusals of a write whose body names the row (`idIn: 'body'`). */
export function describeIdentifiedBodies(
  caller: () => Promise<TestCaller>,
  method: 'POST' | 'PUT',
  path: string,
): void {
  it.each(cases)('$status $code: $name', async ({ status, code, body, type }) => {
    const who = await caller();
    const options = type === undefined ? {} : { headers: { 'content-type': type } };
    const answer = await (method === 'PUT' ? who.put : who.post)(path, body, options);
    expect({ status: answer.status, code: answer.body.code }).toEqual({ status, code });
    if (status === 422) expect(answer.body.errors[0].pointer).toMatch(/^(\/id)?$/);
  });
}
