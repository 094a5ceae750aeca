import { expect, it } from '@jest/globals';
import type { AccessTokenClaims } from '@safety/contracts';
import { Revocations } from './revocations.js';

const IN_AN_HOUR = Math.floor(Date.now() / 1000) + 3600;
const PAST = 1_700_000_000;
const MANY = 150_000;

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

it('what is over leaves the memory once identity was asked again', () => {
  const revocations = new Revocations();
  revocations.add({ sid: 'over', issuedBefore: IN_AN_HOUR, until: PAST });
  revocations.add({ sid: 'living', issuedBefore: IN_AN_HOUR, until: IN_AN_HOUR });
  revocations.markKnown();
  expect([revocations.cover(claims('over')), revocations.cover(claims('living'))]).toEqual([false, true]);
});

it('an older message that comes late takes nothing back', () => {
  const revocations = new Revocations();
  revocations.add({ sid: 's', issuedBefore: IN_AN_HOUR, until: IN_AN_HOUR });
  revocations.add({ sid: 's', issuedBefore: 1, until: IN_AN_HOUR - 60 });
  expect(revocations.cover(claims('s'))).toBe(true);
});

it('none is forgotten while a token of it can live, however many come after', () => {
  const revocations = new Revocations();
  for (let index = 0; index <= MANY; index++) {
    revocations.add({ sid: `s${index}`, issuedBefore: IN_AN_HOUR, until: IN_AN_HOUR });
  }
  const covered = ['s0', 's1', `s${MANY}`].map((sid) => revocations.cover(claims(sid)));
  expect(covered).toEqual([true, true, true]);
});

it('of a subject at a client ends those of neither alone', () => {
  const revocations = new Revocations();
  revocations.add({ sub: 'user', clientId: 'client', issuedBefore: PAST + 1, until: IN_AN_HOUR });
  const changed: Partial<AccessTokenClaims>[] = [
    {},
    { sub: 'other' },
    { client_id: 'other' },
    { iat: PAST + 1 },
  ];
  const covered = changed.map((change) => revocations.cover({ ...claims('s'), ...change }));
  expect(covered).toEqual([true, false, false, false]);
});
