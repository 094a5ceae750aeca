import type { StoredRequirement } from '@safety/contracts';

/** An item with what it requires, and how far above in the tree it is; 0 is the item itself. */
export interface RequiringItem {
  itemId: string;
  distance: number;
  required: readonly StoredRequirement[];
}

export interface EffectiveRequirement extends StoredRequirement {
  inherited: boolean;
  inheritedFromItemId: string | null;
}

interface Ranked extends EffectiveRequirement {
  rank: number[];
}

/** Own beats inherited; of several above, mandatory beats recommended, then the nearest counts. */
const rank = (requirement: StoredRequirement, distance: number): number[] => [
  distance === 0 ? 0 : 1,
  requirement.requirement === 'mandatory' ? 0 : 1,
  distance,
];

const isBefore = (a: readonly number[], b: readonly number[]): boolean => {
  const different = a.findIndex((value, index) => value !== b[index]);
  return different >= 0 && (a[different] ?? 0) < (b[different] ?? 0);
};

/**
 * The requirements of an item and of the items above it that count for anybody, today or later, by the rule
 * of standings: for each person, of those in force that concern the job title, the first by rank. So one is
 * left out once others before it are in force for all whom it concerns; of a course there may be several, for
 * different people or from different days on. With `jobTitle`, those that count for people of that title.
 */
export function effectiveRequirements(
  items: readonly RequiringItem[],
  today: string,
  jobTitle?: string,
): EffectiveRequirement[] {
  const all = items.flatMap(({ itemId, distance, required }) =>
    required
      .filter((one) => jobTitle === undefined || concerns(one, jobTitle))
      .map((one): Ranked => {
        const inherited = distance > 0;
        const from = inherited ? itemId : null;
        return { ...one, inherited, inheritedFromItemId: from, rank: rank(one, distance) };
      }),
  );
  const ofCourses = Map.groupBy(all, ({ courseId }) => courseId);
  return [...ofCourses.values()].flatMap((rivals) =>
    rivals
      .filter((one) => !isHidden(one, rivals, today, jobTitle))
      .map(({ rank: _, ...requirement }) => requirement),
  );
}

/** A placement of an item, with the items above it. */
export interface Placement {
  orgStructureId: string;
  above: readonly RequiringItem[];
}

/**
 * The requirements of an item, each with the placements where it counts: of items above another placement
 * none hides it, and none counts there. An item that is placed nowhere has its own.
 */
export function requirementsAt(
  own: RequiringItem,
  placements: readonly Placement[],
  today: string,
  jobTitle?: string,
): (EffectiveRequirement & { orgStructureIds: string[] })[] {
  const found = new Map<string, EffectiveRequirement & { orgStructureIds: string[] }>();
  // Most placements of an item have the same items above them.
  const alike = Map.groupBy(placements, ({ above }) =>
    above.map(({ itemId, distance }) => `${itemId} ${distance}`).join(),
  );
  for (const group of alike.size > 0 ? alike.values() : [[]])
    for (const one of effectiveRequirements([own, ...(group[0]?.above ?? [])], today, jobTitle)) {
      const key = `${one.courseId} ${one.inheritedFromItemId}`;
      const known = found.get(key) ?? { ...one, orgStructureIds: [] };
      known.orgStructureIds.push(...group.map(({ orgStructureId }) => orgStructureId));
      found.set(key, known);
    }
  return [...found.values()];
}

/**
 * Whether other requirements count in its place for all whom it concerns, on each day on which it is in
 * force.
 */
function isHidden(one: Ranked, rivals: readonly Ranked[], today: string, jobTitle?: string): boolean {
  const begins = one.effectiveFrom > today ? one.effectiveFrom : today;
  const before = rivals.filter((other) => isBefore(other.rank, one.rank) && other.effectiveFrom <= begins);
  const titles = jobTitle === undefined ? one.jobTitles : [jobTitle];
  if (titles.length === 0) return before.some(({ jobTitles }) => jobTitles.length === 0);
  return titles.every((title) => before.some((other) => concerns(other, title)));
}

/** Whether a requirement concerns somebody of a job title. */
const concerns = ({ jobTitles }: StoredRequirement, title: string): boolean =>
  jobTitles.length === 0 || jobTitles.some((one) => one.toLowerCase() === title.toLowerCase());
