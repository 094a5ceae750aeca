import { problems } from '@safety/contracts';
import type { CallerSteps } from '@safety/platform';

/** The steps of a row that may be archived: `archived` comes before every other 409, and after 403. */
export function unlessArchived<Name extends string>(
  what: string,
  row: { archived: boolean },
  steps: CallerSteps<Name>,
): CallerSteps<Name> {
  if (!row.archived) return steps;
  return {
    ...steps,
    refusalOf: async (step) => {
      const refusal = await steps.refusalOf(step);
      if (refusal && problems[refusal.code].status === 403) return refusal;
      return { code: 'archived', detail: `The ${what} is archived.` };
    },
  };
}
