import { buildIndex, dropIndex, growList, type IndexToBuild } from '@safety/persistence';
import type { MigrationInterface, QueryRunner } from 'typeorm';
import { actionLists } from '../actions/action-lists.js';
import { approvedEventLists, eventLists } from '../events/event-lists.js';
import { approvedHazardLists, hazardLists } from '../hazards/hazard-lists.js';
import * as earlier from './1790000000108-serve-event-and-action-lists.js';
import * as earlierHazards from './1790000000140-serve-hazard-lists.js';

const grown = [
  [earlierHazards.hazardLists, hazardLists],
  [earlierHazards.approvedHazardLists, approvedHazardLists],
  [earlier.eventLists, eventLists],
  [earlier.approvedEventLists, approvedEventLists],
  [earlier.actionLists, actionLists],
] as const;

/** Of working copies: those that are not what was approved, and those of which a revision was dropped. */
const partsOf = (table: string, approved: readonly string[]): IndexToBuild[] => [
  ...['created_by', 'submitted_by'].map((by) => ({
    name: `${table}_unapproved_${by}`,
    on: `${table} (company_id, ${by}_user_id) WHERE status <> ALL ('{${approved.join(',')}}')`,
  })),
  {
    name: `${table}_dropped`,
    on:
      `${table} (company_id, id) WHERE approval_state IN ('rejected', 'withdrawn') ` +
      `AND status IN ('${approved.join("', '")}')`,
  },
];
const parts = [
  ...partsOf('hazards', ['approved', 'closed']),
  ...partsOf('events', ['open', 'underInvestigation', 'actionsPending', 'closed']),
];

/**
 * Callers who see some org structures, or little of what is not approved, looked through all rows of the
 * company for a value that is frequent there and rare where they see it.
 */
export class FindRowsAtPlaces1790000000205 implements MigrationInterface {
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    for (const [before, after] of grown) await growList(runner, before, after);
    for (const index of parts) await buildIndex(runner, index);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const [{ table }] of grown) {
      await runner.query(`DROP FUNCTION IF EXISTS ${table}_at_places(uuid, uuid[], text[], integer)`);
      await dropIndex(runner, `${table}_at_places`);
    }
    for (const { name } of parts) await dropIndex(runner, name);
  }
}
