import { dropListIndexesSql, type ListDeclaration, listIndexesSql } from '@safety/persistence';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** As they were, for the migrations that change them. */
export const approvedEventLists = {
  table: 'approved_events',
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
} satisfies ListDeclaration;
export const eventLists = {
  ...approvedEventLists,
  table: 'events',
  filters: [...approvedEventLists.filters, 'approvalState', 'submittedAt'],
  sets: [...approvedEventLists.sets, 'approverUserIds'],
} satisfies ListDeclaration;
export const actionLists = {
  table: 'actions',
  defaultSort: 'dueDate',
  sorts: ['dueDate', 'priority'],
  sortedBy: { priority: 'priorityRank' },
  filters: [
    'status',
    'priority',
    'assigneePersonnelId',
    'assigneeUserId',
    'sourceType',
    'sourceId',
    'orgStructureId',
  ],
  search: ['title', 'description', 'reference'],
} satisfies ListDeclaration;
const lists = [eventLists, approvedEventLists, actionLists];

/** The indexes follow from the declarations of the lists, in place of those made by hand. */
export class ServeEventAndActionLists1790000000108 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP INDEX events_occurred_at_idx, events_place_idx, approved_events_occurred_at_idx, approved_events_place_idx,
        approved_events_reported_at_idx, approved_events_reference_idx, approved_events_injured_idx,
        actions_source_idx, actions_due_date_idx, actions_priority_idx, actions_place_idx,
        actions_assignee_personnel_idx, actions_assignee_user_idx;
      ${lists.map(listIndexesSql).join('\n')}`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(lists.map(dropListIndexesSql).join('\n'));
  }
}
