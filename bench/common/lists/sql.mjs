// Parts of the statements that add rows: `n` is the number of a row.
export const words = `(ARRAY['Forklift', 'Crane', 'Ladder', 'Noise', 'Dust', 'Chemicals', 'Fire', 'Hearing'])[1 + n % 8]`;

/** One of these values, another one after each `divisor` rows. */
export const pick = (values, divisor = 1) =>
  `(ARRAY[${values.map((value) => `'${value}'`).join(', ')}])[1 + (n / ${divisor}) % ${values.length}]`;

export const recordColumns = 'company_id, id, created_at, modified_at';
/** Values of them. */
export const record = (company) =>
  `${company}, gen_random_uuid(), now() - n * interval '1 second', now() - n * interval '1 second'`;

/** The org structures of the company that is asked: the others use them too. */
export const places = '(SELECT array_agg(id) FROM org_structures WHERE company_id = $1)';
export const place = 'places[1 + n % cardinality(places)]';
