import { setTimeout as pause } from 'node:timers/promises';

const ASK_EVERY_MS = 250;
const SAY_EVERY_MS = 10_000;

/** The log of a preparation, as pino has it. */
export interface PreparationLog {
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
}

/** How long a preparation waits for others, and where it says so. */
export interface Patience {
  /** Milliseconds after which it gives up. */
  withinMs: number;
  log: PreparationLog;
}

/** Ten minutes, in silence: for tests, which have a log of their own. */
export const patient: Patience = {
  withinMs: 600_000,
  log: { info: () => undefined, warn: () => undefined },
};

/**
 * Asks again until nothing is in the way. Says at once, and then every ten seconds, what it waits for.
 * @param obstacle tells what is in the way, or nothing
 * @throws when something is in the way for longer than it may be
 */
export async function waitWhile(
  obstacle: () => Promise<string | undefined>,
  { withinMs, log }: Patience,
): Promise<void> {
  const startedAt = performance.now();
  let sayAt = startedAt;
  for (;;) {
    const inTheWay = await obstacle();
    if (inTheWay === undefined) return;
    const now = performance.now();
    const waitedSeconds = Math.round((now - startedAt) / 1_000);
    if (now - startedAt >= withinMs) throw new Error(`Gave up after ${waitedSeconds} s: ${inTheWay}.`);
    if (now >= sayAt) {
      sayAt = now + SAY_EVERY_MS;
      log.info({ waitedSeconds }, `preparation: waits, ${inTheWay}`);
    }
    await pause(ASK_EVERY_MS);
  }
}
