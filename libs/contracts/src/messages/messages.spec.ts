import { describe, expect, it } from '@jest/globals';
import { expectTypeOf } from 'expect-type';
import * as contracts from '../index.js';
import type { MessageContract } from './message.js';

const isMessage = (value: unknown): value is MessageContract =>
  typeof value === 'object' && value !== null && 'owner' in value && 'payload' in value;

const messages = Object.values<unknown>(contracts).filter(isMessage);
const ID = '0b37ab49-9ea5-4f4c-8b49-5d9a8f9d1f60';

describe.each(messages.map((message) => [message.name, message] as const))('%s', (name, message) => {
  it('is in the past tense with a version', () => {
    expect(name).toMatch(/^[a-z]+(-[a-z]+)*(ed|d)\.v[1-9]\d*$/);
  });

  it('says nothing by an empty payload', () => {
    expect(message.payload.safeParse({}).success).toBe(false);
  });
});

it('has no name twice', () => {
  const names = messages.map(({ name }) => name);
  expect(names.length).toBeGreaterThanOrEqual(6);
  expect(new Set(names).size).toBe(names.length);
});

it('stateMessages has each message with a state, which tells of what a restore has lost', () => {
  const states = messages.filter(({ stateOf }) => stateOf);
  expect(new Set(contracts.stateMessages)).toEqual(new Set(states));
  expect(states.filter(({ lost }) => !lost)).toEqual([]);
});

describe('payloads', () => {
  it.each([
    ['a session', { sid: 's', issuedBefore: 1, until: 2 }, true],
    ['a grant', { grantId: 'g', issuedBefore: 1, until: 2 }, true],
    ['a user', { userId: ID, issuedBefore: 1, until: 2 }, true],
    ['a client', { clientId: 'c', issuedBefore: 1, until: 2 }, true],
    ['a subject at a client', { clientId: 'c', sub: 's', issuedBefore: 1, until: 2 }, true],
    ['a subject at no client', { sid: 'i', sub: 's', issuedBefore: 1, until: 2 }, false],
    ['one token', { jti: 'j', issuedBefore: 1, until: 2 }, true],
    ['nothing', { issuedBefore: 1, until: 2 }, false],
    ['two things at once', { sid: 's', userId: ID, issuedBefore: 1, until: 2 }, false],
    ['a session without an end', { sid: 's', issuedBefore: 1 }, false],
    ['half seconds', { sid: 's', issuedBefore: 1.5, until: 2 }, false],
  ])('tokens-revoked of %s', (_, payload, valid) => {
    expect(contracts.tokensRevoked.payload.safeParse(payload).success).toBe(valid);
  });

  it('readers ignore members that a newer writer adds', () => {
    expect(contracts.membershipsChanged.payload.parse({ userIds: [ID], reason: 'new' })).toEqual({
      userIds: [ID],
    });
  });
});

describe('types', () => {
  it('SaveCourse has the writable members and no read-only one', () => {
    type ReadOnly = 'id' | 'version' | 'createdAt' | 'modifiedAt' | 'archived' | 'archivedAt' | 'status';
    expectTypeOf<Extract<keyof contracts.SaveCourse, ReadOnly>>().toBeNever();
    expectTypeOf<contracts.SaveCourse>().toHaveProperty('code').toBeString();
    expectTypeOf<contracts.SaveCourse>().toHaveProperty('description').toEqualTypeOf<string | null>();
    expectTypeOf<contracts.SaveCourse>().toHaveProperty('externalId').toEqualTypeOf<string | null>();
  });

  it('a list knows its own filters', () => {
    expectTypeOf<contracts.ListCourses>().toExtend<contracts.ListQuery>();
    expectTypeOf<NonNullable<contracts.ListCourses['status']>[number]>().toEqualTypeOf<
      'draft' | 'active' | 'retired'
    >();
  });
});
