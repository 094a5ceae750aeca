import { MAX_REFERENCES } from '@safety/contracts';
import { ProblemError } from '@safety/platform';

/** A row that stands in the way of archiving another one. */
export interface Reference {
  /** The first segment of its path, for example `personnel`. */
  resource: string;
  id: string;
  /** Whether the caller may read it; others are not named. */
  readable: boolean;
}

/** Throws 409 `in-use` when there are any references; it names those that the caller may read. */
export function refuseReferences(what: string, references: readonly Reference[]): void {
  if (references.length === 0) return;
  const named = references.filter(({ readable }) => readable).slice(0, MAX_REFERENCES);
  throw new ProblemError('in-use', {
    detail: `The ${what} is in use.`,
    extensions: { references: named.map(({ resource, id }) => ({ resource, id })) },
  });
}
