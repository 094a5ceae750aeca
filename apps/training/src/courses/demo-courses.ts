import { writeToOutbox } from '@safety/bus/outbox';
import { courseChanged } from '@safety/contracts';
import { type DemoCourse, demoCourses } from '@safety/demo-data';
import { enterCompany, insertMissing, seedTransaction } from '@safety/persistence';

/** Adds the demo courses that are missing, all of them active, and publishes them. */
export async function addDemoCourses(serviceUrl: string): Promise<void> {
  await seedTransaction(serviceUrl, async (client) => {
    for (const [companyId, courses] of Map.groupBy(demoCourses, (course) => course.companyId)) {
      await enterCompany(client, companyId);
      const added = await insertMissing(client, 'courses', courses.map(rowOf));
      for (const { id, code, name, validityMonths } of courses.filter((course) => added.has(course.id)))
        await writeToOutbox(client, companyId, courseChanged, {
          id,
          version: 1,
          code,
          name,
          status: 'active',
          validityMonths,
          archived: false,
        });
    }
  });
}

const rowOf = (course: DemoCourse) => ({
  company_id: course.companyId,
  id: course.id,
  version: 1,
  created_at: 'now',
  modified_at: 'now',
  custom_fields: {},
  code: course.code,
  name: course.name,
  category: course.category,
  delivery_method: course.deliveryMethod,
  duration_minutes: course.durationMinutes,
  validity_months: course.validityMonths,
  expiry_warning_days: 30,
  prerequisite_course_ids: course.prerequisiteCourseIds,
  refresher_course_id: course.refresherCourseId,
  equivalent_course_ids: [],
  status: 'active',
});
