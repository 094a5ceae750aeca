const WITHIN_MS = 60_000;
/** A user may send fifty requests at once, and five in a second after that. */
const ASK_AGAIN_AFTER_MS = 500;

/**
 * Asks until an answer is the one that is waited for: what one service writes reaches another over the bus.
 */
export async function until<Answer>(
  what: string,
  ask: () => Promise<Answer>,
  isIt: (answer: Answer) => boolean,
): Promise<Answer> {
  const deadline = Date.now() + WITHIN_MS;
  for (;;) {
    const answer = await ask();
    if (isIt(answer)) return answer;
    if (Date.now() > deadline)
      throw new Error(`${what}: still ${JSON.stringify(answer)} after ${WITHIN_MS} ms`);
    await new Promise((resolve) => setTimeout(resolve, ASK_AGAIN_AFTER_MS));
  }
}
