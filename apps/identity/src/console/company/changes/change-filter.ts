import { startOfDay } from '@safety/platform';
import type { Locale } from '../../../pages/locale.js';
import { wordOf } from '../query.js';

/** Which changes a page shows, as its address says; empty for all. */
export interface ChangeFilter {
  resource: string;
  operation: string;
  /** The e-mail address of who changed it. */
  by: string;
  /** Days in the time zone of the page, both inclusive. */
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
  { timeZone = 'UTC' }: Pick<Locale, 'timeZone'>,
): Record<string, string | undefined> => ({
  resource: resource || undefined,
  operation: operation || undefined,
  rowId: row || undefined,
  clientId: client || undefined,
  changedByUserId: author,
  changedFrom: from === '' ? undefined : beginningOf(from, timeZone),
  changedTo: to === '' ? undefined : beginningOf(dayAfter(to), timeZone),
});

/** Whether the last day is before the first one. */
export const isBackwards = ({ from, to }: ChangeFilter): boolean => midnightOf(to) < midnightOf(from);

const DAY_MS = 24 * 60 * 60 * 1000;

/** NaN for a text that is no day of the calendar. */
function midnightOf(day: string): number {
  const time = /^\d{4}-\d\d-\d\d$/.test(day) ? Date.parse(`${day}T00:00:00Z`) : Number.NaN;
  return Number.isNaN(time) || dayOf(time) !== day ? Number.NaN : time;
}

const dayOf = (time: number): string => new Date(time).toISOString().slice(0, 10);

/** A text that is no day stays as it is: the service says so. */
function dayAfter(day: string): string {
  const time = midnightOf(day);
  return Number.isNaN(time) ? day : dayOf(time + DAY_MS);
}

/** The same goes for its first instant. */
const beginningOf = (day: string, timeZone: string): string =>
  Number.isNaN(midnightOf(day)) ? day : startOfDay(day, timeZone).toISOString();
