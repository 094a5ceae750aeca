import type { ListDeclaration } from '@safety/persistence';

const declared = {
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
} satisfies Omit<ListDeclaration, 'table'>;

/** Working copies are also asked for by their approval. */
export const eventLists = {
  ...declared,
  table: 'events',
  filters: [...declared.filters, 'approvalState', 'submittedAt'],
  sets: [...declared.sets, 'approverUserIds'],
} satisfies ListDeclaration;
export const approvedEventLists = { ...declared, table: 'approved_events' } satisfies ListDeclaration;
export const flaggedEventLists = { ...approvedEventLists, further: ['events'] } satisfies ListDeclaration;
