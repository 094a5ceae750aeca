import { setTimeout as delay } from 'node:timers/promises';
import type { Suite } from '@safety/local-stack';
import type { SignedIn } from './application.js';

const ASK_AGAIN_AFTER_MS = 5;
/** Twice the limit of single logout while Redis is unavailable. */
const PATIENCE_MS = 60_000;

/** The answers of every gateway to every access token, gateway by gateway. */
export async function answersOf(
  { replicaUrls }: Pick<Suite, 'replicaUrls'>,
  holders: readonly Pick<SignedIn, 'accessToken'>[],
): Promise<number[]> {
  const statuses: number[] = [];
  for (const gateway of replicaUrls.gateway)
    for (const { accessToken } of holders) statuses.push(await answerTo(gateway, accessToken));
  return statuses;
}

/** Resolves when every gateway refuses every access token. Throws when one still does not after a minute. */
export async function untilRefused(
  { replicaUrls }: Pick<Suite, 'replicaUrls'>,
  holders: readonly Pick<SignedIn, 'accessToken'>[],
): Promise<void> {
  const end = performance.now() + PATIENCE_MS;
  const refused = async (gateway: string, accessToken: string): Promise<void> => {
    while ((await answerTo(gateway, accessToken)) !== 401) {
      if (performance.now() > end)
        throw new Error(`${gateway} still admits an access token of an ended session`);
      await delay(ASK_AGAIN_AFTER_MS);
    }
  };
  await Promise.all(
    replicaUrls.gateway.flatMap((gateway) => holders.map(({ accessToken }) => refused(gateway, accessToken))),
  );
}

const answerTo = (gateway: string, accessToken: string): Promise<number> =>
  statusOf(`${gateway}/accounts/companies/me`, { authorization: `Bearer ${accessToken}` });

/** The status of an answer that is read to its end: one left half-read would keep the process alive. */
export async function statusOf(address: string, headers: Record<string, string>): Promise<number> {
  const answer = await fetch(address, { headers });
  await answer.arrayBuffer();
  return answer.status;
}
