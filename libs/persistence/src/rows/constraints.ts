import { invalidField, type ProblemError } from '@safety/platform';

const UNIQUE_VIOLATION = '23505';
const FOREIGN_KEY_VIOLATION = '23503';

interface DatabaseError {
  code?: string;
  constraint?: string;
}

/** The unique constraint that a statement violated, or none. */
export function violatedUnique(error: unknown): string | undefined {
  const { code, constraint } = error as DatabaseError;
  return code === UNIQUE_VIOLATION ? constraint : undefined;
}

/** 422 for a member that names a row that does not exist in the company. */
export function referenceProblem(
  error: unknown,
  references: Readonly<Record<string, string>>,
): ProblemError | undefined {
  const { code, constraint } = error as DatabaseError;
  const property = code === FOREIGN_KEY_VIOLATION && constraint ? references[constraint] : undefined;
  return property === undefined
    ? undefined
    : invalidField(`/${property}`, 'not-found', `No such ${property}.`);
}
