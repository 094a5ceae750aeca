import type { ListDeclaration } from '@safety/persistence';

const MOST = 2_000_000;

/** An org structure and all below it have its id in their paths. No list shows the table. */
export const belowLists: ListDeclaration = {
  table: 'org_structures',
  defaultSort: 'path',
  sorts: [],
  sets: ['pathIds'],
};

/**
 * SQL of the ids at and below an org structure, also where it is not known yet: an index finds them behind
 * the wall, without a look at the others.
 */
export const atOrBelowSql = (company: string, id: string): string => {
  const found = `org_structures_with_path_ids(${company}, ARRAY[${id}::uuid]::text[], ${MOST})`;
  return `SELECT below.id FROM ${found} AS below(id)`;
};
