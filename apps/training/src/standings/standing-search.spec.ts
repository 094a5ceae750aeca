import { expect, it } from '@jest/globals';
import { listSearches, listTrainingSchema } from '@safety/contracts';
import { standingLists } from './standing-lists.js';

it('GET /training says of q what the list looks into', () => {
  expect(listSearches.get(listTrainingSchema.shape.q)).toEqual({ members: standingLists.search });
});
