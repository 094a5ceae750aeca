import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { demoPlaces, demoQuarries } from '@safety/demo-data';
import type { TestApi } from '@safety/testing';
import { demoHazards } from './demo/hazards.js';
import { addDemoRows } from './demo-rows.js';
import { hazardAt, select, startHazardsEvents } from './testing/hazards-under-test.js';

let api: TestApi;

beforeAll(async () => {
  api = await startHazardsEvents();
  await addDemoRows(api.database.serviceUrl);
});

afterAll(() => api.close());

const ofQuarries = ({ companyId }: { companyId: string }) => companyId === demoQuarries.id;

describe('the demo', () => {
  it('shows its hazards, and a new one goes on with their references', async () => {
    const admin = await api.caller({ companyId: demoQuarries.id });
    const { page, data } = (await admin.get('/hazards?includeTotal=true&sort=reference&limit=1')).body;
    const count = demoHazards.filter(ofQuarries).length;
    expect(page.totalCount).toBe(count);
    expect(data[0]).toMatchObject({ status: 'approved', reference: 'HAZ-2026-000001' });
    expect(data[0].riskAssessment.initial.score).toBeGreaterThan(0);
    const [place] = demoPlaces.filter(ofQuarries);
    if (!place) throw new Error('The demo has no place');
    const { status, body } = await admin.post('/hazards', hazardAt(place));
    const next = body.reference.startsWith('HAZ-2026')
      ? `HAZ-2026-${String(count + 1).padStart(6, '0')}`
      : body.reference;
    expect({ status, reference: body.reference }).toEqual({ status: 201, reference: next });
  });

  it('stays as it is when it is added again', async () => {
    const text =
      'SELECT (SELECT count(*) FROM approved_hazards) AS hazards, (SELECT max(last) FROM number_series) AS last';
    const before = await select(api, demoQuarries.id, text, []);
    await addDemoRows(api.database.serviceUrl);
    expect(await select(api, demoQuarries.id, text, [])).toEqual(before);
  });
});
