import type { z } from 'zod';

/** An array no two of whose entries have the same key; 422 `duplicate` else. `named` is an entry in words. */
export const onlyOnce = <Entry extends z.ZodType>(
  array: z.ZodArray<Entry>,
  named: string,
  keyOf: (entry: z.output<Entry>) => unknown = (entry) => entry,
): z.ZodArray<Entry> =>
  array.refine((entries) => new Set(entries.map(keyOf)).size === entries.length, {
    error: `Names ${named} twice.`,
    params: { code: 'duplicate' },
  });

/** An array that keeps each of its values once, at its first place. */
export const keptOnce = <Entry extends z.ZodType>(array: z.ZodArray<Entry>): z.ZodArray<Entry> =>
  array.overwrite((entries) => [...new Set(entries)]).describe('A value that comes twice is kept once.');
