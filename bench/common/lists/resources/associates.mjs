import { common, nobody, searches, ways } from '../queries.mjs';
import { pick, place, record, recordColumns } from '../sql.mjs';

export const associates = {
  service: 'personnel-org',
  tables: ['associates'],
  seed: [
    (company) => `INSERT INTO associates (${recordColumns}, first_name, last_name, email, associate_type,
        employer_name, org_structure_ids, valid_from, valid_to)
      SELECT ${record(company)}, ${pick(['Ann', 'Bob', 'Cem', 'Dee'])}, 'Last ' || md5(n::text),
        'a' || n || '@example.com', ${pick(['contractor', 'visitor', 'supplier'], 3)}, 'Employer ' || n % 900,
        ARRAY[${place}], current_date - 200 - n % 900, CASE WHEN n % 5 > 0 THEN current_date + n % 400 - 200 END`,
  ],
  lists: {
    'associate/details': [
      ...common,
      ...ways(['lastName', 'createdAt', 'modifiedAt', 'validTo']),
      'associateType=contractor',
      'associateType=volunteer',
      `jobTitleId=${nobody}`,
      `hostPersonnelId=${nobody}`,
      'orgStructureId=$place',
      'orgStructureId=$place&includeDescendants=false',
      'validOn=2026-11-22',
      ...searches('Last', 'c4ca4238a0', 'zzzzqqq', 'zz', 'Employer 17', 'a99999@'),
    ],
  },
};
