import { type DemoCompany, demoCompanies, demoCourseId, demoId, demoPeople } from '@safety/demo-data';
import { demoEvents } from './events.js';
import { actorsOf } from './hazard-process.js';
import { demoHazards } from './hazards.js';

type DemoActionState = 'open' | 'inProgress' | 'completed' | 'verified' | 'cancelled';

export interface DemoAction {
  id: string;
  companyId: string;
  sourceType: 'hazard' | 'event' | 'training' | 'standalone';
  sourceId: string | null;
  orgStructureId: string;
  assigneePersonnelId: string;
  title: string;
  /** RFC 3339. */
  createdAt: string;
  dueDate: string;
  state: DemoActionState;
  priority: 'low' | 'medium' | 'high' | 'critical';
}

interface Source {
  type: 'hazard' | 'event';
  id: string;
  companyId: string;
  orgStructureId: string;
  assigneePersonnelId: string;
  at: string;
  isClosed: boolean;
  isOpen: boolean;
  /** It is still to be closed for an action that is open. */
  waitsForAction: boolean;
}

const MS_PER_DAY = 24 * 60 * 60 * 1000;
const EVERY = 2;
const titles = [
  'Mount a fixed guard and check it at the start of the shift',
  'Mark the area and close it until it is repaired',
  'Train the crew on the changed way of working',
  'Replace the worn part and keep one in stores',
  'Write down the safe distance and put up signs',
];
const priorities = ['medium', 'high', 'low', 'critical'] as const;
interface Progress {
  state: DemoActionState;
  days: number;
  from: 'made' | 'today';
}

const waiting: Progress = { state: 'inProgress', days: 45, from: 'today' };
/**
 * Of sources that are not closed. Days count from the one on which the action was made, or from the one on
 * which the demo is: whenever that is, some are late and some are not.
 */
const undone: Progress[] = [
  { state: 'open', days: 14, from: 'made' },
  waiting,
  { state: 'open', days: 120, from: 'today' },
  { state: 'completed', days: 30, from: 'made' },
];
const OTHERS_DUE_IN_DAYS = 21;

const daysAfter = (at: string, days: number): string =>
  new Date(Date.parse(at) + days * MS_PER_DAY).toISOString();

const sourcesOf = ({ id: companyId }: DemoCompany): Source[] => [
  ...demoHazards
    .filter((hazard) => hazard.companyId === companyId)
    .map((hazard) => ({
      type: 'hazard' as const,
      id: hazard.id,
      companyId,
      orgStructureId: hazard.orgStructureId,
      assigneePersonnelId: hazard.responsiblePersonnelId,
      at: hazard.identifiedAt,
      isClosed: hazard.state === 'closed',
      isOpen: hazard.state === 'approved' || hazard.state === 'revision',
      waitsForAction: false,
    })),
  ...demoEvents
    .filter((event) => event.companyId === companyId)
    .map((event) => ({
      type: 'event' as const,
      id: event.id,
      companyId,
      orgStructureId: event.orgStructureId,
      assigneePersonnelId: event.supervisorPersonnelId,
      at: event.occurredAt,
      isClosed: event.state === 'closed',
      isOpen: event.state === 'underInvestigation' || event.state === 'actionsPending',
      waitsForAction: event.state === 'actionsPending',
    })),
];

function progressOf({ isClosed, waitsForAction }: Source, index: number): Progress {
  if (isClosed) return { state: index % 7 === 0 ? 'cancelled' : 'verified', days: 30, from: 'made' };
  return waitsForAction ? waiting : (undone[index % undone.length] as Progress);
}

function actionOf(source: Source, index: number, today: string): DemoAction {
  const { state, days, from } = progressOf(source, index);
  const createdAt = daysAfter(source.at, 2);
  return {
    id: demoId('action', source.id),
    companyId: source.companyId,
    sourceType: source.type,
    sourceId: source.id,
    orgStructureId: source.orgStructureId,
    assigneePersonnelId: source.assigneePersonnelId,
    title: titles[index % titles.length] as string,
    createdAt,
    dueDate: daysAfter(from === 'today' ? today : createdAt, days).slice(0, 10),
    state,
    priority: priorities[index % priorities.length] as DemoAction['priority'],
  };
}

/** Actions of a course and of nothing else, for the user who reports in the demo. */
function othersOf(company: DemoCompany, today: string): DemoAction[] {
  const { id: companyId, name } = company;
  const { reporterId } = actorsOf(companyId);
  const assignee = demoPeople.find(
    (person) => person.companyId === companyId && person.userId === reporterId,
  );
  if (!assignee) throw new Error(`Nobody at ${name} could do what no hazard asks for`);
  const common = {
    companyId,
    orgStructureId: assignee.orgStructureId,
    assigneePersonnelId: assignee.id,
    createdAt: '2026-11-02T09:00:00.000Z',
    dueDate: daysAfter(today, OTHERS_DUE_IN_DAYS).slice(0, 10),
    state: 'open',
    priority: 'medium',
  } as const;
  return [
    {
      ...common,
      id: demoId('action', name, 'training'),
      sourceType: 'training',
      sourceId: demoCourseId(company, 'FIRE-01'),
      title: 'Name a second fire warden for the night shift',
    },
    {
      ...common,
      id: demoId('action', name, 'standalone'),
      sourceType: 'standalone',
      sourceId: null,
      title: 'Walk the escape routes with the new crew',
    },
  ];
}

/**
 * Actions, done or still to be done, about every second hazard and event that counts and each event that
 * waits for one, and a few others, as seen from a day.
 */
export const demoActions = (today: string): DemoAction[] =>
  demoCompanies.flatMap((company) => [
    ...sourcesOf(company)
      .filter(({ isClosed, isOpen }) => isClosed || isOpen)
      .filter(({ waitsForAction }, index) => waitsForAction || index % EVERY === 0)
      .map((source, index) => actionOf(source, index, today)),
    ...othersOf(company, today),
  ]);
