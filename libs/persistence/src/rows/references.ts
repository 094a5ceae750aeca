import type { FieldError } from '@safety/contracts';

/** A row that a member of a body names. */
export interface NamedRow {
  /** JSON pointer of the member (RFC 6901), for example `/prerequisiteCourseIds/0`. */
  pointer: string;
  id: string;
}

/** The rows that members of one body name; members without a value are left out. */
export const namedRows = (members: Readonly<Record<string, string | readonly string[] | null>>): NamedRow[] =>
  Object.entries(members).flatMap(([member, value]) => {
    if (value === null) return [];
    if (typeof value === 'string') return [{ pointer: `/${member}`, id: value }];
    return value.map((id, index) => ({ pointer: `/${member}/${index}`, id }));
  });

/** The error of a reference to nothing that the caller may see. */
export const unknownRow = (pointer: string, what: string): FieldError => ({
  pointer,
  code: 'not-found',
  detail: `No such ${what}.`,
});

/** The error of a new reference to something that is archived. */
export const archivedRow = (pointer: string, what: string): FieldError => ({
  pointer,
  code: 'archived-reference',
  detail: `The ${what} is archived.`,
});

/**
 * The named rows that cannot be named: those that are not known, and those that are archived.
 * @param known the rows that there are, each with whether it is archived
 */
export const referenceFaults = (
  what: string,
  named: readonly NamedRow[],
  known: ReadonlyMap<string, boolean>,
): FieldError[] =>
  named.flatMap(({ pointer, id }) => {
    const archived = known.get(id);
    if (archived === undefined) return [unknownRow(pointer, what)];
    return archived ? [archivedRow(pointer, what)] : [];
  });
