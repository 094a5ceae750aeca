import { describe, expect, it } from '@jest/globals';
import { demoCompanies, demoQuarries } from './companies.js';
import { demoCourses } from './courses.js';
import { crewOf } from './crews.js';
import { demoHazards } from './hazards/hazards.js';
import { demoPlaces } from './org-structures.js';
import { demoPeople } from './personnel.js';
import { demoUsers } from './users.js';

const ofQuarries = ({ companyId }: { companyId: string }) => companyId === demoQuarries.id;
const distinct = (values: unknown[]) => new Set(values).size;
const byId = new Map(demoPeople.map((person) => [person.id, person]));

describe('what the README says of Demo Quarries', () => {
  it.each([
    ['places', demoPlaces, 20],
    ['people', demoPeople, 200],
    ['hazards', demoHazards, 60],
    ['courses', demoCourses, 12],
  ])('it has its %s', (_, rows: { id: string; companyId: string }[], count) => {
    expect(rows.filter(ofQuarries)).toHaveLength(count);
    expect(distinct(rows.map(({ id }) => id))).toBe(rows.length);
  });
});

describe.each(demoCompanies.map((company) => [company.name, company.id]))('people of %s', (_, companyId) => {
  const people = demoPeople.filter((person) => person.companyId === companyId);

  it('have names and addresses of their own', () => {
    expect(distinct(people.map(({ firstName, lastName }) => `${firstName} ${lastName}`))).toBe(people.length);
    expect(distinct(people.map(({ email }) => email))).toBe(people.length);
  });

  it('work in jobs that the place has, under one leader', () => {
    for (const place of demoPlaces.filter((found) => found.companyId === companyId)) {
      const titles = people
        .filter(({ orgStructureId }) => orgStructureId === place.id)
        .map((p) => p.jobTitle);
      expect(titles).toEqual(crewOf(place.kind));
      expect(titles.slice(1)).not.toContain(titles[0]);
    }
  });

  it('report to one person at the top, through however many others', () => {
    const top = people.filter(({ lineManagerId }) => lineManagerId === null);
    expect(top).toHaveLength(1);
    for (const person of people) {
      let [manager, steps] = [person, 0];
      for (; manager.lineManagerId !== null && steps < people.length; steps++)
        manager = byId.get(manager.lineManagerId) as typeof person;
      expect(manager).toBe(top[0]);
    }
  });

  it('are the users of the company, each once', () => {
    const users = demoUsers.filter(({ roles }) => roles.some((role) => role.companyId === companyId));
    const linked = people.flatMap(({ userId }) => userId ?? []);
    expect(linked.toSorted()).toEqual(users.map(({ id }) => id).toSorted());
  });
});

describe('hazards', () => {
  it('are told apart by title and description', () => {
    expect(distinct(demoHazards.map(({ title }) => title))).toBe(demoHazards.length);
    expect(distinct(demoHazards.map(({ description }) => description))).toBe(demoHazards.length);
  });

  it('were seen over more than half a year, in every band of risk', () => {
    const hazards = demoHazards.filter(ofQuarries);
    expect(distinct(hazards.map(({ identifiedAt }) => identifiedAt.slice(0, 7)))).toBeGreaterThan(6);
    for (const { identifiedAt, dueDate } of hazards) expect(dueDate > identifiedAt.slice(0, 10)).toBe(true);
    const scores = hazards.map(({ initial, residual }) => {
      const { likelihood, severity } = residual ?? initial;
      return likelihood * severity;
    });
    expect(Math.min(...scores)).toBeLessThan(5);
    expect(Math.max(...scores)).toBeGreaterThanOrEqual(16);
  });

  it('were reported by somebody who works there and are cared for by who leads there', () => {
    for (const hazard of demoHazards) {
      const responsible = byId.get(hazard.responsiblePersonnelId);
      const reporter = byId.get(hazard.reportedByPersonnelId);
      expect([reporter?.orgStructureId, responsible?.orgStructureId]).toEqual([
        hazard.orgStructureId,
        hazard.orgStructureId,
      ]);
      expect(reporter?.lineManagerId).toBe(responsible?.id);
    }
  });
});

describe('courses', () => {
  const quarries = demoCourses.filter(ofQuarries);

  it('name courses of the same company only', () => {
    for (const { companyId, prerequisiteCourseIds, refresherCourseId } of demoCourses) {
      for (const id of [...prerequisiteCourseIds, refresherCourseId].filter((named) => named !== null))
        expect(demoCourses.find((course) => course.id === id)?.companyId).toBe(companyId);
    }
  });

  it('have prerequisites and a refresher', () => {
    expect(quarries.some(({ refresherCourseId }) => refresherCourseId !== null)).toBe(true);
    expect(quarries.some(({ prerequisiteCourseIds }) => prerequisiteCourseIds.length > 1)).toBe(true);
  });
});
