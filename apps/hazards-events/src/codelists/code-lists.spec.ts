import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { codeListNames } from '@safety/contracts';
import type { TestApi, TestCaller } from '@safety/testing';
import {
  addCompany,
  addMember,
  eventAt,
  injury,
  startHazardsEvents,
  type TestPlace,
} from '../testing/hazards-under-test.js';

let api: TestApi;
let admin: TestCaller;
let place: TestPlace;

beforeAll(async () => {
  api = await startHazardsEvents();
  ({ admin, place } = await addCompany(api));
  await addMember(api, admin.companyId, { role: 'eventManager' });
});

afterAll(() => api.close());

interface List {
  name: string;
  labels: Record<string, string>;
  codes: { code: string; labels: Record<string, string>; minimumScore: number | null }[];
}

describe('GET /codelists', () => {
  it('200: every list, each code once and with a label in each language', async () => {
    const { status, headers, body } = await admin.get('/codelists');
    expect(status).toBe(200);
    expect(body.data.map(({ name }: List) => name)).toEqual([...codeListNames]);
    for (const { labels, codes } of body.data as List[]) {
      for (const named of [labels, ...codes.map((code) => code.labels)]) {
        expect(Object.keys(named)).toEqual(['en', 'es', 'ru', 'kk', 'nl']);
        for (const label of Object.values(named)) expect(label).toMatch(/\S/);
      }
      expect(new Set(codes.map(({ code }) => code)).size).toBe(codes.length);
    }
    const etag = headers.get('etag') ?? '';
    const again = await admin.get('/codelists', { headers: { 'if-none-match': etag } });
    expect(again.status).toBe(304);
  });

  it('400 unknown-parameter', async () => {
    expect((await admin.get('/codelists?limit=1')).body.code).toBe('unknown-parameter');
  });
});

describe('GET /codelists/{name}', () => {
  it('200 with source, date and ETag; 304', async () => {
    const { body, headers } = await admin.get('/codelists/nature');
    expect(body).toMatchObject({ scheme: 'oiics', sourceDate: '2012-01-01', codes: expect.any(Array) });
    const etag = headers.get('etag') ?? '';
    expect((await admin.get('/codelists/nature', { headers: { 'if-none-match': etag } })).status).toBe(304);
  });

  it.each(['bodyparts', 'BODYPARTS'])('200 in any case: %s', async (name) => {
    expect((await admin.get(`/codelists/${name}`)).body.name).toBe('bodyParts');
  });

  it('200: risk bands begin where the company says', async () => {
    const riskBands = { medium: 3, high: 7, veryHigh: 20 };
    const caller = await api.caller({ riskBands });
    const { codes } = (await caller.get('/codelists/riskBands')).body as List;
    expect(codes.map(({ minimumScore }) => minimumScore)).toEqual([1, 3, 7, 20]);
  });

  it('200 for whoever reports hazards alone: their types and risk bands are here', async () => {
    const caller = await api.caller({ permissions: ['hazards.create'] });
    for (const path of ['/codelists', '/codelists/hazardTypes', '/codelists/riskBands'])
      expect((await caller.get(path)).status).toBe(200);
  });

  it.each(['nothing', 'constructor', '__proto__'])('404 not-found: %s', async (name) => {
    expect((await admin.get(`/codelists/${name}`)).status).toBe(404);
  });
});

describe('codes in events', () => {
  const code = (scheme: string, text: string) => ({ scheme, code: text });
  const post = (changes: object) =>
    admin.post('/events/requireapproval', eventAt(place, { eventGroups: [injury(changes)] }));

  it.each<[string, object]>([
    [
      'a division and a detail of OIICS',
      { natureOfInjury: code('oiics', '1'), bodyParts: [code('oiics', '4422')] },
    ],
    [
      'OIICS events and sources',
      { eventOrExposure: code('oiics', '6411'), sourceOfInjury: code('oiics', '9999') },
    ],
    ['ESAW groups and details', { natureOfInjury: code('esaw', '021'), bodyParts: [code('esaw', '53')] }],
    ['ESAW agents', { sourceOfInjury: code('esaw', '06.02'), secondarySource: code('esaw', '1001') }],
    [
      'the variables of ESAW',
      {
        esaw: {
          workstation: '1',
          workingEnvironment: '021',
          deviation: '42',
          contactMode: '63',
          agentOfContact: '10.07',
        },
      },
    ],
    [
      'no information',
      {
        natureOfInjury: code('esaw', '000'),
        bodyParts: [code('esaw', '00')],
        esaw: { workingEnvironment: '000', workingProcess: '00', agentOfContact: '00' },
      },
    ],
    ['no agent and no information', { esaw: { agentOfActivity: '00.01', agentOfContact: '0002' } }],
    ['a detail of a group below 100', { esaw: { workingEnvironment: '011', workingProcess: '11' } }],
    ['anything of the company itself', { natureOfInjury: code('custom', 'whatever') }],
  ])('201: %s', async (_, changes) => {
    expect((await post(changes)).status).toBe(201);
  });

  it.each<[string, object, string]>([
    ['OIICS nature 0', { natureOfInjury: code('oiics', '0') }, 'natureOfInjury/code'],
    ['five digits', { natureOfInjury: code('oiics', '11111') }, 'natureOfInjury/code'],
    ['letters', { natureOfInjury: code('oiics', 'abc') }, 'natureOfInjury/code'],
    [
      'an OIICS body part that is none',
      { bodyParts: [code('oiics', '1'), code('oiics', '7')] },
      'bodyParts/1/code',
    ],
    ['an OIICS event that is none', { eventOrExposure: code('oiics', '8') }, 'eventOrExposure/code'],
    ['an ESAW type of injury that is none', { natureOfInjury: code('esaw', '131') }, 'natureOfInjury/code'],
    ['an ESAW agent that is none', { sourceOfInjury: code('esaw', '42.01') }, 'sourceOfInjury/code'],
    ['a workstation that is none', { esaw: { workstation: '3' } }, 'esaw/workstation'],
    ['a deviation that is none', { esaw: { deviation: '91' } }, 'esaw/deviation'],
    ['an agent that is none', { esaw: { agentOfActivity: '77' } }, 'esaw/agentOfActivity'],
    ['a detail of no type of injury', { natureOfInjury: code('esaw', '001') }, 'natureOfInjury/code'],
    ['a detail of no part of the body', { bodyParts: [code('esaw', '09')] }, 'bodyParts/0/code'],
    [
      'a detail of no working environment',
      { esaw: { workingEnvironment: '009' } },
      'esaw/workingEnvironment',
    ],
    ['a detail of no agent', { esaw: { agentOfContact: '00.07' } }, 'esaw/agentOfContact'],
  ])('422 invalid-enum: %s', async (_, changes, pointer) => {
    const { status, body } = await post(changes);
    expect({ status, errors: body.errors }).toMatchObject({
      status: 422,
      errors: [{ pointer: `/eventGroups/0/${pointer}`, code: 'invalid-enum' }],
    });
  });
});
