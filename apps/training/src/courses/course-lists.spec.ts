import { afterAll, beforeAll } from '@jest/globals';
import { consumeMessages } from '@safety/bus/outbox';
import { prepareDatabase } from '@safety/persistence';
import { describeLists, startApi, type TestApi } from '@safety/testing';
import { settingsSchema } from '../config.js';
import { migrations } from '../migrations/index.js';
import { TrainingModule } from '../training.module.js';
import { courseLists } from './course-lists.js';

let api: TestApi;

beforeAll(async () => {
  api = await startApi(TrainingModule, {
    name: 'training',
    settings: settingsSchema,
    setup: consumeMessages,
    prepare: (urls) => prepareDatabase({ ...urls, migrations }),
  });
});

afterAll(() => api.close());

describeLists(() => api, {
  path: '/courses',
  lists: courseLists,
  add: async (caller) => {
    const course = { code: 'C', name: 'Ladders', category: 'fire', deliveryMethod: 'online' };
    return (await caller.post('/courses', course)).body.id;
  },
  queries: {
    status: ['status=draft', 'status=retired', 'status=active,retired'],
    category: ['category=fire', 'category=driving'],
    deliveryMethod: ['deliveryMethod=online', 'deliveryMethod=classroom'],
  },
});
