import type { SaveTrainingRequirements, StoredRequirement } from '@safety/contracts';

/** An item with what it requires, and how far above in the tree it is; 0 is the item itself. */
export interface RequiringItem {
  itemId: string;
  distance: number;
  required: readonly TitledRequirement[];
}

/** A requirement whose job titles can be looked up, whatever their case. */
export interface TitledRequirement extends StoredRequirement {
  titles: ReadonlySet<string>;
}

type Wanted = SaveTrainingRequirements['requirements'][number];

/**
 * Requirements as an item keeps them. One without a day begins when that of its course did before: to repeat
 * a request must not begin the grace of everybody anew. A recommended course that becomes mandatory had none.
 */
export function storedRequirements(
  wanted: readonly Wanted[],
  before: readonly StoredRequirement[],
  today: string,
): StoredRequirement[] {
  const stored = new Map(before.map((requirement) => [requirement.courseId, requirement]));
  return wanted.map(({ courseId, requirement, jobTitles, graceDays, effectiveFrom }) => ({
    courseId,
    requirement,
    jobTitles,
    graceDays,
    effectiveFrom: effectiveFrom ?? beginOf(requirement, stored.get(courseId), today),
  }));
}

function beginOf(kind: Wanted['requirement'], before: StoredRequirement | undefined, today: string): string {
  if (!before) return today;
  const binds = kind === 'mandatory' && before.requirement === 'recommended';
  return binds && before.effectiveFrom < today ? today : before.effectiveFrom;
}

/** Prepared once, since the items above many placements are the same. */
export const titled = (required: readonly StoredRequirement[]): TitledRequirement[] =>
  required.map((one) => ({ ...one, titles: lowerCase(one.jobTitles) }));

const lowerCase = (titles: readonly string[]): Set<string> =>
  new Set(titles.map((title) => title.toLowerCase()));

interface EffectiveRequirement extends StoredRequirement {
  inherited: boolean;
  inheritedFromItemId: string | null;
}

interface Ranked extends EffectiveRequirement, TitledRequirement {
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
 * different people or from different days on. With `asked`, those that count for people of such a title.
 */
function effectiveRequirements(
  items: readonly RequiringItem[],
  today: string,
  effort: Effort,
  asked?: ReadonlySet<string>,
): EffectiveRequirement[] {
  const all = items.flatMap(({ itemId, distance, required }) => {
    effort.spent += required.length * (RANKING + (asked?.size ?? 0));
    return required
      .filter((one) => !asked || [...asked].some((title) => concerns(one, title)))
      .map((one): Ranked => {
        const inherited = distance > 0;
        const from = inherited ? itemId : null;
        return { ...one, inherited, inheritedFromItemId: from, rank: rank(one, distance) };
      });
  });
  const ofCourses = Map.groupBy(all, ({ courseId }) => courseId);
  return [...ofCourses.values()].flatMap((rivals) =>
    rivals
      .filter((one) => !isHidden(one, rivals, today, effort, asked))
      .map(({ rank: _, titles: _titles, ...requirement }) => requirement),
  );
}

/** A requirement names no more placements: an item may have thousands. */
export const MOST_NAMED = 100;

/** The placements of an item that have the same items above them. */
export interface Placements {
  /** The first of them. */
  orgStructureIds: readonly string[];
  count: number;
  above: readonly RequiringItem[];
}

/** Counted in look-ups of a job title. */
interface Effort {
  spent: number;
}

/** To read a requirement and to rank it, in look-ups of a job title. */
const RANKING = 10;
/** Of one request, a second or so: more would keep other callers waiting. */
const MOST_EFFORT = 10_000_000;

const nowhere: Placements = { orgStructureIds: [], count: 0, above: [] };

type PlacedRequirement = EffectiveRequirement & {
  orgStructureIds: string[];
  orgStructureCount: number;
};

/**
 * The requirements of an item, each with the placements where it counts: of items above another placement
 * none hides it, and none counts there. An item that is placed nowhere has its own. Nothing where that takes
 * too long for one request.
 */
export function requirementsAt(
  own: RequiringItem,
  placements: readonly Placements[],
  today: string,
  asked?: readonly string[],
): PlacedRequirement[] | undefined {
  const effort: Effort = { spent: 0 };
  const found = new Map<string, PlacedRequirement>();
  const titles = asked && lowerCase(asked);
  for (const { orgStructureIds, count, above } of placements.length > 0 ? placements : [nowhere]) {
    for (const one of effectiveRequirements([own, ...above], today, effort, titles)) {
      const key = `${one.courseId} ${one.inheritedFromItemId}`;
      const known = found.get(key) ?? { ...one, orgStructureIds: [], orgStructureCount: 0 };
      known.orgStructureIds.push(...orgStructureIds.slice(0, MOST_NAMED - known.orgStructureIds.length));
      known.orgStructureCount += count;
      found.set(key, known);
    }
    if (effort.spent > MOST_EFFORT) return undefined;
  }
  return [...found.values()];
}

/**
 * Whether other requirements count in its place for all whom it concerns, on each day on which it is in
 * force.
 */
function isHidden(
  one: Ranked,
  rivals: readonly Ranked[],
  today: string,
  effort: Effort,
  asked?: ReadonlySet<string>,
): boolean {
  const begins = one.effectiveFrom > today ? one.effectiveFrom : today;
  const before = rivals.filter((other) => isBefore(other.rank, one.rank) && other.effectiveFrom <= begins);
  const titles = asked ? [...asked].filter((title) => concerns(one, title)) : [...one.titles];
  effort.spent += rivals.length + titles.length * before.length;
  if (titles.length === 0) return before.some((other) => other.titles.size === 0);
  return titles.every((title) => before.some((other) => concerns(other, title)));
}

/** Whether a requirement concerns somebody of a job title, which is in lower case. */
const concerns = ({ titles }: TitledRequirement, title: string): boolean =>
  titles.size === 0 || titles.has(title);
