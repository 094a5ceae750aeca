import { eventTypes, type Severity, severities } from '@safety/contracts';
import {
  type DemoCompany,
  demoCompanies,
  demoId,
  demoPeople,
  demoPlaces,
  type PlaceKind,
} from '@safety/demo-data';
import { happened } from './happened.js';
import { placesFor } from './hazard-process.js';

type EventType = (typeof eventTypes)[number];

/** How far a demo event has come. */
type DemoEventState =
  | 'pendingApproval'
  | 'changesRequested'
  | 'rejected'
  | 'open'
  | 'underInvestigation'
  | 'actionsPending'
  | 'closed';

interface Happening {
  kind: PlaceKind;
  eventType: EventType;
  actualSeverity: Severity;
  potentialSeverity: Severity;
  daysAway: number;
  title: string;
  description: string;
}

export interface DemoEvent extends Omit<Happening, 'kind'> {
  id: string;
  companyId: string;
  orgStructureId: string;
  reportedByPersonnelId: string;
  supervisorPersonnelId: string;
  injuredPersonnelId: string | null;
  /** RFC 3339. */
  occurredAt: string;
  state: DemoEventState;
}

const FORM = /^(?<type>\w+) (?<actual>\w+) (?<potential>\w+) (?<days>\d+) (?<title>.+)$/;

function happeningOf(kind: PlaceKind, line: string, description: string): Happening {
  const { type, actual, potential, days, title = '' } = FORM.exec(line)?.groups ?? {};
  const eventType = eventTypes.find((known) => known === type);
  const actualSeverity = severities.find((known) => known === actual);
  const potentialSeverity = severities.find((known) => known === potential);
  if (!eventType || !actualSeverity || !potentialSeverity) throw new Error(`Not an event: ${line}`);
  return { kind, eventType, actualSeverity, potentialSeverity, daysAway: Number(days), title, description };
}

const happenings: Happening[] = Object.entries(happened).flatMap(([kind, text]) => {
  const lines = text.trim().split(/\n\s*/);
  return lines.flatMap((line, index) =>
    index % 2 === 0 ? [happeningOf(kind as PlaceKind, line, lines[index + 1] ?? '')] : [],
  );
});

const FIRST_DAY = Date.UTC(2024, 11, 2);
const LAST_DAY = Date.UTC(2026, 10, 16);
const MS_PER_HOUR = 60 * 60 * 1000;
const EVENTS_OF_A_HAPPENING = 2;
/** Of the newest events, the newest first; those before them are closed. */
const newest: DemoEventState[] = [
  'pendingApproval',
  'pendingApproval',
  'changesRequested',
  'open',
  'underInvestigation',
  'rejected',
  'actionsPending',
  'open',
  'underInvestigation',
  'actionsPending',
];
/** Without a common divisor with the number of events of either company: mixes the kinds of places. */
const STRIDE = 5;

function eventOf(
  company: DemoCompany,
  { kind, ...happening }: Happening,
  index: number,
  count: number,
): DemoEvent {
  const state = newest[count - 1 - index] ?? 'closed';
  const places = placesFor(company, kind, state !== 'closed');
  const place = places[index % places.length];
  const [leader, ...crew] = demoPeople.filter(({ orgStructureId }) => orgStructureId === place?.id);
  const person = crew[index % crew.length];
  if (!leader || !person)
    throw new Error(`Nobody at a place of kind ${kind} could have seen: ${happening.title}`);
  const step = (LAST_DAY - FIRST_DAY) / Math.max(1, count - 1);
  const isHarm = happening.eventType === 'accident' || happening.eventType === 'occupationalIllness';
  return {
    ...happening,
    id: demoId('event', company.name, index),
    companyId: company.id,
    orgStructureId: person.orgStructureId,
    reportedByPersonnelId: person.id,
    supervisorPersonnelId: leader.id,
    injuredPersonnelId: isHarm ? person.id : null,
    occurredAt: new Date(
      Math.floor(FIRST_DAY + index * step) + (6 + (index % 12)) * MS_PER_HOUR,
    ).toISOString(),
    state,
  };
}

/** Two years of events, the oldest first. */
export const demoEvents: DemoEvent[] = demoCompanies.flatMap((company) => {
  const kinds = new Set(
    demoPlaces.filter(({ companyId }) => companyId === company.id).map(({ kind }) => kind),
  );
  const here = happenings.filter(({ kind }) => kinds.has(kind));
  const count = here.length * EVENTS_OF_A_HAPPENING;
  return Array.from({ length: count }, (_, index) =>
    eventOf(company, here[(index * STRIDE) % here.length] as Happening, index, count),
  );
});
