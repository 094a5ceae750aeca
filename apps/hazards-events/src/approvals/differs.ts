import { isDeepStrictEqual } from 'node:util';

const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value ?? null));

/** Whether any member of `wanted` holds something else in `row`, as both are stored. */
export const differs = (wanted: object, row: object): boolean =>
  Object.entries(wanted).some(
    ([member, value]) => !isDeepStrictEqual(plain(value), plain((row as Record<string, unknown>)[member])),
  );
