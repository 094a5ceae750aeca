import { demoId } from '@safety/demo-data';
import { seedRows } from '@safety/persistence';
import { demoCompletions } from '../demo/training.js';

/** Adds the training records of the demo people that are missing. */
export async function addDemoTrainingRecords(serviceUrl: string, today: string): Promise<void> {
  const rows = demoCompletions(today).map(({ person, course, completedOn, expiresOn }) => ({
    company_id: person.companyId,
    id: demoId('training record', person.id, course.code),
    version: 1,
    created_at: 'now',
    modified_at: 'now',
    custom_fields: {},
    personnel_id: person.id,
    course_id: course.id,
    completed_on: completedOn,
    result: 'passed',
    expires_on: expiresOn,
    expiry_source: 'course',
    attachment_ids: [],
    source: 'import',
  }));
  await seedRows(serviceUrl, 'training_records', rows);
}
