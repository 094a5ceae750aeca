import type { UnservedList } from '@safety/persistence';
import type { IndexedStanding } from './standing.entity.js';

/** The order and the search of lists of standings. */
export const standingLists: UnservedList<keyof IndexedStanding> = {
  defaultSort: { key: 'personnelName', descending: false },
  search: ['personnelName', 'courseName', 'courseCode'],
};
