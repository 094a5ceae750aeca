import { common, nobody, searches, ways } from '../queries.mjs';
import { approvalColumns, approvalValues, populations, snapshotsSql, statusesOf } from '../registers.mjs';
import { pick, place, record, recordColumns, words } from '../sql.mjs';

const types = ['chemical', 'mechanical', 'electrical', 'vehicleTransport', 'workAtHeight'];
const status = pick(statusesOf('approved', 'closed'));
const content = `${recordColumns}, reference, title, description, hazard_type, observation_kind, org_structure_id,
  identified_at, anonymous, persons_at_risk, existing_controls, risk_assessment, risk_score, due_date,
  related_event_ids, tags`;

export const hazards = {
  service: 'hazards-events',
  tables: ['hazards', 'approved_hazards', 'actions'],
  seed: [
    (company) => `INSERT INTO hazards (${content}, ${approvalColumns})
      SELECT ${record(company)}, 'HAZ-2020-' || n, ${words} || ' ' || n, 'Seen at ' || md5(n::text),
        ${pick(types, 3)}, 'unsafeCondition', ${place}, now() - n * interval '1 minute', false, '{}', '[]',
        '{"initial": null, "residual": null, "target": null}', CASE WHEN n % 3 > 0 THEN n % 25 END,
        CASE WHEN n % 2 > 0 THEN current_date - n % 900 END, '{}', ARRAY['tag-' || n % 5, 'rare-' || n % 9999],
        ${approvalValues(status)}`,
    snapshotsSql('hazards', `${content}, ${approvalColumns.replace('status, ', '')}`, 'approved'),
    `INSERT INTO actions (${recordColumns}, reference, title, action_type, source_type, source_id, org_structure_id,
        assignee_user_id, priority, mandatory, due_date, original_due_date, status, tags)
      SELECT company_id, gen_random_uuid(), created_at, modified_at, 'ACT-2020-' || n, 'Guard ' || n, 'corrective',
        'hazard', id, org_structure_id, gen_random_uuid(), 'medium', true, current_date, current_date,
        ${pick(['open', 'verified', 'verified'])}, '{}'
      FROM (SELECT *, row_number() OVER () AS n FROM hazards WHERE reference LIKE 'HAZ-2020-%0') AS sources`,
  ],
  lists: populations(
    'hazards',
    [
      ...common,
      ...ways(['identifiedAt', 'modifiedAt', 'createdAt', 'reference', 'riskScore', 'dueDate']),
      'hazardType=chemical',
      'hazardType=security',
      'band=veryHigh',
      'orgStructureId=$place',
      'orgStructureId=$place&includeDescendants=false',
      `responsiblePersonnelId=${nobody}`,
      `reportedByPersonnelId=${nobody}`,
      'identifiedFrom=2030-01-01T00:00:00Z',
      'identifiedTo=2000-01-01T00:00:00Z',
      'dueFrom=2030-01-01',
      'dueTo=2000-01-01',
      'hasOpenActions=true',
      'hasOpenActions=false',
      'tag=tag-1',
      'tag=rare-17',
      'tag=none',
      ...searches('Forklift', 'HAZ-2020-99999', 'c4ca4238a0', 'zzzzqqq', 'zz', 'fo'),
    ],
    ['approved', 'closed'],
  ),
};
