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

/** Working copies are also asked for by their approval. */
export const hazardLists = {
  ...declared,
  table: 'hazards',
  filters: [...declared.filters, 'approvalState', 'submittedAt'],
  sets: [...declared.sets, 'approverUserIds'],
} satisfies ListDeclaration;
export const approvedHazardLists = { ...declared, table: 'approved_hazards' } satisfies ListDeclaration;
export const flaggedHazardLists = { ...approvedHazardLists, further: ['hazards'] } satisfies ListDeclaration;
