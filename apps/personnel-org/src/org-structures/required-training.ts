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

/** Each course once that an item and the items above it require. */
export function effectiveRequirements(items: readonly RequiringItem[]): EffectiveRequirement[] {
  const best = new Map<string, { rank: number[]; requirement: EffectiveRequirement }>();
  for (const { itemId, distance, required } of items) {
    for (const own of required) {
      const ranked = rank(own, distance);
      const known = best.get(own.courseId);
      if (known && !isBefore(ranked, known.rank)) continue;
      const inherited = distance > 0;
      const requirement = { ...own, inherited, inheritedFromItemId: inherited ? itemId : null };
      best.set(own.courseId, { rank: ranked, requirement });
    }
  }
  return [...best.values()].map(({ requirement }) => requirement);
}

/** Whether a requirement concerns somebody of a job title. */
export const concerns = ({ jobTitles }: StoredRequirement, title: string): boolean =>
  jobTitles.length === 0 || jobTitles.some((one) => one.toLowerCase() === title.toLowerCase());
