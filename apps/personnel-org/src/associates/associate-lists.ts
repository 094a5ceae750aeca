import type { ListDeclaration } from '@safety/persistence';

export const associateLists = {
  table: 'associates',
  defaultSort: 'lastName',
  sorts: ['lastName', 'createdAt'],
  nullableSorts: ['validTo'],
  filters: ['associateType', 'jobTitleId', 'hostPersonnelId'],
  sets: ['orgStructureIds'],
  search: ['firstName', 'lastName', 'email', 'employerName'],
  others: { orgStructureId: 'orgStructureIds', includeDescendants: 'orgStructureIds', validOn: 'validTo' },
} satisfies ListDeclaration;
