import type { ListDeclaration } from '@safety/persistence';
import { approvalParameters } from '../approvals/approval-parameters.js';
import type { ApprovedHazard, Hazard, HazardOrFlagged } from './hazard.entity.js';

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
  atPlaces: { place: 'orgStructureId', values: ['status', 'hazardType', 'riskScore', 'tags'] },
  others: {
    band: 'riskScore',
    includeDescendants: 'orgStructureId',
    identifiedFrom: 'identifiedAt',
    identifiedTo: 'identifiedAt',
    dueFrom: 'dueDate',
    dueTo: 'dueDate',
    hasOpenActions: 'the index of actions by their source',
    tag: 'tags',
  },
} satisfies Omit<ListDeclaration<keyof ApprovedHazard>, 'table'>;

/** Working copies are also asked for by their approval. */
export const hazardLists = {
  ...declared,
  table: 'hazards',
  filters: [...declared.filters, 'approvalState', 'submittedAt'],
  sets: [...declared.sets, 'approverUserIds'],
  atPlaces: { ...declared.atPlaces, values: [...declared.atPlaces.values, 'approvalState'] },
  others: { ...declared.others, ...approvalParameters },
} satisfies ListDeclaration<keyof Hazard>;
export const approvedHazardLists = { ...declared, table: 'approved_hazards' } satisfies ListDeclaration<
  keyof ApprovedHazard
>;
export const flaggedHazardLists = {
  ...approvedHazardLists,
  further: ['hazards'],
  others: { ...declared.others, requireApproval: 'status' },
} satisfies ListDeclaration<keyof HazardOrFlagged>;
