import { MAX_REFERENCES, type ProblemExtensions } from '@safety/contracts';
import { ProblemError } from '@safety/platform';

/** A row that stands in the way of archiving another one, or of bringing one back. */
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
  throw new ProblemError('in-use', { detail: `The ${what} is in use.`, extensions: named(references) });
}

/** Throws 409 `archived` when there are any archived rows in the way of a write of another one. */
export function refuseArchived(detail: string, archived: readonly Reference[]): void {
  if (archived.length > 0) throw new ProblemError('archived', { detail, extensions: named(archived) });
}

function named(references: readonly Reference[]): Pick<ProblemExtensions, 'references'> {
  const readable = references.filter((reference) => reference.readable).slice(0, MAX_REFERENCES);
  return { references: readable.map(({ resource, id }) => ({ resource, id })) };
}
