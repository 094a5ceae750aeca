import type { ListDeclaration } from '@safety/persistence';

const declared = {
  defaultSort: '-identifiedAt',
  sorts: ['identifiedAt', 'createdAt', 'reference'],
  nullableSorts: ['riskScore', 'dueDate'],
  filters: [
    'status',
    'hazardType',
    'riskScore',
    'orgStructureId',
    'responsiblePersonnelId',
    'reportedByPersonnelId',
  ],
  sets: ['tags'],
  search: ['title', 'description', 'reference'],
} satisfies Omit<ListDeclaration, 'table'>;

export const hazardLists = { table: 'hazards', ...declared } satisfies ListDeclaration;
export const approvedHazardLists = { table: 'approved_hazards', ...declared } satisfies ListDeclaration;
