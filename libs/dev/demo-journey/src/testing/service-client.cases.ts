import { expect, it } from '@jest/globals';
import { demoQuarries, demoRoleId, demoServiceClient } from '@safety/demo-data';
import { eventually } from '@safety/testing';
import { Integrator } from './integrator.js';

const { clientId, secret } = demoServiceClient;

/** Rows that a service client writes in each business service are shown as its own. */
export function itShowsServiceClientsAsThemselves(url: () => string): void {
  it('shows in the audit of each service what a client of the company has written as itself', async () => {
    const integrator = await Integrator.at(url());
    const assignment = { clientId, roleId: demoRoleId(demoQuarries, 'integration') };
    const inCompany = { company: demoQuarries.id };
    const given = await integrator.accounts('/roleassignments', {
      ...inCompany,
      method: 'POST',
      body: assignment,
    });
    expect(given.status).toBe(201);
    const token = await integrator.byItself(clientId, secret);
    const name = `Import ${crypto.randomUUID()}`;
    const hazard = (await integrator.newHazard()) as { orgStructureId: string };
    const job = {
      ...{ orgStructureId: hazard.orgStructureId, jobTitle: 'Fitter' },
      ...{ employmentType: 'fullTime', employmentStatus: 'active' },
    };
    const rows: [path: string, body: object][] = [
      ['/hazards', hazard],
      ['/personnel', { firstName: 'Ida', lastName: name, hireDate: '2026-01-05', initialHistory: job }],
      ['/courses', { code: name.slice(0, 30), name, category: 'other', deliveryMethod: 'online' }],
    ];
    for (const [path, body] of rows) {
      // Each service hears of the role by itself.
      const added = await eventually(async () => {
        const answer = await integrator.api(path, { token, method: 'POST', body });
        expect([path, answer.status, answer.body.errors]).toEqual([path, 201, undefined]);
        return answer;
      });
      const { body: audit } = await integrator.api(`${path}/${added.body.id}/audit`);
      expect([path, audit.data[0]]).toMatchObject([
        path,
        { operation: 'added', actor: 'client', changedByUserId: null, clientId },
      ]);
      expect(added.body.createdByUserId).toBe(clientId);
    }
    const { body: own } = await integrator.api('/users/me', { token });
    expect(own.code).toBe('user-required');
    await integrator.accounts(`/roleassignments/${given.body.id}`, { ...inCompany, method: 'DELETE' });
  });
}
