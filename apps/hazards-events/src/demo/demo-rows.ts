import { addDemoActions } from '../actions/demo-actions.js';
import { addDemoEvents } from '../events/demo-events.js';
import { addDemoHazards } from '../hazards/demo-hazards.js';
import { addDemoReadModels } from '../read-models/demo-read-models.js';

/** Places and people first: hazards and events refer to them. */
export async function addDemoRows(serviceUrl: string): Promise<void> {
  await addDemoReadModels(serviceUrl);
  await addDemoHazards(serviceUrl);
  await addDemoEvents(serviceUrl);
  await addDemoActions(serviceUrl);
}
