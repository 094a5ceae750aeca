const START = '0190a5c8-0000-7000-8000-';

/** SQL of the id that stands for a number: rows of two tables name each other by it. */
export const numbered = (n) => `('${START}' || lpad((${n})::text, 12, '0'))::uuid`;

/** An id of many rows, and one of no row. */
export const frequent = `${START}000000000007`;
export const absent = `${START}ffffffffffff`;
