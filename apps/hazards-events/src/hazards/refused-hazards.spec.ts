import { randomUUID } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { riskStages } from '@safety/contracts';
import { faultsOf, only } from '../testing/hazard-scene.js';
import {
  addCompany,
  addPerson,
  addPlace,
  assessed,
  hazardAt,
  select,
  startForSpec,
} from '../testing/hazards-under-test.js';

const api = await startForSpec();
const { admin, place } = await addCompany(api);

const post = (changes: object = {}, caller = admin) => caller.post('/hazards', hazardAt(place, changes));

describe('POST /hazards refuses what it names', () => {
  const refused = async (changes: object, caller = admin) => {
    const { status, body } = await post(changes, caller);
    expect(status).toBe(422);
    return body.errors.map(({ pointer, code }: { pointer: string; code: string }) => `${pointer} ${code}`);
  };

  it('422: a place that is archived, unknown, out of reach, or of another company', async () => {
    const archived = await addPlace(api, admin.companyId, { archived: true });
    expect(await refused({ orgStructureId: archived.id })).toEqual(['/orgStructureId archived-reference']);
    expect(await refused({ orgStructureId: randomUUID() })).toEqual(['/orgStructureId not-found']);
    const local = await api.caller({ companyId: admin.companyId, orgStructureIds: [archived.id] });
    expect(await refused({}, local)).toEqual(['/orgStructureId not-found']);
    const foreign = await addCompany(api);
    expect(await refused({ orgStructureId: foreign.place.id })).toEqual(['/orgStructureId not-found']);
  });

  it('201: a place below one of the caller', async () => {
    const child = await addPlace(api, admin.companyId, { parent: place });
    const local = await api.caller({ companyId: admin.companyId, orgStructureIds: [place.id] });
    const { status, body } = await post({ orgStructureId: child.id }, local);
    expect({ status, path: body.orgStructurePath }).toEqual({ status: 201, path: child.path });
  });

  it('422: people who are archived, unknown, or of another company', async () => {
    const archived = await addPerson(api, admin.companyId, { archived: true });
    const foreign = await addPerson(api, (await addCompany(api)).admin.companyId);
    const faults = await refused({
      reportedByPersonnelId: archived,
      responsiblePersonnelId: foreign,
      riskAssessment: { initial: { likelihood: 1, severity: 1, assessedByPersonnelId: randomUUID() } },
    });
    expect(faults).toEqual([
      '/reportedByPersonnelId archived-reference',
      '/responsiblePersonnelId not-found',
      '/riskAssessment/initial/assessedByPersonnelId not-found',
    ]);
  });

  it('422: events and associates that are unknown, attachments until there are any', async () => {
    const ids = [randomUUID(), randomUUID()];
    expect(await refused({ relatedEventIds: ids })).toEqual([
      '/relatedEventIds/0 not-found',
      '/relatedEventIds/1 not-found',
    ]);
    expect(await refused({ attachmentIds: ids.slice(1) })).toEqual(['/attachmentIds unknown-field']);
    expect(await refused({ reportedByAssociateId: ids[0] })).toEqual(['/reportedByAssociateId not-found']);
  });

  it('422 in-future: identified more than five minutes from now', async () => {
    const inMinutes = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString();
    expect(await refused({ identifiedAt: inMinutes(6) })).toEqual(['/identifiedAt in-future']);
    expect((await post({ identifiedAt: inMinutes(4) })).status).toBe(201);
  });

  it('422 in-future: assessed more than five minutes from now, at any stage, by any write', async () => {
    const made = (assessedAt: string) => ({ likelihood: 2, severity: 2, assessedAt });
    const stages = (assessedAt: string) => ({
      riskAssessment: Object.fromEntries(riskStages.map((stage) => [stage, made(assessedAt)])),
    });
    const tomorrow = stages(new Date(Date.now() + 86_400_000).toISOString());
    const inFuture = riskStages.map((stage) => `/riskAssessment/${stage}/assessedAt in-future`);
    expect(await refused(tomorrow)).toEqual(inFuture);
    const { id } = only(await post(stages('2026-03-02T09:00:00Z')), 201);
    for (const answer of [
      await admin.patch(`/hazards/${id}`, tomorrow),
      await admin.put('/hazards', { ...hazardAt(place, tomorrow), id }),
      await admin.put(`/hazards/${id}/requireapproval`, hazardAt(place, tomorrow)),
    ])
      expect(faultsOf(answer)).toEqual({ status: 422, faults: inFuture });
  });

  it('200: an assessment to come that an earlier release took stays; 422 in-future: another one', async () => {
    const target = { likelihood: 1, severity: 2, assessedAt: '2026-03-02T09:00:00Z' };
    const { id } = only(await post({ riskAssessment: { initial: target, target } }), 201);
    const stored = `UPDATE hazards SET risk_assessment =
      jsonb_set(risk_assessment, '{target,assessedAt}', '"2199-01-01T00:00:00.000Z"') WHERE id = $1`;
    await select(api, admin.companyId, stored, [id]);
    const { riskAssessment } = only(await admin.patch(`/hazards/${id}`, { title: 'Another title' }), 200);
    expect(riskAssessment.target.assessedAt).toBe('2199-01-01T00:00:00.000Z');
    const later = { riskAssessment: { target: { ...target, assessedAt: '2199-01-02T00:00:00Z' } } };
    expect(faultsOf(await admin.patch(`/hazards/${id}`, later))).toEqual({
      status: 422,
      faults: ['/riskAssessment/target/assessedAt in-future'],
    });
  });
});

const initial = { likelihood: 4, severity: 4 };
/** The writes without approval of a hazard that has an initial risk. */
const writes = (id: string, riskAssessment: object) => [
  () => admin.patch(`/hazards/${id}`, { riskAssessment }),
  () => admin.put('/hazards', { ...hazardAt(place, { riskAssessment: { initial, ...riskAssessment } }), id }),
];

describe('PUT and PATCH of an approved hazard', () => {
  it('422 required: without the initial risk that it has, or any; 200 with another one', async () => {
    const { id } = only(await post(assessed), 201);
    const removing = [
      ...writes(id, { initial: null }),
      () => admin.patch(`/hazards/${id}`, { riskAssessment: null }),
      () => admin.put('/hazards', { ...hazardAt(place), id }),
    ];
    for (const write of removing)
      expect(faultsOf(await write())).toEqual({ status: 422, faults: ['/riskAssessment/initial required'] });
    const other = { likelihood: 3, severity: 2 };
    for (const write of writes(id, { initial: other }))
      expect(only(await write(), 200).riskAssessment.initial).toMatchObject(other);
  });

  it('200: one that was added without', async () => {
    const { id } = only(await post(), 201);
    for (const write of writes(id, { initial: null }))
      expect(only(await write(), 200).riskAssessment.initial).toBeNull();
  });
});

describe('PUT and PATCH of a closed hazard', () => {
  const closed = async () => {
    const { id } = only(await post(assessed), 201);
    const close = { transition: 'close', closureReason: 'eliminated' };
    only(await admin.post(`/hazards/${id}/transitions`, close), 200);
    return id;
  };

  it('422 required: without its residual risk; 200 with another one', async () => {
    const id = await closed();
    for (const write of writes(id, { residual: null }))
      expect(faultsOf(await write())).toEqual({ status: 422, faults: ['/riskAssessment/residual required'] });
    const residual = { likelihood: 1, severity: 2 };
    for (const write of writes(id, { residual }))
      expect(only(await write(), 200)).toMatchObject({ status: 'closed', riskAssessment: { residual } });
  });

  it('422 required: without its initial risk', async () => {
    const id = await closed();
    for (const write of writes(id, { initial: null, residual: initial }))
      expect(faultsOf(await write())).toEqual({ status: 422, faults: ['/riskAssessment/initial required'] });
  });

  it('200: one that has had none all along', async () => {
    const id = await closed();
    for (const table of ['hazards', 'approved_hazards'])
      await select(
        api,
        admin.companyId,
        `UPDATE ${table} SET risk_assessment = risk_assessment || '{"residual": null}' WHERE id = $1`,
        [id],
      );
    for (const write of writes(id, { residual: null })) only(await write(), 200);
  });
});

describe('POST /hazards refuses by the table of fields', () => {
  const risk = (changes: object) => ({
    riskAssessment: { initial: { likelihood: 1, severity: 1, ...changes } },
  });
  const control = (changes: object) => ({
    existingControls: [{ description: 'Guard', controlType: 'ppe', ...changes }],
  });
  const ids = (count: number) => Array.from({ length: count }, () => randomUUID());

  it.each<[string, object, string, string]>([
    ['no title', { title: undefined }, '/title', 'required'],
    ['a title of two characters', { title: 'ab' }, '/title', 'too-short'],
    ['a title of 201 characters', { title: 'x'.repeat(201) }, '/title', 'too-long'],
    ['a title with U+0000', { title: 'abc\u0000' }, '/title', 'invalid-format'],
    ['no description', { description: undefined }, '/description', 'required'],
    ['a description of 8001 characters', { description: 'x'.repeat(8001) }, '/description', 'too-long'],
    ['no hazardType', { hazardType: undefined }, '/hazardType', 'required'],
    ['an unknown hazardType', { hazardType: 'radioactive' }, '/hazardType', 'invalid-enum'],
    [
      'a psychosocialFactor of another type',
      { psychosocialFactor: 'socialFactors' },
      '/psychosocialFactor',
      'not-allowed',
    ],
    ['an unknown psychosocialFactor', { psychosocialFactor: 'x' }, '/psychosocialFactor', 'invalid-enum'],
    ['an unknown observationKind', { observationKind: 'x' }, '/observationKind', 'invalid-enum'],
    ['no orgStructureId', { orgStructureId: undefined }, '/orgStructureId', 'required'],
    ['an orgStructureId that is no id', { orgStructureId: 'here' }, '/orgStructureId', 'invalid-format'],
    [
      'a locationDescription of 501 characters',
      { locationDescription: 'x'.repeat(501) },
      '/locationDescription',
      'too-long',
    ],
    ['a latitude above 90', { latitude: 90.1, longitude: 0 }, '/latitude', 'out-of-range'],
    ['a latitude below -90', { latitude: -90.1, longitude: 0 }, '/latitude', 'out-of-range'],
    ['a longitude above 180', { latitude: 0, longitude: 180.1 }, '/longitude', 'out-of-range'],
    ['a latitude alone', { latitude: 0 }, '/longitude', 'required'],
    ['a longitude alone', { longitude: 0, latitude: null }, '/latitude', 'required'],
    ['no identifiedAt', { identifiedAt: undefined }, '/identifiedAt', 'required'],
    [
      'an identifiedAt without offset',
      { identifiedAt: '2026-03-02T08:30:00' },
      '/identifiedAt',
      'invalid-format',
    ],
    [
      'two reporters',
      { reportedByPersonnelId: randomUUID(), reportedByName: 'X' },
      '/reportedByName',
      'mutually-exclusive',
    ],
    [
      'a reportedByName of 201 characters',
      { reportedByName: 'x'.repeat(201) },
      '/reportedByName',
      'too-long',
    ],
    ['an anonymous that is no boolean', { anonymous: 'yes' }, '/anonymous', 'invalid-format'],
    [
      'a responsiblePersonnelId that is no id',
      { responsiblePersonnelId: 7 },
      '/responsiblePersonnelId',
      'invalid-format',
    ],
    ['unknown persons at risk', { personsAtRisk: ['pets'] }, '/personsAtRisk/0', 'invalid-enum'],
    [
      'an immediateActionTaken of 4001 characters',
      { immediateActionTaken: 'x'.repeat(4001) },
      '/immediateActionTaken',
      'too-long',
    ],
    [
      '31 controls',
      { existingControls: Array.from({ length: 31 }, () => ({ description: 'x', controlType: 'ppe' })) },
      '/existingControls',
      'too-long',
    ],
    [
      'a control without description',
      control({ description: undefined }),
      '/existingControls/0/description',
      'required',
    ],
    [
      'a control with a description of 501',
      control({ description: 'x'.repeat(501) }),
      '/existingControls/0/description',
      'too-long',
    ],
    [
      'a control without type',
      control({ controlType: undefined }),
      '/existingControls/0/controlType',
      'required',
    ],
    [
      'a control of unknown effectiveness',
      control({ effectiveness: 'so so' }),
      '/existingControls/0/effectiveness',
      'invalid-enum',
    ],
    ['a likelihood of 0', risk({ likelihood: 0 }), '/riskAssessment/initial/likelihood', 'out-of-range'],
    ['a likelihood of 6', risk({ likelihood: 6 }), '/riskAssessment/initial/likelihood', 'out-of-range'],
    ['no severity', risk({ severity: undefined }), '/riskAssessment/initial/severity', 'required'],
    ['a severity of 2.5', risk({ severity: 2.5 }), '/riskAssessment/initial/severity', 'invalid-format'],
    [
      'an assessedAt that is no time',
      risk({ assessedAt: 'today' }),
      '/riskAssessment/initial/assessedAt',
      'invalid-format',
    ],
    [
      'an unknown stage of risk',
      { riskAssessment: { final: null } },
      '/riskAssessment/final',
      'unknown-field',
    ],
    ['a dueDate that is no date', { dueDate: '2026-02-30' }, '/dueDate', 'invalid-format'],
    ['a nextReviewDate of the year 1', { nextReviewDate: '0001-01-01' }, '/nextReviewDate', 'out-of-range'],
    ['21 related events', { relatedEventIds: ids(21) }, '/relatedEventIds', 'too-long'],
    ['21 tags', { tags: Array.from({ length: 21 }, (_, index) => `t${index}`) }, '/tags', 'too-long'],
    ['a tag of 51 characters', { tags: ['x'.repeat(51)] }, '/tags/0', 'too-long'],
    ['an externalId of 101 characters', { externalId: 'x'.repeat(101) }, '/externalId', 'too-long'],
    ['a nested custom field', { customFields: { a: { b: 1 } } }, '/customFields/a', 'invalid-format'],
    ['an unknown member', { colour: 'red' }, '/colour', 'unknown-field'],
  ])('422: %s', async (_, changes, pointer, code) => {
    const { status, body } = await post(changes);
    expect(status).toBe(422);
    expect(body.errors).toEqual([expect.objectContaining({ pointer, code })]);
  });
});
