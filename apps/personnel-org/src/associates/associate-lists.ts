import type { ListDeclaration } from '@safety/persistence';
import type { Associate } from './associate.entity.js';

export const associateLists = {
  table: 'associates',
  defaultSort: 'lastName',
  sorts: ['lastName', 'createdAt'],
  nullableSorts: ['validTo'],
  filters: ['associateType', 'jobTitleId', 'hostPersonnelId'],
  sets: ['orgStructureIds'],
  search: ['firstName', 'lastName', 'email', 'employerName'],
  phrases: [['firstName', 'lastName']],
  others: { orgStructureId: 'orgStructureIds', includeDescendants: 'orgStructureIds', validOn: 'validTo' },
} satisfies ListDeclaration<keyof Associate>;
