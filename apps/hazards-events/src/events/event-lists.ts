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

export const eventLists = { table: 'events', ...declared } satisfies ListDeclaration;
export const approvedEventLists = { table: 'approved_events', ...declared } satisfies ListDeclaration;
