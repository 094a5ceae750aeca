import { common, nobody, searches, ways } from '../queries.mjs';
import { approvalColumns, approvalValues, populations, snapshotsSql, statusesOf } from '../registers.mjs';
import { pick, place, record, recordColumns, words } from '../sql.mjs';

const types = ['accident', 'nearMiss', 'propertyDamage', 'environmental'];
const status = pick(statusesOf('open', 'closed'));
const content = `${recordColumns}, reference, title, description, event_type, actual_severity, occurred_at,
  occurred_time_unknown, time_zone, reported_at, org_structure_id, witnesses, event_groups, group_types,
  injured_personnel_ids, related_hazard_ids, tags, osha_recordable, open_osha_recordable, riddor_reportable, open_riddor_reportable, lost_days`;

export const events = {
  service: 'hazards-events',
  tables: ['events', 'approved_events'],
  seed: [
    (company) => `INSERT INTO events (${content}, ${approvalColumns})
      SELECT ${record(company)}, 'EVT-2020-' || n, ${words} || ' ' || n, 'Seen at ' || md5(n::text),
        ${pick(types, 3)}, ${pick(['negligible', 'minor', 'moderate', 'major'], 5)}, now() - n * interval '1 minute',
        false, 'Europe/Dublin', now() - n * interval '1 minute', ${place}, '[]', '[]',
        ARRAY[${pick(['injury', 'nearMiss', 'fire'], 7)}], '{}', '{}', ARRAY['tag-' || n % 5, 'rare-' || n % 9999],
        n % 50 = 0, n % 50 = 0, n % 500 = 0, n % 500 = 0, 0, ${approvalValues(status)}`,
    snapshotsSql('events', `${content}, ${approvalColumns.replace('status, ', '')}`, 'open'),
  ],
  lists: populations(
    'events',
    [
      ...common,
      ...ways(['occurredAt', 'reportedAt', 'modifiedAt', 'reference']),
      'eventType=accident',
      'eventType=violence',
      'actualSeverity=minor',
      'actualSeverity=catastrophic',
      'orgStructureId=$place',
      'orgStructureId=$place&includeDescendants=false',
      'occurredFrom=2030-01-01T00:00:00Z',
      'occurredTo=2000-01-01T00:00:00Z',
      'reportedFrom=2030-01-01T00:00:00Z',
      'reportedTo=2000-01-01T00:00:00Z',
      `reportedByPersonnelId=${nobody}`,
      `supervisorPersonnelId=${nobody}`,
      `personInjuredPersonnelId=${nobody}`,
      'groupType=injury',
      'groupType=vehicle',
      'oshaRecordable=true',
      'riddorReportable=true',
      'tag=tag-1',
      'tag=rare-17',
      'tag=none',
      ...searches('Forklift', 'EVT-2020-99999', 'c4ca4238a0', 'zzzzqqq', 'zz', 'fo'),
    ],
    ['open', 'closed'],
  ),
};
