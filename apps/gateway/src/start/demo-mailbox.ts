import { AnyProcess } from '@safety/auth-guard';
import type { GatewaySettings } from '../config.js';

const PATH = '/auth/demo/mailbox';
const ANSWER_WITHIN_MS = 1_000;

/**
 * Whether identity serves a demo. The gateway asks identity, since a setting of its own could contradict it.
 * The mailbox exists only with `DEMO` and without an SMTP server. While identity is unavailable, there is no
 * demo to try.
 */
export function demoMailbox({ IDENTITY_URL }: GatewaySettings): () => Promise<boolean> {
  const identity = new AnyProcess(IDENTITY_URL);
  const read = async (answer: Response): Promise<boolean> => {
    await answer.body?.cancel();
    return answer.ok;
  };
  return async () => {
    try {
      return await identity.ask({ path: PATH, signal: AbortSignal.timeout(ANSWER_WITHIN_MS), read });
    } catch {
      return false;
    }
  };
}
