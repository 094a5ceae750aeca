import type { ListDeclaration } from '@safety/persistence';

export const approvedHazardLists = {
  table: 'approved_hazards',
  defaultSort: 'identifiedAt',
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
} satisfies ListDeclaration;
