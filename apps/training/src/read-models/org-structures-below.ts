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
 * SQL of the ids at and below org structures, also where they are not known yet: an index finds them behind
 * the wall, without a look at the others.
 */
export const atOrBelowSql = (company: string, ids: string): string => {
  const found = `org_structures_with_path_ids(${company}, ${ids}::text[], ${MOST})`;
  return `SELECT below.id FROM ${found} AS below(id)`;
};
