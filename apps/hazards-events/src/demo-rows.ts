import { addDemoHazards } from './hazards/demo-hazards.js';
import { addDemoReadModels } from './read-models/demo-read-models.js';

/** Places and people first: hazards refer to them. */
export async function addDemoRows(serviceUrl: string): Promise<void> {
  await addDemoReadModels(serviceUrl);
  await addDemoHazards(serviceUrl);
}
