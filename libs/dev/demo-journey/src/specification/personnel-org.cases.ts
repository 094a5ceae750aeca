import { describe, expect, it } from '@jest/globals';
import { demoUsers } from '@safety/demo-data';
import {
  type Answer,
  type Call,
  type Integrator,
  idsOf,
  MANAGER,
  NOBODYS,
  refusalOf,
} from '../testing/integrator.js';

interface Row {
  id: string;
  [member: string]: unknown;
}

/** The rows of the specification on users, associates, personnel and org structures. */
export function describePersonnelAndOrg(by: () => Integrator): void {
  const since = (version: string): Call => ({ headers: { 'api-version': version } });
  const get = (path: string, call?: Call) => by().api(path, call);
  const send =
    (method: string) =>
    (path: string, body?: object, call?: Call): Promise<Answer> =>
      by().api(path, { method, body, ...call });
  const [post, put, remove] = [send('POST'), send('PUT'), send('DELETE')];
  const places = async (): Promise<Row[]> => (await get('/orgstructures?type=site&limit=200')).body.data;
  const place = async (name: string): Promise<string> =>
    (await places()).find((one) => one['name'] === name)?.id ?? '';

  describe('Users', () => {
    const of = async (query: string, call?: Call): Promise<Row[]> =>
      (await get(`/users?limit=200${query}`, call)).body.data;

    it('GET /users: query parameters orgStructureRelationshipIds and eventManagerOnly added in v1.3.0', async () => {
      const [north, south] = [await place('North Quarry'), await place('South Quarry')];
      const emails = async (at: string) =>
        (await of(`&eventManagerOnly=true&orgStructureRelationshipIds=${at}`, since('1.3.0'))).map(
          ({ email }) => email,
        );
      expect(await emails(north)).toContain(MANAGER);
      expect(await emails(south)).not.toContain(MANAGER);
      const all = await of('');
      expect(all.some(({ isEventManager }) => isEventManager === false)).toBe(true);
      expect((await of('&eventManagerOnly=true')).every(({ isEventManager }) => isEventManager)).toBe(true);
      const unknown = await get(`/users?orgStructureRelationshipIds=${NOBODYS}`);
      expect(refusalOf(unknown)).toEqual([400, 'invalid-parameter']);
    });

    it('Other endpoints of this resource expose only the permissions of the current user', async () => {
      const { access_token: token } = await by().tokensOf(MANAGER);
      const manager = demoUsers.find(({ email }) => email === MANAGER);
      const mine = await get('/users/me/permissions', { token });
      expect(mine.body).toMatchObject({ userId: manager?.id, roles: [{ isEventManager: true }] });
      expect(mine.body.permissions).toContain('hazards.approve');
      expect((await get('/users/permissions', { token })).body).toEqual(mine.body);
      const other = (await of('')).find(({ id }) => id !== manager?.id);
      expect(refusalOf(await get(`/users/${other?.id}`, { token }))).toEqual([403, 'permission-denied']);
      for (const user of await of('')) expect(user).not.toHaveProperty('permissions');
    });
  });

  describe('Associates (all since v1.3.0)', () => {
    const associate = (changes: object = {}) => ({
      firstName: 'Conor',
      lastName: 'Spec',
      associateType: 'visitor',
      ...changes,
    });

    it('POST /associate, GET /associate/details, PUT /associate', async () => {
      const added = await post('/associate', associate(), since('1.3.0'));
      expect([added.status, added.headers.get('location')]).toEqual([
        201,
        expect.stringContaining(`/associate/${added.body.id}`),
      ]);
      expect(idsOf(await get(`/associate/details?ids=${added.body.id}`))).toEqual([added.body.id]);
      const saved = await put('/associate', { ...added.body, lastName: 'Specified' });
      expect(saved).toMatchObject({ status: 200, body: { lastName: 'Specified', version: 2 } });
      expect(refusalOf(await put('/associate', associate({ id: NOBODYS })))).toEqual([404, 'not-found']);
    });

    it('DELETE /associate/{id}, PUT /associate/{id}/restore', async () => {
      const { id } = (await post('/associate', associate())).body;
      for (let twice = 0; twice < 2; twice++) expect((await remove(`/associate/${id}`)).status).toBe(204);
      expect(idsOf(await get(`/associate/details?ids=${id}`))).toEqual([]);
      expect((await put(`/associate/${id}/restore`)).body).toMatchObject({ id, archived: false });
      expect(idsOf(await get(`/associate/details?ids=${id}`))).toEqual([id]);
    });

    it('POST /associate/jobtitle, GET /associate/jobtitles, PUT /associate/jobtitle/{id}', async () => {
      const name = `Rigger ${Date.now()}`;
      const added = await post('/associate/jobtitle', { name });
      expect(added.status).toBe(201);
      expect(idsOf(await get(`/associate/jobtitles?q=${name}`))).toEqual([added.body.id]);
      const saved = await put(`/associate/jobtitle/${added.body.id}`, { name: `${name} II` });
      expect(saved).toMatchObject({ status: 200, body: { name: `${name} II`, associateCount: 0 } });
    });

    it('DELETE /associate/jobtitle/{id}, PUT /associate/jobtitle/{id}/restore', async () => {
      const { id } = (await post('/associate/jobtitle', { name: `Slinger ${Date.now()}` })).body;
      expect((await remove(`/associate/jobtitle/${id}`)).status).toBe(204);
      const refused = await post('/associate', associate({ jobTitleId: id }));
      expect(refused.body.errors).toMatchObject([{ pointer: '/jobTitleId', code: 'archived-reference' }]);
      expect((await put(`/associate/jobtitle/${id}/restore`)).body).toMatchObject({ id, archived: false });
      expect((await post('/associate', associate({ jobTitleId: id }))).status).toBe(201);
    });
  });

  describe('Personnel: work history', () => {
    const record = (changes: object) => ({
      jobTitle: 'Fitter',
      employmentType: 'fullTime',
      employmentStatus: 'active',
      ...changes,
    });
    const hired = async (): Promise<{ id: string; at: string; orgStructureId: string }> => {
      const orgStructureId = await place('North Quarry');
      const person = { firstName: 'Sam', lastName: 'Spec', hireDate: '2024-01-08' };
      const { id } = (await post('/personnel', { ...person, initialHistory: record({ orgStructureId }) }))
        .body;
      return { id, at: `/personnel/${id}/history`, orgStructureId };
    };

    it('POST /personnel/{id}/history: create a work history record; its changedToRecordId was added', async () => {
      const { id, at, orgStructureId } = await hired();
      const body = record({ effectiveDate: '2025-03-03', orgStructureId, jobTitle: 'Foreman' });
      const added = await post(at, body);
      expect(added).toMatchObject({ status: 201, body: { personnelId: id, changedToRecordId: null } });
      const [newest, first] = (await get(at)).body.data;
      expect([newest.id, first.changedToRecordId, first.endDate]).toEqual([
        added.body.id,
        added.body.id,
        '2025-03-02',
      ]);
      expect((await get(`/personnel/${id}`)).body.jobTitle).toBe('Foreman');
      expect(refusalOf(await post(at, body))).toEqual([409, 'history-date-exists']);
    });

    it('PUT /personnel/{id}/history: update work history on a specified date', async () => {
      const { id, at, orgStructureId } = await hired();
      const saved = await put(`${at}?date=2024-01-08`, record({ orgStructureId, jobTitle: 'Welder' }));
      expect(saved).toMatchObject({ status: 200, body: { jobTitle: 'Welder', effectiveDate: '2024-01-08' } });
      expect((await get(`/personnel/${id}`)).body.jobTitle).toBe('Welder');
      const missing = await put(`${at}?date=2024-01-09`, record({ orgStructureId }));
      expect(refusalOf(missing)).toEqual([404, 'history-date-not-found']);
    });

    it('DELETE /personnel/{id}/history: remove a work history date from the record', async () => {
      const { at, orgStructureId } = await hired();
      await post(at, record({ effectiveDate: '2025-03-03', orgStructureId, jobTitle: 'Foreman' }));
      expect((await remove(`${at}?date=2025-03-03`)).status).toBe(204);
      expect((await get(at)).body.data).toMatchObject([
        { effectiveDate: '2024-01-08', changedToRecordId: null },
      ]);
      expect(refusalOf(await remove(`${at}?date=2024-01-08`))).toEqual([409, 'last-history-record']);
    });

    it('EmergencyContact, Payroll, WorkHistory: personnelId replaces employeeId', async () => {
      const { id, at } = await hired();
      const contact = { name: 'Nora', relationship: 'friend', phonePrimary: '+353861112233', priority: 1 };
      const answers = [
        (await get(at)).body.data[0],
        (await post(`/personnel/${id}/emergencycontacts`, contact)).body,
        (await put(`/personnel/${id}/payroll`, { payGroup: 'Weekly' })).body,
      ];
      for (const answer of answers) {
        expect(answer).toMatchObject({ personnelId: id });
        expect(answer).not.toHaveProperty('employeeId');
      }
    });
  });

  describe('Org structures', () => {
    it('GET /orgstructures/items: all active (not archived) org structure items', async () => {
      const name = `Shed ${Date.now()}`;
      const { id } = (await post('/orgstructures/items', { name, type: 'building' })).body;
      expect(idsOf(await get(`/orgstructures/items?q=${name}`))).toEqual([id]);
      expect((await remove(`/orgstructures/items/${id}`)).status).toBe(204);
      expect(idsOf(await get(`/orgstructures/items?q=${name}`))).toEqual([]);
      expect(refusalOf(await get('/orgstructures/items?includeArchived=true'))).toEqual([
        400,
        'unknown-parameter',
      ]);
    });

    it('GET /orgstructures/items/{id}/trainingrequired: courses required for the item', async () => {
      const items: Row[] = (await get('/orgstructures/items?limit=200')).body.data;
      const item = items.find((one) => Number(one['trainingRequiredCount']) > 0);
      const { body } = await get(`/orgstructures/items/${item?.id}/trainingrequired?includeInherited=false`);
      expect(body.data).toHaveLength(Number(item?.['trainingRequiredCount']));
      for (const { courseId, courseName } of body.data)
        expect((await get(`/courses/${courseId}`)).body.name).toBe(courseName);
    });
  });
}
