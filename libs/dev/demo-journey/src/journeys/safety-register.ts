import { demoQuarries, placeId } from '@safety/demo-data';

/** Where the manager of the demo is an event manager. */
export const northQuarry = placeId(demoQuarries, 'North Quarry');

/** Rows of hazards and events as far as journeys look at them. */
export interface Process {
  id: string;
  version: number;
  reference: string;
  status: string;
  reportedByPersonnelId: string | null;
  riskAssessment: { initial: object };
  approval: { decisions: { comment: string | null }[] };
  suggestedActions: { id: string; actionId: string | null }[];
  actions: ActionRow[];
  action: { total: number; open: number };
  eventGroups: object[];
  investigation: Record<string, unknown> | null;
}

export interface ActionRow {
  id: string;
  reference: string;
  status: string;
  dueDate: string;
}

export interface List<Item> {
  data: Item[];
}

const DAY_MS = 24 * 60 * 60 * 1000;

/** The date after so many days. */
export const inDays = (days: number): string =>
  new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10);

/** Throws unless a row, or an answer, has this status. */
export function expectStatus<Status>({ status }: { status: Status }, expected: Status): void {
  if (status !== expected) throw new Error(`It is ${String(status)} where ${String(expected)} was expected`);
}
