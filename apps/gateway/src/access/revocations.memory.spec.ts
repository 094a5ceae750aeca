import { expect, it } from '@jest/globals';
import type { AccessTokenClaims } from '@safety/contracts';
import { Revocations } from './revocations.js';

const IN_AN_HOUR = Math.floor(Date.now() / 1000) + 3600;
const PAST = 1_700_000_000;
const MAX_ENTRIES = 100_000;

const claims = (sid: string): AccessTokenClaims => ({
  iss: '',
  aud: '',
  sub: 'user',
  client_id: 'client',
  scope: '',
  exp: IN_AN_HOUR,
  iat: PAST,
  jti: 'token',
  sid,
});

it('what is over leaves the memory with the next snapshot', () => {
  const revocations = new Revocations();
  revocations.add({ sid: 'over', issuedBefore: IN_AN_HOUR, until: PAST });
  revocations.add({ sid: 'living', issuedBefore: IN_AN_HOUR, until: IN_AN_HOUR });
  revocations.learn([]);
  expect([revocations.cover(claims('over')), revocations.cover(claims('living'))]).toEqual([false, true]);
});

it('an older message that comes late takes nothing back', () => {
  const revocations = new Revocations();
  revocations.add({ sid: 's', issuedBefore: IN_AN_HOUR, until: IN_AN_HOUR });
  revocations.add({ sid: 's', issuedBefore: 1, until: IN_AN_HOUR - 60 });
  expect(revocations.cover(claims('s'))).toBe(true);
});

it('past the limit the one that was told first goes', () => {
  const revocations = new Revocations();
  for (let index = 0; index <= MAX_ENTRIES; index++) {
    revocations.add({ sid: `s${index}`, issuedBefore: IN_AN_HOUR, until: IN_AN_HOUR });
  }
  const covered = ['s0', 's1', `s${MAX_ENTRIES}`].map((sid) => revocations.cover(claims(sid)));
  expect(covered).toEqual([false, true, true]);
});
