import { toProblemError } from '../problems/to-problem-error.js';
import { tlsAdvice } from '../tls/advice.js';

/** The database of a service cannot be used as its setting says, whose name the caller knows. */
export class NoDatabase extends Error {
  override readonly name = 'NoDatabase';

  /** @param cause what the driver says of a connection */
  constructor(cause: unknown) {
    super(reasonOf(cause), { cause });
  }

  sentence(setting = 'DATABASE_URL'): string {
    const { cause } = this;
    const advice = tlsAdvice(cause);
    if (advice) return `The database at ${setting} cannot be used: ${advice}`;
    const isAway = !isRefusal(cause) && toProblemError(cause).code === 'unavailable';
    return `The database at ${setting} ${isAway ? 'does not answer' : 'cannot be used'}: ${this.message}.`;
  }
}

/** A role, a password or a database that the server does not know. */
const isRefusal = (error: unknown): boolean => /^(28|3D)/.test(String((error as { code?: unknown }).code));

/** A name with several addresses fails with one error for each, and no words of its own. */
function reasonOf(error: unknown): string {
  const first: unknown = error instanceof AggregateError ? (error.errors[0] ?? error) : error;
  return (first instanceof Error && first.message) || 'no connection';
}
