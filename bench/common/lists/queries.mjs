// Queries of every list, and short forms for those that the contracts declare: frequent, rare and absent
// values.
export const nobody = '0190a5c8-0000-7000-8000-000000000001';

export const ways = (keys) => keys.flatMap((key) => [`sort=${key}`, `sort=-${key}`]);
export const searches = (...terms) => terms.map((term) => `q=${encodeURIComponent(term)}`);

export const common = [
  '',
  'modifiedSince=2020-01-01T00:00:00Z',
  'externalId=none',
  `ids=${nobody}`,
  'includeArchived=true',
  'includeArchived=only',
];
