import { listIndexesSql } from '@safety/persistence';
import type { MigrationInterface, QueryRunner } from 'typeorm';
import { eventLists } from './1790000000108-serve-event-and-action-lists.js';
import { hazardLists } from './1790000000140-serve-hazard-lists.js';

/** Working copies are asked for by state and time of their approval, and by approvers. */
export class ServeApprovalLists1790000000161 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query([hazardLists, eventLists].map(listIndexesSql).join('\n'));
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of ['hazards', 'events'])
      await runner.query(`
        DROP FUNCTION ${table}_with_approver_user_ids(uuid, text[], integer);
        DROP INDEX "${table}_with_approver_user_ids", "${table}_of_approval_state", "${table}_of_submitted_at";`);
  }
}
