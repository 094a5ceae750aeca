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
  return async () => {
    try {
      const signal = AbortSignal.timeout(ANSWER_WITHIN_MS);
      return await identity.ask({ path: PATH, signal, read: async ({ ok }) => ok });
    } catch {
      return false;
    }
  };
}
