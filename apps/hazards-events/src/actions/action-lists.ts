import type { ListDeclaration } from '@safety/persistence';
import type { Action } from './action.entity.js';

/** The lists of actions. */
export const actionLists = {
  table: 'actions',
  defaultSort: 'dueDate',
  sorts: ['dueDate', 'priority'],
  sortedBy: { priority: 'priorityRank' },
  filters: [
    'status',
    'priority',
    'assigneePersonnelId',
    'assigneeUserId',
    'sourceType',
    'sourceId',
    'orgStructureId',
  ],
  search: ['title', 'description', 'reference'],
  atPlaces: { place: 'orgStructureId', values: ['status', 'priority', 'sourceType'] },
  others: {
    overdue: 'dueDate',
    includeDescendants: 'orgStructureId',
    dueFrom: 'dueDate',
    dueTo: 'dueDate',
  },
} satisfies ListDeclaration<keyof Action>;
