import { describe, expect, it } from '@jest/globals';
import { Browser } from '@safety/demo-journey';
import { eventually } from '@safety/testing';
import { type Application, holdingOf } from './application.js';
import { answersOf } from './refusal.js';
import { replayCode, replayRefreshToken } from './replay-round.js';
import type { Testbed } from './testbed.js';

const EMAIL = 'admin@demo.example';
const TIMES = 50;
/** A code that is exchanged 50 times at once is waited for, too long for some on a busy machine. */
const REFUSED = [400, 503];

export function describeReuse(testbed: () => Testbed): void {
  describe('a code or refresh token that comes twice, at two processes of identity', () => {
    const application = () => testbed().applications[0] as Application;

    it('50 exchanges of one code at once: one 200, and what it got ends at both gateways (RFC 6749 4.1.2)', async () => {
      const { statuses } = await replayCode(testbed().suite, application());
      expect(statuses.filter((status) => !REFUSED.includes(status))).toEqual([200]);
    });

    it('50 uses at once of a refresh token that is spent: 400, and its family ends at both gateways (RFC 9700 4.14.2)', async () => {
      const { statuses } = await replayRefreshToken(testbed().suite, application());
      expect(statuses).toEqual(Array.from({ length: TIMES }, () => 400));
    });

    it('50 first uses at once of a refresh token: one exchange, whose successor all get, and the family lives', async () => {
      const held = await application().signIn(new Browser(), EMAIL);
      const { identity } = testbed().suite.replicaUrls;
      const successors = await Promise.all(
        Array.from({ length: TIMES }, async (_, turn) =>
          holdingOf(await application().exchange(held, identity[turn % identity.length])),
        ),
      );
      expect(new Set(successors.map(({ refreshToken }) => refreshToken)).size).toBe(1);
      expect(new Set(await answersOf(testbed().suite, [held, ...successors]))).toEqual(new Set([200]));
    });

    it('ends nothing that another sign-in of the same user got', async () => {
      const another = await application().signIn(new Browser(), EMAIL);
      const code = await application().codeFor(new Browser(), EMAIL);
      const held = await holdingOf(await application().redeem(code));
      expect(await answersOf(testbed().suite, [held])).toEqual([200, 200]);
      expect((await application().redeem(code)).status).toBe(400);
      await eventually(async () => expect(await answersOf(testbed().suite, [held])).toEqual([401, 401]));
      expect(await answersOf(testbed().suite, [another])).toEqual([200, 200]);
    });
  });
}
