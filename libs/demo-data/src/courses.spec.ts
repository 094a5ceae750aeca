import { describe, expect, it } from '@jest/globals';
import { demoQuarries } from './companies.js';
import { demoCourses } from './courses.js';

describe('demo courses', () => {
  const quarries = demoCourses.filter(({ companyId }) => companyId === demoQuarries.id);

  it('are as many as the README says', () => {
    expect(quarries).toHaveLength(12);
    expect(new Set(demoCourses.map(({ id }) => id)).size).toBe(demoCourses.length);
  });

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
