import type { ListDeclaration } from '@safety/persistence';
import type { JobTitle } from './job-title.entity.js';

export const jobTitleLists = {
  table: 'job_titles',
  defaultSort: 'name',
  sorts: ['name'],
  search: ['name', 'code'],
} satisfies ListDeclaration<keyof JobTitle>;
