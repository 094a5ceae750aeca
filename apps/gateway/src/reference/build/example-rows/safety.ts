import { demoId, demoPeople, demoPlaces, demoUsers } from '@safety/demo-data';
import { FILLED } from './filled.js';
import { company, user } from './people.js';

const approver = demoUsers[1];
const IDENTIFIED_AT = '2026-03-06T08:00:00.000Z';
const APPROVED_AT = '2026-03-07T08:00:00.000Z';
const SERIOUS = 4;
/** The demo's action about the hazard, which came of a suggestion, and waits for its verification. */
const actionId = (hazardId: string): string => demoId('action', hazardId);

const weighbridge = demoPlaces.find(({ name }) => name === 'Hill Quarry Weighbridge');
const leader = demoPeople.find(({ orgStructureId }) => orgStructureId === weighbridge?.id);
const residual = {
  likelihood: 2,
  severity: SERIOUS,
  assessedAt: IDENTIFIED_AT,
  assessedByPersonnelId: leader?.id,
};

/** One that can be closed: its residual risk is assessed, and no action is left to do. */
export const hazard = {
  id: demoId('hazard', company?.name ?? '', 38),
  reference: 'HAZ-2026-000006',
  title: 'Damaged cable at the weighbridge',
  description: 'The supply cable crosses the lane, and lorries have cut its sheath.',
  hazardType: 'electrical',
  orgStructureId: weighbridge?.id,
  orgStructurePath: weighbridge?.path,
  responsiblePersonnelId: leader?.id,
  identifiedAt: IDENTIFIED_AT,
  dueDate: '2026-06-04',
  likelihood: 3,
  severity: SERIOUS,
  score: 12,
  band: 'high',
  assessedAt: IDENTIFIED_AT,
  assessedByPersonnelId: leader?.id,
  initial: FILLED,
  residual: { ...residual, score: 8, band: 'medium' },
  existingControls: [],
  status: 'approved',
  approvedAt: APPROVED_AT,
  approvedByUserId: approver?.id,
  createdAt: IDENTIFIED_AT,
  modifiedAt: APPROVED_AT,
  modifiedByUserId: approver?.id,
};

/** The same as it is written: without the members that follow from the others. */
export const writtenHazard = { ...hazard, residual };

export const suggestion = {
  id: demoId('suggestion', hazard.id),
  description: 'Put it right before the next shift, and check it every week.',
  controlType: 'engineering',
  suggestedDueDate: hazard.dueDate,
  suggestedByUserId: user?.id,
  disposition: 'accepted',
  actionId: actionId(hazard.id),
};

export const approval = {
  mode: 'queue',
  state: 'approved',
  submittedAt: IDENTIFIED_AT,
  submittedByUserId: user?.id,
  requiredApprovals: 1,
  dueDate: null,
  userId: approver?.id,
  decision: 'approve',
  comment: 'Seen on the round.',
  decidedAt: APPROVED_AT,
};

export const action = {
  id: actionId(hazard.id),
  reference: 'ACT-2026-000001',
  title: 'Write down the safe distance and put up signs',
  actionType: 'corrective',
  controlType: 'engineering',
  orgStructureId: weighbridge?.id,
  orgStructurePath: weighbridge?.path,
  sourceType: 'hazard',
  sourceId: hazard.id,
  sourceSuggestedActionId: suggestion.id,
  createdAt: APPROVED_AT,
  assigneePersonnelId: leader?.id,
  priority: 'critical',
  mandatory: true,
  dueDate: '2026-04-07',
  originalDueDate: '2026-04-07',
  status: 'completed',
  overdue: false,
  completedAt: '2026-04-07T12:00:00.000Z',
  completedByUserId: approver?.id,
  completionComment: 'Done, and shown to the crew.',
};

const crusher = demoPlaces.find(({ name }) => name === 'North Quarry Crushing');
const crew = demoPeople.filter(({ orgStructureId }) => orgStructureId === crusher?.id);
const [foreman] = crew;
const fitter = crew.findLast(({ jobTitle }) => jobTitle === 'Plant fitter');
export const injury = {
  groupType: 'injury',
  personInjuredPersonnelId: fitter?.id,
  personType: 'employee',
  natureOfInjury: { scheme: 'oiics', code: '1', label: 'Traumatic injuries and disorders' },
  treatment: 'firstAid',
  outcome: 'daysAway',
  daysAway: 2,
};

const investigation = {
  leadUserId: approver?.id,
  teamUserIds: [],
  method: 'icam',
  startedAt: '2026-05-29T04:49:05.454Z',
  completedAt: null,
  immediateCauses: ['The guard or the mark that would have kept people away was missing.'],
  rootCauses: [{ category: 'procedure', description: 'Nobody is named who checks it after cleaning.' }],
  findings: null,
};

export const event = {
  ...injury,
  ...investigation,
  id: demoId('event', company?.name ?? '', 25),
  reference: 'EVT-2026-000007',
  title: 'Splinter in the eye at the jaw crusher',
  description: 'A splinter flew under the visor while a blockage was broken by hammer.',
  eventType: 'accident',
  actualSeverity: 'minor',
  potentialSeverity: 'moderate',
  occurredAt: '2026-05-27T04:49:05.454Z',
  reportedAt: '2026-05-27T06:49:05.454Z',
  timeZone: company?.timeZone,
  orgStructureId: crusher?.id,
  orgStructurePath: crusher?.path,
  reportedByPersonnelId: fitter?.id,
  supervisorPersonnelId: foreman?.id,
  lostDays: injury.daysAway,
  status: 'underInvestigation',
  // The actions of it; the demo has none.
  items: [],
  investigation: FILLED,
};
export const eventGroup = { ...injury, id: demoId('event-group', event.id) };

const labels = {
  en: 'Type of injury',
  es: 'Tipo de lesión',
  ru: 'Вид травмы',
  kk: 'Жарақат түрі',
  nl: 'Soort letsel',
};
const fractures = {
  en: 'Bone fractures',
  es: 'Fracturas de huesos',
  ru: 'Переломы костей',
  kk: 'Сүйек сынуы',
  nl: 'Botbreuken',
};
export const codeList = {
  name: 'esawTypeOfInjury',
  labels,
  scheme: 'esaw',
  source: 'European Statistics on Accidents at Work (ESAW), summary methodology, Eurostat',
  sourceDate: '2013-01-01',
  codes: [{ code: '020', labels: fractures, minimumScore: null }],
};
