import { randomUUID } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import type { Permission } from '@safety/contracts';
import { seedWithin } from '@safety/persistence';
import { addCourse, classOf, startWithCompany } from '../testing/training-under-test.js';

const { api, company, admin } = await startWithCompany();
const { companyId } = admin;
const { place, elsewhere } = company;
const courseId = await addCourse(admin);

const rows = [
  { where: 'at no org structure', placeIds: [], archived: false },
  { where: 'at no org structure, archived', placeIds: [], archived: true },
  { where: 'here', placeIds: [place.id], archived: false },
  { where: 'elsewhere', placeIds: [elsewhere.id], archived: false },
].map((row) => ({ ...row, id: randomUUID() }));
await api.database.transaction('service', (client) =>
  seedWithin(
    client,
    'associates',
    rows.map(({ id, placeIds, archived }) => ({
      ...{ company_id: companyId, id, version: 1, org_structure_ids: placeIds, archived },
    })),
  ),
);

const training: Permission[] = ['training.read', 'training.write'];

/** The answers to each associate as the instructor of a class here. */
async function namedBy(permissions: Permission[], orgStructureIds: string[]) {
  const caller = await api.caller({ companyId, permissions, orgStructureIds });
  const answers = rows.map(async ({ where, id }) => {
    const changes = { orgStructureId: place.id, instructorAssociateId: id };
    const { status, body } = await caller.post('/classes', classOf(courseId, changes));
    return [where, status === 422 ? body.errors[0].code : status];
  });
  return Object.fromEntries(await Promise.all(answers));
}

describe('POST /classes: the associates that a caller may name', () => {
  it('those here, with associates.read here', async () => {
    expect(await namedBy([...training, 'associates.read'], [place.id])).toEqual({
      'at no org structure': 'not-found',
      'at no org structure, archived': 'not-found',
      here: 201,
      elsewhere: 'not-found',
    });
  });

  it('all but archived ones, with associates.read everywhere', async () => {
    expect(await namedBy([...training, 'associates.read'], [])).toEqual({
      'at no org structure': 201,
      'at no org structure, archived': 'archived-reference',
      here: 201,
      elsewhere: 201,
    });
  });

  it.each([
    ['here', [place.id]],
    ['everywhere', []],
  ])('none, without it: %s', async (_, orgStructureIds) => {
    expect(new Set(Object.values(await namedBy(training, orgStructureIds)))).toEqual(new Set(['not-found']));
  });
});
