import { wordOf } from '../query.js';

/** Which changes a page shows, as its address says; empty for all. */
export interface ChangeFilter {
  resource: string;
  operation: string;
  /** The e-mail address of who changed it. */
  by: string;
  /** Days in UTC, both inclusive. */
  from: string;
  to: string;
  /** The id of one row. */
  row: string;
  /** The id of the API client that asked. */
  client: string;
  cursor: string;
}

export function changeFilterOf(query: Readonly<Record<string, unknown>>): ChangeFilter {
  const word = (name: string): string => wordOf(query[name]);
  return {
    resource: word('resource'),
    operation: word('operation'),
    by: word('by'),
    from: word('from'),
    to: word('to'),
    row: word('row'),
    client: word('client'),
    cursor: word('cursor'),
  };
}

/** The parameters of the audit trail; the author is known by id there. */
export const parametersOf = (
  { resource, operation, from, to, row, client }: ChangeFilter,
  author: string | undefined,
): Record<string, string | undefined> => ({
  resource: resource || undefined,
  operation: operation || undefined,
  rowId: row || undefined,
  clientId: client || undefined,
  changedByUserId: author,
  changedFrom: from === '' ? undefined : `${from}T00:00:00Z`,
  changedTo: to === '' ? undefined : `${dayAfter(to)}T00:00:00Z`,
});

/** Whether the last day is before the first one; days as the service reads them sort as texts. */
export const isBackwards = ({ from, to }: ChangeFilter): boolean =>
  [from, to].every((day) => DAY.test(day)) && to < from;

const DAY = /^\d{4}-\d\d-\d\d$/;
const DAY_MS = 24 * 60 * 60 * 1000;

/** A text that is no day stays as it is: the service says so. */
function dayAfter(day: string): string {
  const time = DAY.test(day) ? Date.parse(`${day}T00:00:00Z`) : Number.NaN;
  return Number.isNaN(time) ? day : new Date(time + DAY_MS).toISOString().slice(0, 10);
}
