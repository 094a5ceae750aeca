import { ApiRefusal, isWrongQuery } from '../../api/api-refusal.js';
import type { CompanyMessages } from '../messages/messages.js';
import type { Refused } from './refused.js';

/** The sentence for a field, by the parameter of the list that comes from it. */
export type FilterFaults = Readonly<Record<string, readonly [field: string, sentence: string]>>;

/** Why nothing can be found with a filter, told at its fields; throws what is no fault of a filter. */
export function refusedFilter(error: unknown, text: CompanyMessages, known: FilterFaults): Refused {
  if (!(error instanceof ApiRefusal) || !isWrongQuery(error)) throw error;
  const faults = (error.options.errors ?? []).flatMap(({ parameter = '' }) => {
    const [name = ''] = parameter.split('/');
    return Object.hasOwn(known, name) ? [known[name] ?? []] : [];
  });
  return wrongFilter(text, Object.fromEntries(faults));
}

export const wrongFilter = ({ faults: { filter } }: CompanyMessages, faults: Refused['faults']): Refused => ({
  ...{ faults, failure: filter, status: 422 },
});
