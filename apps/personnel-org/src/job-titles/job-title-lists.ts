import type { ListDeclaration } from '@safety/persistence';

export const jobTitleLists = {
  table: 'job_titles',
  defaultSort: 'name',
  sorts: ['name'],
  search: ['name', 'code'],
} satisfies ListDeclaration;
