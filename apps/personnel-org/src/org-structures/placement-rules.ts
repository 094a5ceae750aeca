import {
  type CompanyContext,
  covers,
  type FieldError,
  MAX_ORG_STRUCTURE_DEPTH,
  MAX_ORG_STRUCTURES_AT_ONCE,
  reachOf,
  type SaveOrgStructure,
} from '@safety/contracts';
import { archivedRow, unknownRow } from '@safety/persistence';
import { invalidField, invalidFields, ProblemError, permissionDenied } from '@safety/platform';
import { refuseGain } from './gain-by-move.js';
import type { OrgStructure } from './org-structure.entity.js';
import type { OrgStructureItem } from './org-structure-item.entity.js';

const PARENT = '/parentId';
export const WRITE = 'orgstructures.write';

/** Throws 403 unless the caller may write at an org structure; of a root, everywhere in the company. */
export function demandWrite(company: CompanyContext, pathIds: readonly string[]): void {
  if (covers(reachOf(company, WRITE), pathIds)) return;
  throw permissionDenied(WRITE, pathIds.length === 0 ? 'in the whole company' : undefined);
}

/**
 * Throws 403 unless the caller may write at a parent, and for a move from another one that gives the caller
 * permissions at what moves.
 */
export function demandPlacing(
  company: CompanyContext,
  to: readonly string[],
  from: readonly string[] | undefined,
): void {
  demandWrite(company, to);
  const held = new Set(company.assignments.flatMap(({ permissions }) => permissions));
  if (from) refuseGain(company, held, 'org structure', { from, to });
}

/** The rows that a body names, as far as they exist. */
export interface Named {
  item: OrgStructureItem | undefined;
  parent: OrgStructure | null | undefined;
}

/** The errors of what a body names. An archived row that was named before may stay. */
export function placementFaults(
  { establishment, itemId, parentId }: SaveOrgStructure,
  { item, parent }: Named,
  before?: OrgStructure,
): FieldError[] {
  const faults: FieldError[] = [];
  if (!item) faults.push(unknownRow('/itemId', 'org structure item'));
  else if (item.archived && itemId !== before?.itemId)
    faults.push(archivedRow('/itemId', 'org structure item'));
  if (parent === undefined) faults.push(unknownRow(PARENT, 'org structure'));
  else if (parent?.archived && parentId !== before?.parentId)
    faults.push(archivedRow(PARENT, 'org structure'));
  if (establishment && item && item.type !== 'site')
    faults.push({
      pointer: '/establishment',
      code: 'not-allowed',
      detail: 'Only an item of type site has one.',
    });
  return faults;
}

/** Throws 422 `cycle` for a parent at or below the org structure itself. */
export function refuseCycle(id: string, parent: OrgStructure | null | undefined): void {
  if (!parent?.pathIds.includes(id)) return;
  const detail = 'An org structure cannot lie below itself.';
  throw new ProblemError('cycle', { detail, errors: [{ pointer: PARENT, code: 'cycle', detail }] });
}

/** Throws 422 for a parent below which the tree would be too deep. */
export function refuseDepth(places: readonly Pick<OrgStructure, 'level'>[]): void {
  const levels = places.reduce((most, { level }) => Math.max(most, level + 1), 0);
  if (levels <= MAX_ORG_STRUCTURE_DEPTH) return;
  const detail = `A tree is at most ${MAX_ORG_STRUCTURE_DEPTH} levels deep; this would make ${levels}.`;
  throw invalidFields([{ pointer: PARENT, code: 'out-of-range', detail }]);
}

/** An entry of an index holds 2,704 bytes, and the path is in one with the ids of company and row. */
const MAX_PATH_BYTES = 2600;

/** Throws 422 for a name or a parent that makes a path too long to be sorted by. */
export function refuseLongPaths(pointer: string, places: readonly Pick<OrgStructure, 'path'>[]): void {
  if (places.every(({ path }) => Buffer.byteLength(path) <= MAX_PATH_BYTES)) return;
  const detail = `The path from the root would be longer than ${MAX_PATH_BYTES} bytes.`;
  throw invalidFields([{ pointer, code: 'too-long', detail }]);
}

const MOST_AT_ONCE = MAX_ORG_STRUCTURES_AT_ONCE.toLocaleString('en');
const MANY = `More than ${MOST_AT_ONCE} org structures would change, those below included.`;

const ARCHIVED_COUNT = 'archived ones count, and have to be restored before';

/**
 * Throws 422 for a move or a new name of more org structures than one request writes.
 * @param pointer the member of the body that asks for it
 */
export function refuseMany(pointer: string, areMany: boolean): void {
  if (!areMany) return;
  const detail = `${MANY} Move branches below it elsewhere first: ${ARCHIVED_COUNT}.`;
  throw invalidField(pointer, 'not-allowed', detail);
}

/**
 * Throws 422 for a change of an item that is placed more often than one request writes.
 * @param pointer the member of the body that asks for it
 */
export function refuseManyPlacements(pointer: string, placements: number): void {
  if (placements <= MAX_ORG_STRUCTURES_AT_ONCE) return;
  const often = `The item is placed more than ${MOST_AT_ONCE} times.`;
  const detail = `${often} Give some placements another item first: ${ARCHIVED_COUNT}.`;
  throw invalidField(pointer, 'not-allowed', detail);
}

/** Throws 409 for an org structure that is archived without the active ones below it. */
export function refuseActiveBelow(areActive: boolean): void {
  if (!areActive) return;
  const detail = 'Org structures below it are active: archive them first, or all with cascade=true.';
  throw new ProblemError('has-active-children', { detail });
}

/** Throws 400 for a branch of more active org structures than one request archives. */
export function refuseManyActive(areMany: boolean): void {
  if (!areMany) return;
  const detail = `${MANY} Archive branches below it first.`;
  throw new ProblemError('invalid-parameter', {
    detail,
    errors: [{ parameter: 'cascade', code: 'not-allowed', detail }],
  });
}
