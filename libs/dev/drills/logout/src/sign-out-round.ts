import { Browser } from '@safety/demo-journey';
import type { Suite } from '@safety/local-stack';
import type { Application, SignedIn } from './application.js';
import { answersOf, untilRefused } from './refusal.js';

const EMAIL = 'admin@demo.example';

/** How long a sign-out took, from the moment the browser asked for it, in milliseconds. */
export interface Round {
  /** Until the browser had the signed-out page. */
  pageMs: number;
  /** Until the application that the user did not sign out at was told. */
  toldMs: number;
  /** Until every gateway refused the access tokens of all applications. */
  refusedMs: number;
  /** The tokens of the applications. */
  ended: SignedIn[];
}

/** Signs in at all applications in one browser, and signs out at the first. The second must answer. */
export async function signOutRound(suite: Suite, applications: readonly Application[]): Promise<Round> {
  const browser = new Browser();
  const held: SignedIn[] = [];
  for (const application of applications) held.push(await application.signIn(browser, EMAIL));
  const [first, second] = held;
  if (!first || !second) throw new Error('It takes two applications');
  const answers = await answersOf(suite, held);
  if (answers.some((status) => status !== 200)) throw new Error(`Before the sign-out: ${answers.join(', ')}`);

  const startedAt = performance.now();
  const took = (): number => performance.now() - startedAt;
  const endSession = new URL(`${suite.url}/auth/connect/endsession?id_token_hint=${first.idToken}`);
  const [pageMs, toldMs, refusedMs] = await Promise.all([
    browser.open(endSession).then(took),
    applications[1]?.receiver.told(second.sid).then(took) ?? 0,
    untilRefused(suite, held).then(took),
  ]);
  return { pageMs, toldMs, refusedMs, ended: held };
}
