import { writeToOutbox } from '@safety/bus/outbox';
import { orgStructureChanged, trainingRequirementsChanged } from '@safety/contracts';
import { type DemoPlace, demoEstablishments, demoRequirementsOf } from '@safety/demo-data';
import { insertMissing, type SeedClient } from '@safety/persistence';
import { recordOf } from './demo-record.js';

/** Adds the places of one company that are missing, and publishes them. */
export async function addDemoPlaces(
  client: SeedClient,
  companyId: string,
  places: DemoPlace[],
): Promise<void> {
  const items = places.map(({ itemId, name, code, type }) => ({
    ...recordOf(companyId, itemId),
    name,
    code,
    type,
    training_required: demoRequirementsOf(itemId),
  }));
  const newItems = await insertMissing(client, 'org_structure_items', items);
  const rows = places.map(({ id, itemId, parentId, name, code, type, path, pathIds }) => ({
    ...recordOf(companyId, id),
    item_id: itemId,
    parent_id: parentId,
    name,
    code,
    type,
    level: pathIds.length - 1,
    path,
    path_ids: pathIds,
    sort_order: 0,
    establishment: demoEstablishments.get(id) ?? null,
  }));
  const added = await insertMissing(client, 'org_structures', rows);
  for (const { id, itemId, name, path, pathIds } of places.filter((place) => added.has(place.id))) {
    const state = { id, version: 1, itemId, name, path, pathIds, archived: false };
    await writeToOutbox(client, companyId, orgStructureChanged, state);
  }
  for (const { itemId, name } of places.filter((place) => newItems.has(place.itemId))) {
    const requirements = demoRequirementsOf(itemId);
    const state = { itemId, version: 1, itemName: name, archived: false, requirements };
    await writeToOutbox(client, companyId, trainingRequirementsChanged, state);
  }
}
