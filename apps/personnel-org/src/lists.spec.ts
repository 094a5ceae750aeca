import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe } from '@jest/globals';
import { describeLists, type TestApi } from '@safety/testing';
import { associateLists } from './associates/associate-lists.js';
import { userLists } from './company-users/user-lists.js';
import { jobTitleLists } from './job-titles/job-title-lists.js';
import { orgStructureItemLists, orgStructureLists } from './org-structures/org-structure-lists.js';
import { addAssociate, addJobTitle } from './testing/associates.js';
import { addItem, placed } from './testing/org-structures.js';
import { addPlace, addUser, sql, startPersonnelOrg } from './testing/organisation.js';

let api: TestApi;

beforeAll(async () => {
  api = await startPersonnelOrg();
});
afterAll(() => api.close());

const nobody = '0190a5c8-0000-7000-8000-000000000001';
const anybody = '0190a5c8-0000-7000-8000-000000000002';

describe('associates', () => {
  describeLists(() => api, {
    path: '/associate/details',
    lists: associateLists,
    add: async (caller) =>
      (await addAssociate(caller, { orgStructureIds: [(await placed(caller, 'Quarry')).id] })).id,
    queries: {
      associateType: ['associateType=contractor', 'associateType=visitor', 'associateType=visitor,student'],
      jobTitleId: [`jobTitleId=${nobody}`],
      hostPersonnelId: [`hostPersonnelId=${nobody}`],
      orgStructureIds: [`orgStructureId=${nobody}`, `orgStructureId=${nobody}&includeDescendants=false`],
    },
    further: ['validOn=2020-01-01', 'validOn=1900-01-01'],
  });
});

describe('job titles', () => {
  describeLists(() => api, {
    path: '/associate/jobtitles',
    lists: jobTitleLists,
    add: async (caller) => (await addJobTitle(caller)).id,
    queries: {},
  });
});

describe('org structures', () => {
  describeLists(() => api, {
    path: '/orgstructures',
    lists: orgStructureLists,
    // A copy is a root of another item.
    kept: ['parent_id'],
    values: {
      id: 'md5(n::text)::uuid',
      path_ids: 'ARRAY[md5(n::text)::uuid]',
      item_id: `md5('item ' || n)::uuid`,
    },
    add: async (caller) => (await placed(caller, 'Quarry')).id,
    queries: {
      type: ['type=site', 'type=team', 'type=team,area'],
      parentId: [`parentId=${nobody}`, `parentId=${nobody},${anybody}`],
      itemId: [`itemId=${nobody}`, `itemId=${nobody},${anybody}`],
      pathIds: ['selectable=true', 'selectable=false'],
    },
    further: ['isDefault=true', 'isDefault=false'],
    writtenFromPlaces: '`demandWrite` judges the place, and the one that it moves to',
  });
});

describe('org structure items', () => {
  describeLists(() => api, {
    path: '/orgstructures/items',
    lists: orgStructureItemLists,
    add: async (caller) => (await addItem(caller)).id,
    kept: ['type'],
    queries: { type: ['type=area', 'type=team', 'type=team,site'] },
    lacks: ['includeArchived'],
    writtenFromPlaces: '`ItemAccess` demands the right at every place of the item',
  });
});

describe('users', () => {
  describeLists(() => api, {
    path: '/users',
    lists: userLists,
    add: async ({ companyId }) => {
      const { id } = await addPlace(api, companyId, 'Quarry');
      const move = 'UPDATE org_structures SET id = $1, path_ids = ARRAY[$1]::uuid[] WHERE id = $2';
      await sql(api, companyId, move, [nobody, id]);
      return addUser(api, companyId, randomUUID());
    },
    queries: {
      active: ['active=false', 'active=true'],
      roleKeys: ['eventManagerOnly=true', `orgStructureRelationshipIds=${nobody}`],
    },
    lacks: ['externalId'],
  });
});
