import { approvedEventStatuses, type EventGroup, saveEventGroupSchema } from '@safety/contracts';
import { demoCompanies, demoId } from '@safety/demo-data';
import {
  enterCompany,
  insertMissing,
  raiseNumberSeries,
  referenceOf,
  seedTransaction,
} from '@safety/persistence';
import { type DemoEvent, demoEvents } from '../demo/events.js';
import { formsOf, witnessesOf } from '../demo/forms.js';
import { actorsOf } from '../demo/hazard-process.js';
import { openRegulatoryOf, regulatoryOf } from './regulatory.js';

const SERIES = 'EVT';
const MS_PER_HOUR = 60 * 60 * 1000;
const hoursAfter = (instant: string, hours: number): string =>
  new Date(Date.parse(instant) + hours * MS_PER_HOUR).toISOString();

const groupTypes: Partial<Record<DemoEvent['eventType'], EventGroup['groupType']>> = {
  accident: 'injury',
  occupationalIllness: 'illness',
  violence: 'security',
  observation: 'other',
};

function groupOf(event: DemoEvent): EventGroup {
  const { id, eventType, daysAway, injuredPersonnelId } = event;
  const { personType = null, ...group } = saveEventGroupSchema.parse({
    groupType: groupTypes[eventType] ?? eventType,
    personInjuredPersonnelId: injuredPersonnelId,
    ...(injuredPersonnelId && {
      personType: 'employee',
      natureOfInjury: { scheme: 'oiics', code: '1', label: 'Traumatic injuries and disorders' },
      bodyParts: [{ scheme: 'esaw', code: '50', label: 'Upper extremities' }],
      treatment: daysAway > 30 ? 'hospitalInpatient' : 'firstAid',
      outcome: daysAway > 0 ? 'daysAway' : 'firstAidOnly',
      daysAway,
      ...formsOf(event),
    }),
  });
  return { ...group, personType, id: demoId('event-group', id) };
}

const isApproved = ({ state }: DemoEvent): boolean =>
  (approvedEventStatuses as readonly string[]).includes(state);

function investigationOf(event: DemoEvent) {
  const { state, eventType, occurredAt, companyId } = event;
  if (state === 'open' || !isApproved(event)) return null;
  const isComplete = state !== 'underInvestigation';
  return {
    leadUserId: actorsOf(companyId).approverId,
    teamUserIds: [],
    method: eventType === 'accident' ? 'icam' : 'fiveWhys',
    startedAt: hoursAfter(occurredAt, 48),
    completedAt: isComplete ? hoursAfter(occurredAt, 240) : null,
    immediateCauses: ['The guard or the mark that would have kept people away was missing.'],
    rootCauses: [{ category: 'procedure', description: 'Nobody is named who checks it after cleaning.' }],
    findings: isComplete ? 'The check belongs into the handover of the shift.' : null,
  };
}

const decisions = { rejected: 'reject', changesRequested: 'requestChanges', pendingApproval: null };

function processColumns(event: DemoEvent) {
  const { state, occurredAt } = event;
  const { reporterId, approverId } = actorsOf(event.companyId);
  const decision = isApproved(event) ? 'approve' : decisions[state as keyof typeof decisions];
  const decidedAt = hoursAfter(occurredAt, 24);
  return {
    status: state,
    approval_mode: 'queue',
    approval_state: isApproved(event) ? 'approved' : state === 'pendingApproval' ? 'pending' : state,
    approval_round: 1,
    submitted_at: hoursAfter(occurredAt, 2),
    submitted_by_user_id: reporterId,
    approver_user_ids: [],
    required_approvals: 1,
    decisions: decision
      ? [{ round: 1, userId: approverId, decision, comment: 'Read with the crew.', decidedAt }]
      : [],
    approved_at: isApproved(event) ? decidedAt : null,
    approved_by_user_id: isApproved(event) ? approverId : null,
  };
}

/** The columns of a demo event; `number` is its place in the series of its company and year. */
function eventRow(event: DemoEvent, year: number, number: number) {
  const group = groupOf(event);
  const regulatory = regulatoryOf([group], new Date(event.occurredAt));
  const { open } = openRegulatoryOf([group], new Date(event.occurredAt));
  return {
    company_id: event.companyId,
    id: event.id,
    version: 1,
    created_at: hoursAfter(event.occurredAt, 2),
    created_by_user_id: actorsOf(event.companyId).reporterId,
    modified_at: hoursAfter(event.occurredAt, 24),
    modified_by_user_id: actorsOf(event.companyId).approverId,
    custom_fields: {},
    reference: referenceOf(SERIES, number, year),
    title: event.title,
    description: event.description,
    event_type: event.eventType,
    actual_severity: event.actualSeverity,
    potential_severity: event.potentialSeverity,
    occurred_at: event.occurredAt,
    occurred_time_unknown: false,
    time_zone: demoCompanies.find(({ id }) => id === event.companyId)?.timeZone,
    reported_at: hoursAfter(event.occurredAt, 2),
    org_structure_id: event.orgStructureId,
    reported_by_personnel_id: event.reportedByPersonnelId,
    supervisor_personnel_id: event.supervisorPersonnelId,
    witnesses: event.injuredPersonnelId ? witnessesOf(event) : [],
    event_groups: [group],
    group_types: [group.groupType],
    injured_personnel_ids: group.personInjuredPersonnelId ? [group.personInjuredPersonnelId] : [],
    investigation: investigationOf(event),
    related_hazard_ids: [],
    tags: [],
    osha_recordable: regulatory.oshaRecordable,
    riddor_reportable: regulatory.riddorReportable,
    open_osha_recordable: open.oshaRecordable,
    open_riddor_reportable: open.riddorReportable,
    riddor_category: regulatory.riddorCategory,
    report_due_at: regulatory.reportDueAt,
    lost_days: group.daysAway,
    ...processColumns(event),
  };
}

/** Adds the demo events that are missing, in every state, and raises the counters of their references. */
export async function addDemoEvents(serviceUrl: string): Promise<void> {
  await seedTransaction(serviceUrl, async (client) => {
    for (const [companyId, ofCompany] of Map.groupBy(demoEvents, (event) => event.companyId)) {
      await enterCompany(client, companyId);
      const byYear = Map.groupBy(ofCompany, ({ occurredAt }) => new Date(occurredAt).getUTCFullYear());
      for (const [year, ofYear] of byYear) {
        const rows = ofYear.map((event, index) => eventRow(event, year, index + 1));
        const added = await insertMissing(client, 'events', rows);
        const approved = rows.filter(({ id, approved_at }) => added.has(id) && approved_at !== null);
        await insertMissing(client, 'approved_events', approved);
        await raiseNumberSeries(client, companyId, SERIES, ofYear.length, year);
      }
    }
  });
}
