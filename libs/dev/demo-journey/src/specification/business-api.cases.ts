import { describe, expect, it } from '@jest/globals';
import { demoUsers } from '@safety/demo-data';
import { type Integrator, idsOf, MANAGER, NOBODYS, refusalOf } from '../testing/integrator.js';

/** The endpoints and fields of the business API that exist, its versions and errors. */
export function describeBusinessApi(by: () => Integrator): void {
  describe('Business API', () => {
    it('Every endpoint requires the Access Token and the X-Company-Context header', async () => {
      expect(await by().refusalsOfAll({ token: null, company: null })).toEqual([[401, 'token-missing']]);
      expect(await by().refusalsOfAll({ company: null })).toEqual([[400, 'company-context-missing']]);
    });

    it('PUT /personnel/{id}: update personnel. The request no longer carries the removed properties', async () => {
      const { body } = await by().api('/personnel?limit=1');
      const [person] = body.data;
      const put = (change: object) =>
        by().api(`/personnel/${person.id}`, { method: 'PUT', body: { ...person, ...change } });
      const { jobTitle, employmentType, employmentStatus, orgStructureId, ...without } = person;
      const saved = await put({ ...without, preferredName: 'Sam' });
      expect([saved.status, saved.body.preferredName]).toEqual([200, 'Sam']);
      expect(refusalOf(await put({ jobTitle: 'Another' }))).toEqual([422, 'managed-by-history']);
    });

    it('GET /orgstructures: list org structures, including those of type Site', async () => {
      const { body } = await by().api('/orgstructures?limit=200');
      const types = body.data.map(({ type }: { type: string }) => type);
      expect([...new Set(types)]).toEqual(expect.arrayContaining(['company', 'site', 'team']));
    });

    it('GET /orgstructures/hierarchy: the current user’s selectable org structure information as a hierarchy', async () => {
      interface Node {
        name: string;
        selectable: boolean;
        children: Node[];
      }
      const selectable = ({ children, ...node }: Node): string[] => [
        ...(node.selectable ? [node.name] : []),
        ...children.flatMap(selectable),
      ];
      const ofAll = (await by().api('/orgstructures/hierarchy')).body.data.flatMap(selectable);
      const token = (await by().tokensOf(MANAGER)).access_token;
      const ofManager = (await by().api('/orgstructures/hierarchy', { token })).body.data.flatMap(selectable);
      expect(ofManager).toContain('North Quarry');
      expect(ofManager).not.toContain('South Quarry');
      expect(ofAll).toEqual(expect.arrayContaining(ofManager));
      expect(ofAll.length).toBeGreaterThan(ofManager.length);
    });

    it.each(['/orgstructures/sites', '/OrgStructures/Sites'])('GET %s: removed', async (path) => {
      const refused = await by().api(path);
      expect(refusalOf(refused)).toEqual([410, 'endpoint-removed']);
      expect(refused.body.successor).toBe('/orgstructures?type=site');
      const sites = await by().api(refused.body.successor);
      expect(sites.body.data.length).toBeGreaterThan(0);
    });

    it('Courses: reached under {base_url}, with paths such as /courses', async () => {
      expect((await by().api('/courses')).body.data[0]).toMatchObject({ code: expect.any(String) });
    });
  });

  describe('Schema changes named for business resources', () => {
    it('Personnel lineManagerId: added: ID of another personnel record acting as line manager', async () => {
      const { body } = await by().api('/personnel?limit=2');
      const [person, manager] = body.data;
      const put = (lineManagerId: string) =>
        by().api(`/personnel/${person.id}`, { method: 'PUT', body: { ...person, lineManagerId } });
      expect((await put(manager.id)).body.lineManagerId).toBe(manager.id);
      for (const wrong of [person.id, NOBODYS]) expect((await put(wrong)).status).toBe(422);
    });

    it('OrgStructure isDefault: added, boolean: whether the org structure is the user’s default', async () => {
      const { access_token: token } = await by().tokensOf(MANAGER);
      const user = demoUsers.find(({ email }) => email === MANAGER);
      const people = (await by().api('/personnel?hasUser=true')).body.data;
      const person = people.find(({ userId }: { userId: string }) => userId === user?.id);
      const places = (await by().api('/orgstructures?limit=200', { token })).body.data;
      for (const { id, isDefault } of places) expect(isDefault).toBe(id === person.orgStructureId);
      expect(idsOf(await by().api('/orgstructures?isDefault=true', { token }))).toEqual([
        person.orgStructureId,
      ]);
    });
  });

  describe('Errors', () => {
    it('5. Error format of the business API: not shown. It is application/problem+json, and names the request', async () => {
      const refusals = [
        await by().api('/courses', { token: null }),
        await by().api('/courses', { company: null }),
        await by().api(`/courses/${NOBODYS}`),
        await by().api('/courses?limit=0'),
        await by().api('/courses', { method: 'POST', body: {} }),
        await by().api('/nothing'),
      ];
      expect(refusals.map(({ status }) => status)).toEqual([401, 400, 404, 400, 422, 404]);
      for (const { status, headers, body } of refusals) {
        expect(headers.get('content-type')).toMatch(/^application\/problem\+json/);
        expect(body).toMatchObject({ status, traceId: headers.get('x-request-id') });
      }
    });
  });

  describe('Versioning', () => {
    it('1. The business API carries version numbers of the form v1.x.y', async () => {
      for (const answer of [await by().api('/courses'), await by().api('/courses', { token: null })])
        expect(answer.headers.get('api-version')).toMatch(/^1\.\d+\.\d+$/);
    });

    it('5. Mechanism for choosing a version in a request: not shown. It is the header Api-Version', async () => {
      for (const version of ['1.3.0', '1.3.1']) {
        const { status, headers } = await by().api('/courses', { headers: { 'api-version': version } });
        expect([status, headers.get('api-version')]).toEqual([200, version]);
      }
      const unknown = await by().api('/courses', { headers: { 'api-version': '2.0.0' } });
      expect(refusalOf(unknown)).toEqual([400, 'unsupported-api-version']);
    });

    it('4. Base address changes to {base_url}; the path after it is kept (for example /courses)', async () => {
      for (const path of ['/courses', '/Courses', '/courses/'])
        expect((await by().api(path)).status).toBe(200);
    });

    it('4. Every call needs X-Company-Context', async () => {
      expect(await by().refusalsOfAll({ company: null })).toEqual([[400, 'company-context-missing']]);
    });

    it('4. The Employees resource is replaced by Personnel', async () => {
      const refused = await by().api('/employees');
      expect(refusalOf(refused)).toEqual([410, 'endpoint-removed']);
      expect((await by().api(refused.body.successor)).status).toBe(200);
    });

    it('4. employeeId-style fields became personnelId-style fields', async () => {
      const reportedBy = idsOf(await by().api('/personnel?limit=1'))[0];
      const post = async (field: string) =>
        by().api('/hazards', { method: 'POST', body: { ...(await by().newHazard()), [field]: reportedBy } });
      expect((await post('reportedByPersonnelId')).body.reportedByPersonnelId).toBe(reportedBy);
      expect(refusalOf(await post('reportedByEmployeeId'))).toEqual([422, 'unknown-field']);
    });

    it('4. User-related data moved to {accounts_api_url}', async () => {
      expect(refusalOf(await by().api('/companies/me'))).toEqual([404, 'not-found']);
      expect((await by().accounts('/companies/me')).status).toBe(200);
    });

    it('4. GET /orgstructures/sites was removed', async () => {
      expect(refusalOf(await by().api('/orgstructures/sites'))).toEqual([410, 'endpoint-removed']);
    });
  });
}
