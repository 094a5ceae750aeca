import { common, searches, ways } from '../queries.mjs';
import { pick, record, recordColumns, words } from '../sql.mjs';

export const courses = {
  service: 'training',
  tables: ['courses'],
  seed: [
    (company) => `INSERT INTO courses (${recordColumns}, code, name, category, delivery_method, status)
      SELECT ${record(company)}, 'B-' || n, ${words} || ' ' || md5(n::text),
        ${pick(['fire', 'machinery', 'electrical', 'leadership'], 3)}, ${pick(['classroom', 'online', 'blended'], 5)},
        ${pick(['draft', 'active', 'active', 'retired'], 7)}`,
  ],
  lists: {
    courses: [
      ...common,
      ...ways(['name', 'code', 'createdAt', 'modifiedAt']),
      'status=draft',
      'status=draft,retired',
      'category=fire',
      'category=driving',
      'deliveryMethod=online',
      ...searches('Forklift', 'c4ca4238a0', 'zzzzqqq', 'zz', 'fo', '--', 'B-99999'),
    ],
  },
  // Names that begin with `Forklift`, in the order of names: no index finds the first page of them.
  farDown: searches('Forklift', 'fo'),
};
