import { describe, expect, it } from '@jest/globals';
import { demoCompanies, demoQuarries } from './companies.js';
import { crewOf } from './crews.js';
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
