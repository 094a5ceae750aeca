import type { StandingStatus } from '@safety/contracts';
import fc from 'fast-check';
import { monthsLater } from '../training-records/expiry.js';

const COURSES = 4;
/** Behind the days since which a place is below others: that since which it has its item. */
export const ITEM = 3;
/**
 * Days are told apart by their distance from a first one: ranges hold two leap days and turns of the year.
 */
const FIRST = Date.UTC(2024, 0, 15);
export const LAST_DAY = 1200;
const DAY_MS = 24 * 60 * 60 * 1000;
export const dayOf = (distance: number) => new Date(FIRST + distance * DAY_MS).toISOString().slice(0, 10);
const plus = (date: string, days: number) =>
  new Date(Date.parse(date) + days * DAY_MS).toISOString().slice(0, 10);

const day = fc.oneof(
  fc.integer({ min: 0, max: LAST_DAY }).map(dayOf),
  fc.constantFrom('2024-02-28', '2024-02-29', '2024-03-01', '2024-12-31', '2025-01-01', '2025-02-28'),
);
const course = fc.nat({ max: COURSES - 1 });
const maybe = <Value>(value: fc.Arbitrary<Value>) => fc.option(value, { nil: null });

/** The days since which a place of a depth is below those above, and has its item. */
const placed = fc.array(maybe(day), { minLength: 4, maxLength: 4 });

/** Everything that decides the standings of one person. */
const anyCase = fc.record({
  today: day,
  courses: fc.array(
    fc.record({
      validityMonths: maybe(fc.integer({ min: 1, max: 24 })),
      expiryWarningDays: fc.integer({ min: 0, max: 60 }),
      equivalents: fc.uniqueArray(course, { maxLength: 2 }),
      refresher: maybe(course),
    }),
    { minLength: COURSES, maxLength: COURSES },
  ),
  person: fc.record({
    depth: fc.integer({ min: 0, max: 2 }),
    jobTitle: maybe(fc.constantFrom('Driver', 'welder')),
    employmentStatus: fc.constantFrom('active', 'active', 'onLeave', 'terminated'),
    workingSince: maybe(day),
    formerly: fc.array(
      fc.record({
        days: fc.integer({ min: 1, max: 400 }),
        depth: fc.integer({ min: -1, max: 2 }),
        jobTitle: maybe(fc.constantFrom('driver', 'Welder')),
      }),
      { maxLength: 3 },
    ),
  }),
  places: fc.array(placed, { minLength: 3, maxLength: 3 }),
  requirements: fc.uniqueArray(
    fc.record({
      depth: fc.integer({ min: 0, max: 2 }),
      course,
      mandatory: fc.boolean(),
      jobTitles: fc.uniqueArray(fc.constantFrom('driver', 'welder'), { maxLength: 2 }),
      graceDays: fc.integer({ min: 0, max: 90 }),
      effectiveFrom: day,
    }),
    { maxLength: 6, selector: ({ depth, course: of }) => `${depth} ${of}` },
  ),
  records: fc.array(
    fc.record({
      course,
      completedOn: day,
      result: fc.constantFrom('passed', 'attended', 'exempt', 'failed'),
      shortenedBy: fc.constantFrom(0, 0, 1, 30),
      voided: fc.boolean(),
    }),
    { maxLength: 8 },
  ),
  assignments: fc.uniqueArray(
    fc.record({
      course,
      assigned: fc.boolean(),
      archived: fc.boolean(),
      dueDate: maybe(day),
      waivedUntil: maybe(day),
    }),
    { maxLength: 3, selector: ({ course: of }) => of },
  ),
  classes: fc.array(
    fc.record({
      course,
      endsOn: day,
      status: fc.constantFrom('scheduled', 'inProgress', 'completed', 'cancelled'),
      student: fc.constantFrom('enrolled', 'waitlisted', 'attended', 'cancelled'),
    }),
    { maxLength: 3 },
  ),
});

export type Case = typeof anyCase extends fc.Arbitrary<infer Value> ? Value : never;

/** Where somebody worked before, the latest first; a depth of -1 is elsewhere. */
export function stagesOf({ workingSince, formerly }: Case['person']) {
  let from = workingSince;
  return formerly.flatMap(({ days, ...stage }) => {
    if (from === null) return [];
    from = plus(from, -days);
    return [{ ...stage, from }];
  });
}

/** Nobody has completed anything after the day of the case. */
export const caseArbitrary = anyCase.map((given) => ({
  ...given,
  records: given.records.filter(({ completedOn }) => completedOn <= given.today),
}));

export interface Expected {
  course: number;
  status: StandingStatus;
  requirement: string;
  dueDate: string | null;
  lastCompletedOn: string | null;
  expiresOn: string | null;
  archived: boolean;
}

/** The last day on which a record of a case counts for a course: by the validity of that if it has no end. */
export const expiryOf = (record: Case['records'][number], { courses }: Case, of = record.course) => {
  const own = courses[record.course]?.validityMonths ?? null;
  const months = own ?? courses[of]?.validityMonths ?? null;
  if (months === null || record.result === 'failed') return null;
  const usual = monthsLater(record.completedOn, months);
  if (own === null) return usual;
  const shortened = plus(usual, -record.shortenedBy);
  return shortened < record.completedOn ? usual : shortened;
};

/** The requirements of a course that apply to the person on the day, the one that counts last. */
function applying({ today, person, requirements }: Case, of: number) {
  if (person.employmentStatus === 'terminated') return [];
  const title = person.jobTitle?.toLowerCase();
  return requirements
    .filter(({ course: required, depth }) => required === of && depth <= person.depth)
    .filter(({ effectiveFrom }) => effectiveFrom <= today)
    .filter(({ jobTitles }) => jobTitles.length === 0 || jobTitles.some((one) => one === title))
    .sort(
      (a, b) =>
        Number(a.depth === person.depth) - Number(b.depth === person.depth) ||
        Number(a.mandatory) - Number(b.mandatory) ||
        a.depth - b.depth,
    );
}

/** Since when a requirement has concerned the person without a break. */
function concernedSince(
  { person, places }: Case,
  { depth, jobTitles }: Case['requirements'][number],
): string {
  const concerned = (from: string, at: number) =>
    [from, places[at]?.[depth] ?? '', places[depth]?.[ITEM] ?? ''].sort().at(-1) ?? '';
  let began = person.workingSince ?? '';
  let since = concerned(began, person.depth);
  for (const stage of stagesOf(person)) {
    const titled = jobTitles.length === 0 || jobTitles.some((one) => one === stage.jobTitle?.toLowerCase());
    if (since > began || !titled || stage.depth < depth) break;
    const here = concerned(stage.from, stage.depth);
    // It came to the requirement after the person had left.
    if (here >= began) break;
    [began, since] = [stage.from, here];
  }
  return since;
}

function bestRecord(given: Case, of: number) {
  const { today, records, courses } = given;
  const { equivalents = [], refresher = null } = courses[of] ?? {};
  const good = records.filter(
    ({ voided, result, completedOn }) => !voided && result !== 'failed' && completedOn <= today,
  );
  const own = good.filter((record) => record.course === of || equivalents.includes(record.course));
  const renewing = good.filter(
    (record) => record.course === refresher && own.some((one) => one.completedOn <= record.completedOn),
  );
  const end = (record: Case['records'][number]) => expiryOf(record, given, of) ?? '9999';
  return [...own, ...renewing].sort(
    (a, b) => end(b).localeCompare(end(a)) || b.completedOn.localeCompare(a.completedOn),
  )[0];
}

/** The standings of a case, rule by rule. */
export function naive(given: Case): Expected[] {
  const { today, person, courses, records, assignments, classes } = given;
  return courses.flatMap((settings, of): Expected[] => {
    const required = applying(given, of);
    const foremost = required.at(-1);
    const decision = assignments.find((assignment) => assignment.course === of);
    const live = decision && !decision.archived ? decision : undefined;
    const coming = classes.filter(
      ({ status, student, endsOn }) =>
        ['scheduled', 'inProgress'].includes(status) &&
        ['enrolled', 'attended'].includes(student) &&
        endsOn >= today,
    );
    const alive =
      required.length > 0 ||
      live !== undefined ||
      records.some((record) => record.course === of && !record.voided && record.completedOn <= today) ||
      coming.some((one) => one.course === of);
    if (!alive && !decision) return [];
    const mandatoryByItem = foremost?.mandatory ?? false;
    const active = person.employmentStatus !== 'terminated';
    const mandatory = active && (mandatoryByItem || (live?.assigned ?? false));
    const begins = foremost && [foremost.effectiveFrom, concernedSince(given, foremost)].sort().at(-1);
    const dueDate = live?.dueDate ?? (mandatoryByItem ? (begins ?? null) : null);
    const deadline = dueDate && plus(dueDate, mandatoryByItem ? (foremost?.graceDays ?? 0) : 0);
    const best = bestRecord(given, of);
    const expiresOn = best ? expiryOf(best, given, of) : null;
    const enrolled = coming.some((one) => one.course === of || settings.equivalents.includes(one.course));
    const status = (): StandingStatus => {
      if (live?.waivedUntil && live.waivedUntil >= today) return 'waived';
      if (best) {
        if (expiresOn === null || expiresOn > plus(today, settings.expiryWarningDays)) return 'valid';
        return expiresOn >= today ? 'expiringSoon' : 'expired';
      }
      if (enrolled) return 'inProgress';
      if (!mandatory) return 'notRequired';
      return deadline !== null && deadline < today ? 'overdue' : 'required';
    };
    return [
      {
        course: of,
        status: status(),
        requirement: mandatory ? 'mandatory' : foremost ? 'recommended' : 'none',
        dueDate,
        lastCompletedOn: best?.completedOn ?? null,
        expiresOn,
        archived: !alive,
      },
    ];
  });
}

/** The status of the person on a day, from the naive standings. */
export function naiveStatus(given: Case): string {
  const mandatory = naive(given).filter(
    ({ requirement, archived }) => requirement === 'mandatory' && !archived,
  );
  if (mandatory.some(({ status }) => status === 'expired' || status === 'overdue')) return 'nonCompliant';
  if (mandatory.some(({ status }) => status === 'expiringSoon')) return 'expiringSoon';
  return mandatory.length === 0 ? 'notRequired' : 'compliant';
}
