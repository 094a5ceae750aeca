import { describe, expect, it } from '@jest/globals';
import type { AdapterPayload } from 'oidc-provider';
import { mergeSessions } from './session-merge.js';

const session = (members: object): AdapterPayload => ({ uid: 'a-session', ...members }) as AdapterPayload;
const client = (name: string) => ({ [name]: { grantId: `grant of ${name}`, sid: 'a-session' } });

describe('a session that two requests have changed', () => {
  it('has the clients that each has added, and lacks those that each has removed', () => {
    const read = session({ authorizations: { ...client('old'), ...client('gone') } });
    const stored = session({ authorizations: { ...client('old'), ...client('gone'), ...client('first') } });
    const mine = session({ authorizations: { ...client('old'), ...client('second') } });
    expect(mergeSessions(stored, read, mine).authorizations).toEqual({
      ...client('old'),
      ...client('first'),
      ...client('second'),
    });
  });

  it('keeps what the other has written where this one has only read', () => {
    const read = session({ accountId: 'a-user', loginTs: 1, exp: 10 });
    const stored = session({ accountId: 'a-user', loginTs: 2, state: { secret: 'x' }, exp: 11 });
    expect(mergeSessions(stored, read, { ...read, exp: 12 })).toEqual({
      ...stored,
      exp: 12,
      authorizations: {},
    });
  });
});
