import { absent, frequent, numbered } from '../numbered.mjs';
import { common, searches, ways } from '../queries.mjs';
import { pick, place, record, words } from '../sql.mjs';

const columns = `company_id, id, created_at, modified_at, course_id, title, org_structure_id, instructor_name,
  start_at, end_at, time_zone, ends_on, capacity, enrolled_count, status`;

export const classes = {
  service: 'training',
  tables: ['classes'],
  seed: [
    (company) => `INSERT INTO classes (${columns})
      SELECT ${record(company)}, ${numbered('n % 60')}, ${words} || ' ' || n, ${place}, 'Trainer ' || md5(n::text),
        now() - n * interval '1 hour', now() - (n - 1) * interval '1 hour', 'UTC', current_date, 12, n % 13,
        ${pick(['completed', 'completed', 'cancelled', 'scheduled', 'completed'], 3)}`,
  ],
  lists: {
    classes: [
      ...common,
      ...ways(['startAt', 'createdAt', 'modifiedAt']),
      `courseId=${frequent}`,
      `courseId=${absent}`,
      'orgStructureId=$place',
      'orgStructureId=$place&includeDescendants=false',
      'status=completed',
      'status=inProgress',
      'startFrom=2100-01-01T00:00:00Z',
      'startTo=1900-01-01T00:00:00Z',
      'hasPlaces=true',
      'hasPlaces=false',
      `instructorPersonnelId=${absent}`,
      ...searches('Forklift', 'c4ca4238a0', 'zzzzqqq', 'zz', 'fo'),
    ],
  },
};
