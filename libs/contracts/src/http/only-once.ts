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
