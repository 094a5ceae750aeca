import { dropListIndexesSql, type ListDeclaration, listIndexesSql } from '@safety/persistence';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** As they were, for the migrations that change them. */
export const approvedHazardLists = {
  table: 'approved_hazards',
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
} satisfies ListDeclaration;
export const hazardLists = {
  ...approvedHazardLists,
  table: 'hazards',
  filters: [...approvedHazardLists.filters, 'approvalState', 'submittedAt'],
  sets: [...approvedHazardLists.sets, 'approverUserIds'],
} satisfies ListDeclaration;

/** The indexes on hazards follow from the declaration of their lists, in place of those made by hand. */
export class ServeHazardLists1790000000140 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP INDEX approved_hazards_identified_at_idx, approved_hazards_created_at_idx, approved_hazards_reference_idx,
        approved_hazards_risk_score_idx, approved_hazards_due_date_idx, approved_hazards_place_idx,
        hazards_identified_at_idx;
      ${listIndexesSql(hazardLists)}
      ${listIndexesSql(approvedHazardLists)}`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ${dropListIndexesSql(hazardLists)}
      ${dropListIndexesSql(approvedHazardLists)}
      CREATE INDEX hazards_identified_at_idx ON hazards (company_id, identified_at, id);
      CREATE INDEX approved_hazards_identified_at_idx ON approved_hazards (company_id, identified_at, id);
      CREATE INDEX approved_hazards_created_at_idx ON approved_hazards (company_id, created_at, id);
      CREATE INDEX approved_hazards_reference_idx ON approved_hazards (company_id, reference, id);
      CREATE INDEX approved_hazards_risk_score_idx ON approved_hazards (company_id, risk_score DESC NULLS LAST, id DESC);
      CREATE INDEX approved_hazards_due_date_idx ON approved_hazards (company_id, due_date, id);
      CREATE INDEX approved_hazards_place_idx ON approved_hazards (company_id, org_structure_id, identified_at, id);`);
  }
}
