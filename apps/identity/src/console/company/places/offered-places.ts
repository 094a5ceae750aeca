import { type HierarchyNode, isId, type Page } from '@safety/contracts';
import { isWrongQuery } from '../../api/api-refusal.js';
import type { Option } from '../form/parts.js';
import { many, one, type Sent } from '../form/sent.js';
import type { CompanyVisit } from '../visit/company-visit.js';
import { type Hierarchy, hierarchy, pathsOf } from './places.js';

/** More places than these are not shown as a tree. */
const MOST_IN_TREE = 200;
/** That one search shows. */
const MOST_FOUND = 50;
/** That stay ticked; a role that is held counts at fewer. */
const MOST_TICKED = 300;

/** Some of more places than a form shows. */
export interface FoundPlaces {
  /** Those that are ticked or held, then those that are found. */
  options: readonly Option[];
  fault?: 'too short';
}

/** The places of one form. */
export interface OfferedPlaces {
  hierarchy: Hierarchy;
  /** In place of a tree. */
  found?: FoundPlaces;
  /** Where the role counts now beyond them: only the user decides whether that ends. */
  beyond: readonly Option[];
}

/** The places for a form that was filled in like this; `held` are those where the role counts now. */
export async function placesOffered(
  company: CompanyVisit,
  sent: Sent,
  held: readonly string[] = [],
): Promise<OfferedPlaces> {
  const known = await hierarchy(company);
  const ids = known === 'too large' ? [] : selectable(known === 'unseen' ? [] : known);
  if (known === 'unseen' || (known !== 'too large' && ids.length <= MOST_IN_TREE))
    return { hierarchy: known, beyond: await beyond(company, new Set(ids), held) };
  const ticked = [...new Set([...held, ...many(sent, 'places').filter(isId)])].slice(0, MOST_TICKED);
  const kept = await pathsOf(company, ticked, { selectable: true });
  const found = await search(company, one(sent, 'placesQ'), kept);
  return { hierarchy: known, found, beyond: await beyond(company, new Set(kept.keys()), held) };
}

/** Left out of the form, they would be taken away by whoever changes something else. */
async function beyond(
  company: CompanyVisit,
  known: ReadonlySet<string>,
  held: readonly string[],
): Promise<Option[]> {
  const ids = held.filter((id) => !known.has(id));
  const paths = await pathsOf(company, ids);
  return ids.map((id) => ({ value: id, label: paths.get(id) ?? id }));
}

async function search(
  { personnelOrg }: CompanyVisit,
  q: string,
  kept: ReadonlyMap<string, string>,
): Promise<FoundPlaces> {
  const optionsOf = (paths: Iterable<[string, string]>): Option[] =>
    [...paths].map(([value, label]) => ({ value, label }));
  try {
    const found = await personnelOrg.getIfAllowed<Page<{ id: string; path: string }>>('/orgstructures', {
      ...{ selectable: true, fields: 'path', limit: MOST_FOUND },
      q: q.trim() || undefined,
    });
    const paths = (found?.data ?? []).map(({ id, path }): [string, string] => [id, path]);
    return { options: optionsOf(new Map([...kept, ...paths])) };
  } catch (error) {
    if (isWrongQuery(error)) return { options: optionsOf(kept), fault: 'too short' };
    throw error;
  }
}

/** The ids of all places that can be chosen. */
const selectable = (nodes: readonly HierarchyNode[]): string[] =>
  nodes.flatMap((node) => [...(node.selectable ? [node.id] : []), ...selectable(node.children)]);
