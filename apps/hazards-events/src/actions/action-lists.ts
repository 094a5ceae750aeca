import type { ListDeclaration } from '@safety/persistence';

/** The lists of actions. */
export const actionLists = {
  table: 'actions',
  defaultSort: 'dueDate',
  sorts: ['dueDate', 'priorityRank'],
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
} satisfies ListDeclaration;
