import { registerLists } from '../approvals/register-lists.js';
import type { AnyEvent } from './event.entity.js';
import { eventRegister } from './event-register.js';

export const {
  working: eventLists,
  approved: approvedEventLists,
  flagged: flaggedEventLists,
} = registerLists<AnyEvent>(
  {
    defaultSort: '-occurredAt',
    sorts: ['occurredAt', 'reportedAt', 'reference'],
    filters: [
      'status',
      'eventType',
      'actualSeverity',
      'orgStructureId',
      'reportedByPersonnelId',
      'supervisorPersonnelId',
      'oshaRecordable',
      'riddorReportable',
    ],
    sets: ['injuredPersonnelIds', 'groupTypes', 'tags'],
    search: ['title', 'description', 'reference'],
    atPlaces: {
      place: 'orgStructureId',
      values: ['status', 'eventType', 'actualSeverity', 'groupTypes', 'tags'],
    },
    others: {
      includeDescendants: 'orgStructureId',
      occurredFrom: 'occurredAt',
      occurredTo: 'occurredAt',
      reportedFrom: 'reportedAt',
      reportedTo: 'reportedAt',
      personInjuredPersonnelId: 'injuredPersonnelIds',
      groupType: 'groupTypes',
      tag: 'tags',
    },
  },
  eventRegister,
);
