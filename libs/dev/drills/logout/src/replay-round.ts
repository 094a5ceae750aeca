import { Browser } from '@safety/demo-journey';
import type { Suite } from '@safety/local-stack';
import { type Application, holdingOf, type SignedIn } from './application.js';
import { answersOf, untilRefused } from './refusal.js';

const EMAIL = 'admin@demo.example';
const TIMES = 50;

/** Something that counts once was sent fifty times at once, to the processes of identity in turn. */
export interface ReplayRound {
  /** The status of each of the fifty. */
  statuses: number[];
  /**
   * From the moment the fifty were sent until every gateway refused the access tokens that came from it, in
   * milliseconds.
   */
  refusedMs: number;
}

/** Replays a code (RFC 6749 section 4.1.2). Throws when none of the fifty was redeemed. */
export async function replayCode(suite: Suite, application: Application): Promise<ReplayRound> {
  const code = await application.codeFor(new Browser(), EMAIL);
  const startedAt = performance.now();
  const answers = await concurrently(suite, (at) => application.redeem(code, at));
  const redeemed = answers.filter(({ ok }) => ok);
  if (redeemed.length === 0) throw new Error('Nobody got anything for the code');
  return untilEnded(suite, startedAt, answers, await Promise.all(redeemed.map(holdingOf)));
}

/** Replays a refresh token whose successor was used (RFC 9700 section 4.14.2). */
export async function replayRefreshToken(suite: Suite, application: Application): Promise<ReplayRound> {
  const first = await application.signIn(new Browser(), EMAIL);
  const second = await holdingOf(await application.exchange(first));
  const third = await holdingOf(await application.exchange(second));
  const held = [first, second, third];
  const before = await answersOf(suite, held);
  if (before.some((status) => status !== 200)) throw new Error(`Before the replay: ${before.join(', ')}`);
  const startedAt = performance.now();
  const answers = await concurrently(suite, (at) => application.exchange(first, at));
  return untilEnded(suite, startedAt, answers, held);
}

const concurrently = ({ replicaUrls }: Suite, send: (at: string) => Promise<Response>): Promise<Response[]> =>
  Promise.all(
    Array.from({ length: TIMES }, (_, turn) =>
      send(replicaUrls.identity[turn % replicaUrls.identity.length] as string),
    ),
  );

async function untilEnded(
  suite: Suite,
  startedAt: number,
  answers: readonly Response[],
  held: readonly SignedIn[],
): Promise<ReplayRound> {
  await untilRefused(suite, held);
  const refusedMs = performance.now() - startedAt;
  await Promise.all(answers.map((answer) => answer.bodyUsed || answer.arrayBuffer()));
  return { statuses: answers.map(({ status }) => status), refusedMs };
}
