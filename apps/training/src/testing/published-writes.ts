import type { TestCaller } from '@safety/testing';
import fc from 'fast-check';
import type { PublishedCompany, PublishedPerson, PublishedPlace } from './published-company.js';
import { addCourse, day } from './training-under-test.js';

const nat = (max: number) => fc.nat({ max });
/** A write of any kind that can change standings. */
export const anyWrite = fc.oneof(
  fc.record({
    kind: fc.constant('move' as const),
    place: nat(5),
    to: nat(6),
    order: fc.constantFrom('down' as const, 'up' as const),
  }),
  fc.record({ kind: fc.constant('item' as const), place: nat(5), of: nat(6) }),
  fc.record({
    kind: fc.constant('require' as const),
    place: nat(5),
    course: nat(3),
    grace: nat(120),
    from: nat(250),
  }),
  fc.record({
    kind: fc.constant('work' as const),
    person: nat(4),
    place: nat(6),
    ago: nat(30),
    goesOn: fc.boolean(),
  }),
  fc.record({ kind: fc.constant('leave' as const), person: nat(4), archived: fc.boolean() }),
  fc.record({
    kind: fc.constant('employ' as const),
    person: nat(4),
    status: fc.constantFrom('preHire', 'active', 'terminated'),
  }),
  fc.record({
    kind: fc.constant('record' as const),
    person: nat(4),
    course: nat(3),
    ago: nat(300),
    valid: nat(60),
  }),
  fc.record({ kind: fc.constant('assign' as const), person: nat(4), course: nat(3), ago: nat(60) }),
  fc.record({ kind: fc.constant('warn' as const), course: nat(3), days: fc.constantFrom(0, 30, 60) }),
  fc.record({ kind: fc.constant('equal' as const), course: nat(3), other: nat(4) }),
  fc.record({ kind: fc.constant('renew' as const), course: nat(3), other: nat(4) }),
  fc.record({ kind: fc.constant('swap' as const), course: nat(3) }),
);
export type Write = typeof anyWrite extends fc.Arbitrary<infer Value> ? Value : never;

/** Six org structures of two trees, five people and four courses, three of them required. */
export async function publishedCompany(admin: TestCaller, published: PublishedCompany) {
  const root = await published.addPlace();
  const below = await published.addPlace(root);
  const places = [root, below, await published.addPlace(below), await published.addPlace(root)];
  const other = await published.addPlace();
  places.push(other, await published.addPlace(other));
  const courses: string[] = [];
  for (const days of [0, 30, 60, 0]) courses.push(await addCourse(admin, { expiryWarningDays: days }));
  for (const [index, place] of [root, below, other].entries())
    await published.require(place, [{ courseId: courses[index] ?? '', graceDays: index * 40 }]);
  const people: PublishedPerson[] = [];
  for (let index = 0; index < 5; index += 1) {
    const [place, before] = [places[index], places[(index * 2 + 3) % 6]];
    const formerly = [{ from: day(-90), orgStructureId: before?.id ?? null, jobTitle: null }];
    people.push(
      await published.addPerson({ orgStructureId: place?.id ?? null, workingSince: day(-20), formerly }),
    );
  }
  return { admin, published, places, courses, people };
}
type Company = Awaited<ReturnType<typeof publishedCompany>>;

/** Writes by HTTP what is of training, and by the way of messages what is of others. */
export async function applied(
  { admin, published, places, courses, people }: Company,
  what: Write,
): Promise<void> {
  const place = ('place' in what ? places[what.place] : undefined) as PublishedPlace;
  const courseId = 'course' in what ? (courses[what.course] ?? '') : '';
  const others = 'other' in what ? courses.filter((id, at) => at === what.other && id !== courseId) : [];
  const person = ('person' in what ? people[what.person] : undefined) as PublishedPerson;
  const personnelId = person?.id;
  switch (what.kind) {
    case 'move':
      if (!places[what.to] || !published.isBelow(places[what.to] as PublishedPlace, place))
        await published.move(place, places[what.to], day(0), what.order);
      return;
    case 'item':
      place.itemId = places[what.of]?.itemId ?? crypto.randomUUID();
      return published.publishPlace(place);
    case 'require':
      return published.require(place, [{ courseId, graceDays: what.grace, effectiveFrom: day(-what.from) }]);
    case 'work': {
      const { orgStructureId, jobTitle, workingSince } = person;
      const from = day(-what.ago);
      const before = [{ from: workingSince ?? '', orgStructureId, jobTitle }, ...person.formerly];
      person.formerly = what.goesOn ? before.filter((stage) => stage.from < from) : [];
      Object.assign(person, { orgStructureId: place?.id ?? null, workingSince: from });
      return published.publishPerson(person);
    }
    case 'leave':
      person.archived = what.archived;
      return published.publishPerson(person);
    case 'employ':
      person.employmentStatus = what.status;
      return published.publishPerson(person);
    case 'record': {
      const days = { completedOn: day(-what.ago), expiresOn: day(what.valid - 20) };
      await admin.post('/training/records', { personnelId, courseId, result: 'passed', ...days });
      return;
    }
    case 'assign':
      await admin.post('/training', { personnelId, courseId, dueDate: day(-what.ago) });
      return;
    case 'warn':
      await admin.patch(`/courses/${courseId}`, { expiryWarningDays: what.days });
      return;
    case 'equal':
      await admin.patch(`/courses/${courseId}`, { equivalentCourseIds: others });
      return;
    case 'renew':
      await admin.patch(`/courses/${courseId}`, { refresherCourseId: others[0] ?? null });
      return;
    case 'swap': {
      const { equivalentCourseIds, refresherCourseId } = (await admin.get(`/courses/${courseId}`)).body;
      const swapped = refresherCourseId ? [refresherCourseId] : [];
      const links = { equivalentCourseIds: swapped, refresherCourseId: equivalentCourseIds[0] ?? null };
      await admin.patch(`/courses/${courseId}`, links);
    }
  }
}
