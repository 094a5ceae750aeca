import { dropListIndexesSql, listIndexesSql } from '@safety/persistence';
import type { MigrationInterface, QueryRunner } from 'typeorm';
import { actionLists } from '../actions/action-lists.js';
import { approvedEventLists, eventLists } from '../events/event-lists.js';

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
