import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  actionSources,
  actionStatuses,
  approvedEventStatuses,
  eventStatuses,
  hazardStatuses,
} from '@safety/contracts';
import {
  demoAssociates,
  demoCourses,
  demoPeople,
  demoPlaces,
  demoQuarries,
  demoUsers,
} from '@safety/demo-data';
import type { TestApi, TestCaller } from '@safety/testing';
import { hazardAt, select, startHazardsEvents } from '../testing/hazards-under-test.js';
import { addDemoRows } from './demo-rows.js';
import { demoEvents } from './events.js';
import { demoHazards } from './hazards.js';

let api: TestApi;
let admin: TestCaller;

beforeAll(async () => {
  api = await startHazardsEvents();
  await addDemoRows(api.database.serviceUrl);
  admin = await api.caller({ companyId: demoQuarries.id });
});

afterAll(() => api.close());

interface Row {
  id: string;
  status: string;
}

const ofQuarries = ({ companyId }: { companyId: string }) => companyId === demoQuarries.id;
const rows = async (path: string, caller = admin): Promise<Row[]> =>
  (await caller.get(`${path}limit=200`)).body.data;
const statuses = (found: Row[]) => new Set(found.map(({ status }) => status));

describe('the demo', () => {
  it('shows its approved hazards, and a new one goes on with their references', async () => {
    const approved = demoHazards
      .filter(ofQuarries)
      .filter(({ state }) => ['approved', 'closed', 'revision'].includes(state));
    const { page, data } = (await admin.get('/hazards?includeTotal=true&sort=reference&limit=1')).body;
    expect(page.totalCount).toBe(approved.length);
    expect(data[0]).toMatchObject({ reference: 'HAZ-2024-000001' });
    expect(data[0].riskAssessment.initial.score).toBeGreaterThan(0);
    const [place] = demoPlaces.filter(ofQuarries);
    if (!place) throw new Error('The demo has no place');
    const { status, body } = await admin.post('/hazards', hazardAt(place));
    expect(status).toBe(201);
    const [, year] = body.reference.split('-');
    const before = demoHazards.filter(ofQuarries).filter(({ identifiedAt }) => identifiedAt.startsWith(year));
    expect(Number(body.reference.split('-')[2])).toBe(before.length + 1);
  });

  it('has hazards and events in every state over two years', async () => {
    const hazards = await rows('/hazards/approvalData?');
    const { companyId } = admin;
    const drafts = await select(api, companyId, "SELECT id FROM hazards WHERE status = 'draft'", []);
    expect(drafts.length).toBeGreaterThan(0);
    expect(statuses(hazards)).toEqual(new Set(hazardStatuses.filter((status) => status !== 'draft')));
    const events = await rows('/events/approvalData?');
    expect(statuses(events)).toEqual(new Set(eventStatuses));
    expect(statuses(await rows('/events?'))).toEqual(new Set(approvedEventStatuses));
    const days = demoEvents.map(({ occurredAt }) => occurredAt).sort();
    expect(Date.parse(days.at(-1) ?? '') - Date.parse(days[0] ?? '')).toBeGreaterThan(
      700 * 24 * 60 * 60 * 1000,
    );
  });

  it('has approvals that wait for the manager, actions that are late, and an investigation', async () => {
    const manager = demoUsers.find(({ email }) => email === 'manager@demo.example');
    for (const resource of ['hazards', 'events']) {
      const waiting = await rows(
        `/${resource}/approvalData?approverUserId=${manager?.id}&approvalState=pending&`,
      );
      expect(waiting.length).toBeGreaterThan(0);
    }
    const open = await rows('/actions?status=open,inProgress&');
    const late = await rows('/actions?overdue=true&');
    expect(late.length).toBeGreaterThan(0);
    expect(open.length).toBeGreaterThan(late.length);
    const [investigated] = (await admin.get('/events?status=underInvestigation')).body.data;
    expect(investigated.investigation).toMatchObject({ leadUserId: manager?.id, completedAt: null });
  });

  it('has injuries with witnesses and the members of each form, and people with line managers', async () => {
    const { data } = (await admin.get('/events?groupType=injury&limit=200')).body;
    expect(data.length).toBeGreaterThan(0);
    for (const { witnesses, eventGroups, supervisorPersonnelId } of data) {
      expect(witnesses).toMatchObject([
        { personnelId: supervisorPersonnelId },
        { associateId: expect.any(String) },
        { name: expect.any(String) },
      ]);
      expect(eventGroups[0]).toMatchObject({
        personInjuredPersonnelId: expect.any(String),
        osha: { caseNumber: expect.any(String) },
        riddor: { accidentKind: 'struckByMovingObject' },
        esaw: { deviation: '40' },
      });
    }
    const stored = await select(
      api,
      demoQuarries.id,
      'SELECT id, line_manager_id AS "lineManagerId" FROM personnel ORDER BY id',
      [],
    );
    const known = demoPeople
      .filter(ofQuarries)
      .map(({ id, lineManagerId }) => ({ id, lineManagerId }))
      .toSorted((one, other) => (one.id < other.id ? -1 : 1));
    expect(stored).toEqual(known);
  });

  it('knows people of other employers and courses before the bus has published them', async () => {
    const [associate] = demoAssociates.filter(ofQuarries);
    const [course] = demoCourses.filter(ofQuarries);
    const [place] = demoPlaces.filter(ofQuarries);
    const [person] = demoPeople.filter(ofQuarries);
    if (!associate || !course || !place || !person) throw new Error('The demo misses what others own');
    const reported = await admin.post('/hazards', hazardAt(place, { reportedByAssociateId: associate.id }));
    expect(reported).toMatchObject({ status: 201, body: { reportedByAssociateId: associate.id } });
    const action = {
      title: 'Book the course',
      actionType: 'preventive',
      sourceType: 'training',
      sourceId: course.id,
      orgStructureId: place.id,
      assigneePersonnelId: person.id,
      dueDate: '2030-01-01',
    };
    expect((await admin.post('/actions', action)).status).toBe(201);
    const stored = (table: string) =>
      select(api, demoQuarries.id, `SELECT count(*)::int AS rows FROM ${table}`, []);
    expect(await stored('associates')).toEqual([{ rows: demoAssociates.filter(ofQuarries).length }]);
    expect(await stored('courses')).toEqual([{ rows: demoCourses.filter(ofQuarries).length }]);
  });

  it('has anonymous hazards, and actions of each status and source', async () => {
    const hazards = demoHazards.filter(ofQuarries).filter(({ anonymous }) => anonymous);
    const ids = hazards.map(({ id }) => id).join(',');
    const manager = await api.caller({ companyId: demoQuarries.id, role: 'eventManager' });
    const { data } = (await manager.get(`/hazards/includerequireapproval?ids=${ids}`)).body;
    expect(data.length).toBeGreaterThan(0);
    for (const { createdByUserId, reportedByPersonnelId } of data)
      expect([createdByUserId, reportedByPersonnelId]).toEqual([null, null]);
    for (const status of actionStatuses) expect(await rows(`/actions?status=${status}&`)).not.toHaveLength(0);
    for (const source of actionSources)
      expect(await rows(`/actions?sourceType=${source}&`)).not.toHaveLength(0);
  });

  it('can be worked with: what waits is approved, and what was suggested becomes an action', async () => {
    const manager = await api.caller({ companyId: demoQuarries.id, role: 'eventManager' });
    const [hazard] = (await manager.get('/hazards/approvalData?status=pendingApproval&hasOpenActions=false'))
      .body.data;
    const accepted = hazard.suggestedActions.map(({ id }: Row) => ({ id, disposition: 'accepted' }));
    const { status, body } = await manager.put('/hazards/approval', {
      id: hazard.id,
      approval: { step: 'approve' },
      suggestedActions: accepted,
    });
    expect({ status, now: body.status, actions: body.actions.length }).toEqual({
      status: 200,
      now: 'approved',
      actions: accepted.length,
    });
    const [event] = (await manager.get('/events/approvalData?status=pendingApproval')).body.data;
    const approved = await manager.post(`/events/${event.id}/transitions`, { transition: 'approve' });
    expect(approved.body.status).toBe('open');
  });

  it('stays as it is when it is added again', async () => {
    const text = `SELECT (SELECT count(*) FROM approved_hazards) AS hazards, (SELECT count(*) FROM events) AS events,
      (SELECT count(*) FROM actions) AS actions, (SELECT max(last) FROM number_series) AS last`;
    const before = await select(api, demoQuarries.id, text, []);
    await addDemoRows(api.database.serviceUrl);
    expect(await select(api, demoQuarries.id, text, [])).toEqual(before);
  });
});
