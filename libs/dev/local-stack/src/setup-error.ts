/**
 * A problem the person at the keyboard can solve. Its message is one sentence that says what is wrong and
 * what to do, so callers print the message and no stack.
 */
export class SetupError extends Error {
  override readonly name = 'SetupError';
}

/** The way out where data of the suite itself cannot be used. */
export const resetHint = 'run npx --yes pnpm start --reset to begin with empty data';
