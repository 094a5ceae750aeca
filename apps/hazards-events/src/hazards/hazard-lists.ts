import { registerLists } from '../approvals/register-lists.js';
import type { AnyHazard } from './hazard.entity.js';
import { hazardRegister } from './hazard-register.js';

export const {
  working: hazardLists,
  approved: approvedHazardLists,
  flagged: flaggedHazardLists,
} = registerLists<AnyHazard>(
  {
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
  },
  hazardRegister,
);
