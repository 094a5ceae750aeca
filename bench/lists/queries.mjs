// Every sort, filter and search that the contracts declare, each with values that are frequent, rare and
// absent.
const ways = (keys) => keys.flatMap((key) => [`sort=${key}`, `sort=-${key}`]);
const common = [
  '',
  'modifiedSince=2020-01-01T00:00:00Z',
  'externalId=none',
  'ids=0190a5c8-0000-7000-8000-000000000001',
  'includeArchived=true',
  'includeArchived=only',
];
const searches = (...terms) => terms.map((term) => `q=${encodeURIComponent(term)}`);

/**
 * Frequent words that the order of the list puts together, far from its beginning: names that begin with
 * `Forklift`, in the order of names. No index finds the first page of them; shown without a goal.
 */
export const farDown = searches('Forklift', 'fo');

export const lists = {
  courses: [
    ...common,
    ...ways(['name', 'code', 'createdAt', 'modifiedAt']),
    'status=draft',
    'status=draft,retired',
    'category=fire',
    'category=driving',
    'deliveryMethod=online',
    ...searches('Forklift', 'c4ca4238a0', 'zzzzqqq', 'zz', 'fo', '--', 'B-299999'),
  ],
  hazards: [
    ...common,
    ...ways(['identifiedAt', 'modifiedAt', 'createdAt', 'reference', 'riskScore', 'dueDate']),
    'status=approved',
    'hazardType=chemical',
    'hazardType=security',
    'band=veryHigh',
    'orgStructureId=$place',
    'orgStructureId=$place&includeDescendants=false',
    'responsiblePersonnelId=0190a5c8-0000-7000-8000-000000000001',
    'reportedByPersonnelId=0190a5c8-0000-7000-8000-000000000001',
    'identifiedFrom=2030-01-01T00:00:00Z',
    'identifiedTo=2000-01-01T00:00:00Z',
    'dueFrom=2030-01-01',
    'dueTo=2000-01-01',
    'tag=tag-1',
    'tag=rare-17',
    'tag=none',
    ...searches('Forklift', 'HAZ-2020-299999', 'c4ca4238a0', 'zzzzqqq', 'zz', 'fo'),
  ],
  personnel: [
    ...common,
    ...ways(['lastName', 'personnelNumber', 'hireDate', 'modifiedAt']),
    'orgStructureId=$place',
    'lineManagerId=0190a5c8-0000-7000-8000-000000000001',
    'employmentStatus=active',
    'employmentStatus=suspended',
    'employmentType=fullTime',
    'employmentType=temporary',
    'jobTitle=Job 17',
    'jobTitle=None',
    'hiredFrom=2030-01-01',
    'hiredTo=1990-01-01',
    'hasUser=true',
    'hasUser=false',
    ...searches('Last', 'c4ca4238a0', 'zzzzqqq', 'zz', 'an', 'b299999@'),
  ],
};
