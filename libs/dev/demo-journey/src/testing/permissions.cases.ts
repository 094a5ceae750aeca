import { expect, it } from '@jest/globals';
import { countsOnlyEverywhere, type Permission } from '@safety/contracts';
import { demoQuarries, demoUsers, placeId } from '@safety/demo-data';
import { eventually, newSeed, randomBy } from '@safety/testing';
import { type DeclaredOperation, declaredOperations } from './declared-permissions.js';
import { ADMIN, Integrator } from './integrator.js';
import { readsAtPlaces, writesAtPlaces } from './writes-at-places.js';

const ROUNDS = 4;
/** Operations that a document which declares nothing would not have. */
const MANY = 100;
const EMAIL = 'employee@demo.example';
const company = demoQuarries.id;

/** The rows of an answer; a list that is refused shows none. */
async function rowsOf(answer: Response): Promise<number> {
  const { data } = (await answer.json()) as { data?: unknown[] };
  return data?.length ?? 0;
}

interface Given {
  id: string;
  roleId: string;
  /** The permissions that count where the role is held. */
  permissions: string[];
  /** None means everywhere. */
  places: string[];
}

/** The permissions that count for an operation: those held in the whole company, or anywhere in it. */
const countingFor = ({ everywhere }: DeclaredOperation, given: readonly Given[]): Set<string> =>
  new Set(
    given.filter(({ places }) => !everywhere || places.length === 0).flatMap((role) => role.permissions),
  );

/**
 * The `role` claim, `/users/me/permissions` and the checks of each service, for random roles at random
 * places. Each operation of each service is asked for, as the served document declares it.
 */
export function itAgreesOnPermissions(url: () => string): void {
  it('has one answer to who may do what, for random roles at random places', async () => {
    const seed = newSeed();
    const random = randomBy(seed);
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
    const operations = await declaredOperations(url());
    expect(operations.length).toBeGreaterThan(MANY);
    const given: Given[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      const role = {
        name: `Random ${crypto.randomUUID()}`,
        permissions: ['orgstructures.read' as Permission, ...random.some(permissions, 0.4)],
      };
      role.permissions = [...new Set(role.permissions)];
      const added = (await (await send(admin, 'POST', '/accounts/roles', role)).json()) as { id: string };
      const places = random.some(sites, 0.5);
      const body = { userId: user?.id, roleId: added.id, orgStructureRelationshipIds: places };
      // Accounts hears of the org structures by the bus.
      const { id } = await eventually(async () => {
        const answer = await send(admin, 'POST', '/accounts/roleassignments', body);
        expect(answer.status).toBe(201);
        return (await answer.json()) as { id: string };
      });
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
      expect([seed, (await mine()).permissions.toSorted()]).toEqual([seed, [...held].sort()]);
      for (const site of sites) {
        const there = given.filter(({ places }) => places.length === 0 || places.includes(site));
        const expected = [...new Set(there.flatMap((role) => role.permissions))].sort();
        const shown = (await mine(`?orgStructureId=${site}`)).permissions.toSorted();
        expect([seed, site, shown]).toEqual([seed, site, expected]);
      }
      for (const operation of operations) {
        const { method, path, permission } = operation;
        const isHeld = countingFor(operation, given).has(permission);
        await eventually(async () => {
          const body = method === 'GET' || method === 'DELETE' ? undefined : {};
          const answer = await send(token, method, path, body);
          const problem = answer.ok ? undefined : ((await answer.json()) as { requiredPermission?: string });
          if (answer.ok) await answer.arrayBuffer();
          // Held, it is refused for the body or the row, if at all; no body here can be written.
          const refusal = answer.status === 403 ? problem?.requiredPermission : undefined;
          expect([seed, method, path, refusal]).toEqual([
            seed,
            method,
            path,
            isHeld ? undefined : permission,
          ]);
        });
      }
      for (const site of sites)
        for (const [path, needed] of readsAtPlaces) {
          const query = `/api${path}?orgStructureId=${site}&limit=1`;
          const there = given.filter(({ places }) => places.length === 0 || places.includes(site));
          const isHeld = there.some((role) => role.permissions.includes(needed));
          const ofAdmin = await send(admin, 'GET', query);
          expect([path, ofAdmin.status]).toEqual([path, 200]);
          const all = await rowsOf(ofAdmin);
          await eventually(async () => {
            const seen = await rowsOf(await send(token, 'GET', query));
            expect([seed, path, site, seen]).toEqual([seed, path, site, isHeld ? all : 0]);
          });
        }
      for (const site of sites) {
        const there = given.filter(({ places }) => places.length === 0 || places.includes(site));
        for (const [path, needed, body] of writes) {
          const mayWrite = there.some((role) => role.permissions.includes(needed));
          // Held elsewhere alone: a place in sight is forbidden, one out of sight is not found.
          const refused = held.has(needed) ? [403, 422] : [403];
          // Each service hears of a new assignment by itself.
          await eventually(async () => {
            const { status } = await send(token, 'POST', `/api${path}`, body(site));
            expect([seed, path, needed, mayWrite ? [201] : refused]).toEqual([
              seed,
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
