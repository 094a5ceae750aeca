import { MAX_ORG_STRUCTURES_AT_ONCE, type Reach } from '@safety/contracts';
import { type Condition, coveredBy, equal, foundBy, havingAny } from '@safety/persistence';
import { orgStructureLists } from './org-structure-lists.js';

const MOST = 2_000_000;

/**
 * SQL of the ids at and below org structures, archived ones too: an index finds them, without a look at the
 * others.
 */
export const belowSql = (company: string, ids: string, atMost = MOST): string =>
  `SELECT below.id FROM org_structures_with_path_ids(${company}, ${ids}::text[], ${atMost}) AS below(id)`;

/** Some org structures with all below them, archived ones too; with active ones below them; or they alone. */
export type Branches = 'all' | 'active' | 'tops';

/** Conditions for them, by their ids `$2` in the company `$1`. */
export const branchesSql: Record<Branches, string> = {
  all: `company_id = $1 AND id = ANY (ARRAY(${belowSql('$1', '$2')}))`,
  active: `company_id = $1 AND id = ANY (ARRAY(${belowSql('$1', '$2')})) AND NOT archived`,
  tops: 'company_id = $1 AND id = ANY ($2)',
};

/** A row if an active org structure lies right below `$2`. */
export const activeChildSql = `SELECT FROM org_structures
  WHERE company_id = $1 AND parent_id = $2 AND NOT archived LIMIT 1`;

/** A row if more lie at and below the ids `$2` than one request writes. */
export const manySql = `SELECT FROM (${belowSql('$1', '$2', MAX_ORG_STRUCTURES_AT_ONCE + 1)}) AS found
  OFFSET ${MAX_ORG_STRUCTURES_AT_ONCE}`;

/**
 * The same of active ones. An index of these is gone through until there are so many: that of all finds
 * archived ones, too.
 */
export const manyActiveSql = `SELECT FROM org_structures
  WHERE company_id = $1 AND NOT archived AND path_ids && $2::uuid[] OFFSET ${MAX_ORG_STRUCTURES_AT_ONCE} LIMIT 1`;

/** Places that the caller can select, or those that the caller cannot. */
export function selectableIs(wanted: boolean | undefined, reach: Reach): Condition | undefined {
  if (wanted === undefined) return undefined;
  const covered = coveredBy(reach, 'pathIds');
  if (!covered || reach === 'everywhere')
    return (column) => (wanted ? `NOT ${column('archived')}` : column('archived'));
  const condition: Condition = (column, binds) =>
    `${wanted ? '' : 'NOT '}(NOT ${column('archived')} AND ${covered(column, binds)})`;
  return wanted ? foundBy(condition, havingAny(orgStructureLists, 'pathIds', reach)?.candidates) : condition;
}

/** The caller's default place, or all others. */
export function isDefaultIs(
  wanted: boolean | undefined,
  defaultId: string | undefined,
): Condition | undefined {
  if (wanted === undefined) return undefined;
  if (defaultId === undefined) return wanted ? () => 'false' : undefined;
  return wanted ? equal('id', defaultId) : (column, binds) => `${column('id')} <> ${binds.add(defaultId)}`;
}
