import { seedRows } from '@safety/persistence';
import { demoCourses } from '../demo/courses.js';

/** Adds the demo courses that are missing, all of them active. */
export async function addDemoCourses(serviceUrl: string): Promise<void> {
  const rows = demoCourses.map((course) => ({
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
  }));
  await seedRows(serviceUrl, 'courses', rows);
}
