import { addDemoClasses } from '../classes/demo-classes.js';
import { addDemoCourses } from '../courses/demo-courses.js';
import { addDemoReadModels } from '../read-models/demo-read-models.js';
import { addDemoDuePeople } from '../standings/demo-due-people.js';
import { addDemoTrainingRecords } from '../training-records/demo-training-records.js';

/** In the order in which they name each other. */
export async function addDemoRows(serviceUrl: string): Promise<void> {
  const today = new Date().toISOString().slice(0, 10);
  await addDemoReadModels(serviceUrl);
  await addDemoCourses(serviceUrl);
  await addDemoTrainingRecords(serviceUrl, today);
  await addDemoClasses(serviceUrl, today);
  await addDemoDuePeople(serviceUrl);
}
