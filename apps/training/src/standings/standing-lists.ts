import type { UnservedList } from '@safety/persistence';

/** The order and the search of lists of standings. */
export const standingLists: UnservedList = {
  defaultSort: { key: 'personnelName', descending: false },
  search: ['personnelName', 'courseName', 'courseCode'],
};
