import { expect, it } from '@jest/globals';
import { countsOnlyEverywhere, type Permission } from '@safety/contracts';
import { demoQuarries, demoUsers, placeId } from '@safety/demo-data';
import { eventually } from '@safety/testing';
import { ADMIN, Integrator } from './integrator.js';
import { writesAtPlaces } from './writes-at-places.js';

/** Few enough for the limit of one user. */
const ROUNDS = 4;
const EMAIL = 'employee@demo.example';
const company = demoQuarries.id;

/** Lists that need one permission, in each business service. */
const lists: [path: string, needed: string][] = [
  ['/hazards', 'hazards.read'],
  ['/events', 'events.read'],
  ['/actions', 'actions.read'],
  ['/personnel', 'personnel.read'],
  ['/associate/details', 'associates.read'],
  ['/orgstructures', 'orgstructures.read'],
  ['/courses', 'training.read'],
];

const some = <Value>(values: readonly Value[], share = 0.4): Value[] =>
  values.filter(() => Math.random() < share);

/**
 * The `role` claim, `/users/me/permissions` and the checks of each service, for random roles at random
 * places.
 */
export function itAgreesOnPermissions(url: () => string): void {
  it('has one answer to who may do what, for random roles at random places', async () => {
    const integrator = await Integrator.at(url());
    const send = async (token: string, method: string, path: string, body?: object) => {
      const headers = { authorization: `Bearer ${token}`, 'x-company-context': company };
      const json = body && { body: JSON.stringify(body) };
      const type = { 'content-type': 'application/json' };
      return fetch(url() + path, { method, headers: body ? { ...headers, ...type } : headers, ...json });
    };
    const { access_token: admin } = await integrator.tokensOf(ADMIN);
    const user = demoUsers.find(({ email }) => email === EMAIL);
    const { access_token: token } = await integrator.tokensOf(EMAIL);
    const { permissions } = (await (await send(admin, 'GET', '/api/users/me/permissions')).json()) as {
      permissions: Permission[];
    };
    const writes = writesAtPlaces(await integrator.newHazard());
    const sites = [placeId(demoQuarries, 'North Quarry'), placeId(demoQuarries, 'South Quarry')];
    const given: { id: string; roleId: string; permissions: string[]; places: string[] }[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      const role = {
        name: `Random ${crypto.randomUUID()}`,
        permissions: ['orgstructures.read' as Permission, ...some(permissions)],
      };
      role.permissions = [...new Set(role.permissions)];
      const added = (await (await send(admin, 'POST', '/accounts/roles', role)).json()) as { id: string };
      const places = some(sites, 0.5);
      const body = { userId: user?.id, roleId: added.id, orgStructureRelationshipIds: places };
      const answer = await send(admin, 'POST', '/accounts/roleassignments', body);
      const { id } = (await answer.json()) as { id: string };
      expect(answer.status).toBe(201);
      const counting = role.permissions.filter((name) => places.length === 0 || !countsOnlyEverywhere(name));
      given.push({ id, roleId: added.id, permissions: counting, places });
    }
    // Without the role of the demo, which holds too much.
    const [first] = user?.roles ?? [];
    await send(admin, 'DELETE', `/accounts/roleassignments/${first?.id}`);
    while (given.length > 1) {
      const held = new Set(given.flatMap((role) => role.permissions));
      const mine = async (query = '') =>
        (await (await send(token, 'GET', `/api/users/me/permissions${query}`)).json()) as {
          permissions: string[];
          roles: { assignmentId: string }[];
        };
      await eventually(async () => {
        const { roles } = await mine();
        expect(roles.map(({ assignmentId }) => assignmentId).sort()).toEqual(
          given.map(({ id }) => id).sort(),
        );
      });
      expect((await mine()).permissions.toSorted()).toEqual([...held].sort());
      for (const site of sites) {
        const there = given.filter(({ places }) => places.length === 0 || places.includes(site));
        const expected = [...new Set(there.flatMap((role) => role.permissions))].sort();
        expect((await mine(`?orgStructureId=${site}`)).permissions.toSorted()).toEqual(expected);
      }
      for (const [path, needed] of lists)
        await eventually(async () => {
          const { status } = await send(token, 'GET', `/api${path}?limit=1`);
          expect([path, status]).toEqual([path, held.has(needed) ? 200 : 403]);
        });
      for (const site of sites) {
        const there = given.filter(({ places }) => places.length === 0 || places.includes(site));
        for (const [path, needed, body] of writes) {
          const mayWrite = there.some((role) => role.permissions.includes(needed));
          // Held elsewhere alone: a place in sight is forbidden, one out of sight is not found.
          const refused = held.has(needed) ? [403, 422] : [403];
          // Each service hears of a new assignment by itself.
          await eventually(async () => {
            const { status } = await send(token, 'POST', `/api${path}`, body(site));
            expect([path, needed, mayWrite ? [201] : refused]).toEqual([
              path,
              needed,
              expect.arrayContaining([status]),
            ]);
          });
        }
      }
      await eventually(async () => {
        const answer = await send(token, 'GET', '/auth/connect/userinfo');
        const { role } = (await answer.json()) as { role: string };
        const claims = (JSON.parse(role) as { id: string; evm: boolean }[]).map(
          ({ id, evm }) => `${id} ${evm}`,
        );
        const evm = (names: string[]) =>
          names.includes('hazards.approve') && names.includes('events.approve');
        expect(claims.sort()).toEqual(given.map((one) => `${one.id} ${evm(one.permissions)}`).sort());
      });
      const taken = given.pop();
      await send(admin, 'DELETE', `/accounts/roleassignments/${taken?.id}`);
    }
    const again = { userId: user?.id, roleId: first?.roleId };
    expect((await send(admin, 'POST', '/accounts/roleassignments', again)).status).toBe(201);
    await send(admin, 'DELETE', `/accounts/roleassignments/${given[0]?.id}`);
  });
}
