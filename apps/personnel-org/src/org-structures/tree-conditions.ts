import type { Reach } from '@safety/contracts';
import { type Condition, coveredBy } from '@safety/persistence';

/** Places that the caller can select, or those that the caller cannot. */
export function selectableIs(wanted: boolean | undefined, reach: Reach): Condition | undefined {
  if (wanted === undefined) return undefined;
  return (column, binds) => {
    const covered = coveredBy(reach, 'pathIds')?.(column, binds) ?? 'true';
    return `${wanted ? '' : 'NOT '}(NOT ${column('archived')} AND ${covered})`;
  };
}

/** The caller's default place, or all others. */
export function isDefaultIs(
  wanted: boolean | undefined,
  defaultId: string | undefined,
): Condition | undefined {
  if (wanted === undefined) return undefined;
  return (column, binds) => {
    const same = `${column('id')} IS NOT DISTINCT FROM ${binds.add(defaultId ?? null)}::uuid`;
    return wanted ? same : `NOT (${same})`;
  };
}
