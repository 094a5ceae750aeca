import { expect, it } from '@jest/globals';
import { type Permission, permissions, permissionsOfPrograms } from '@safety/contracts';
import { demoUsers } from '@safety/demo-data';
import { operate, type Suite } from '@safety/local-stack';
import { eventually, newSeed, randomBy } from '@safety/testing';
import { ADMIN, Integrator } from './integrator.js';

/** Disabled everywhere in the end, and for seconds more: nobody else's in these specs. */
const EMAIL = 'admin@other.example';
/** Of a second role of the user, who would leave the company without any. */
const ALWAYS: Permission = 'changes.read';
/** Reads in each service, with the permissions that they need. */
const READS: [path: string, needed: Permission][] = [
  ['/api/hazards', 'hazards.read'],
  ['/api/personnel', 'personnel.read'],
  ['/api/courses', 'training.read'],
  ['/accounts/roles', 'roles.manage'],
];

/** All that can keep a role from counting; each is switched on and off in random order. */
const world = {
  isSuspended: false,
  isUserDisabled: false,
  isClientDisabled: false,
  isRoleTaken: false,
};
type Switch = keyof typeof world;

/**
 * The `role` claim, `/users/me/permissions` and the checks of each service, for a user and a service client
 * of a company that is suspended, disables them, and takes and archives their role.
 */
export function itAgreesOnWhoCounts(suite: () => Suite): void {
  it('has one answer to who may do what while companies, users, clients and roles come and go', async () => {
    const integrator = await Integrator.at(suite().url);
    const accounts = (...args: string[]) => operate(suite(), 'accounts', ...args);
    const identity = (...args: string[]) => operate(suite(), 'identity', ...args);
    const company = await newCompany(suite(), [ADMIN, EMAIL]);
    const userId = demoUsers.find(({ email }) => email === EMAIL)?.id;
    const { id: clientId, client_secret: secret } = await identity(
      ...['create-client', '--name', 'Of the new company', '--company', company],
      ...['--grant', 'client_credentials', '--scope', 'resources_business_api,resources_accounts_api'],
    );
    const seed = newSeed();
    const random = randomBy(seed);
    // Each expectation names it.
    const state = { seed, ...world };
    const granted = [...new Set<Permission>(['hazards.read', ...random.some(permissions, 0.5)])];

    const administer = async (method: string, path: string, body?: object) => {
      const answer = await integrator.accounts(path, { company, method, body });
      expect([method, path, answer.body.errors, answer.status < 300]).toEqual([
        method,
        path,
        undefined,
        true,
      ]);
      return answer.body;
    };
    const role = await administer('POST', '/roles', { name: 'Random', permissions: granted });
    const always = await administer('POST', '/roles', { name: 'Always', permissions: [ALWAYS] });
    const holders = [{ userId }, { clientId }];
    const give = async () => {
      for (const holder of holders)
        await eventually(async () => {
          await administer('POST', '/roleassignments', { ...holder, roleId: role.id });
        });
    };
    const take = async () => {
      const { data } = await administer('GET', `/roleassignments?roleId=${role.id}`);
      for (const { id } of data) await administer('DELETE', `/roleassignments/${id}`);
    };
    /** A role that is archived is nobody's, and nobody can be given it. */
    const archive = async () => {
      await take();
      await administer('DELETE', `/roles/${role.id}`);
      for (const holder of holders) {
        const body = { ...holder, roleId: role.id };
        const answer = await integrator.accounts('/roleassignments', { company, method: 'POST', body });
        expect([answer.status, answer.body.errors?.[0]?.code]).toEqual([422, 'archived-reference']);
      }
    };
    const restore = async () => {
      await administer('PUT', `/roles/${role.id}/restore`);
      await give();
    };
    const step = (transition: string) => administer('POST', `/users/${userId}/transitions`, { transition });
    const switches: Record<Switch, (on: boolean) => Promise<unknown>> = {
      isSuspended: (on) => accounts(on ? 'suspend-company' : 'resume-company', company),
      isUserDisabled: (on) => step(on ? 'disable' : 'enable'),
      isClientDisabled: (on) => identity(on ? 'disable-client' : 'enable-client', clientId),
      isRoleTaken: (on) => (on ? archive() : restore()),
    };

    const userToken = async () => (await integrator.tokensOf(EMAIL)).access_token;
    /** The permissions of the holder in the company; undefined for one that does not belong to it. */
    const sources = async (token: string | undefined) => {
      if (token === undefined) return { held: undefined, reads: READS.map(() => false) };
      const own = await integrator.call('/api/users/me/permissions', { token, company });
      const reads: boolean[] = [];
      for (const [path] of READS)
        reads.push((await integrator.call(`${path}?limit=1`, { token, company })).status === 200);
      return { held: own.status === 200 ? own.body.permissions.toSorted() : undefined, reads };
    };
    const expected = (held: readonly Permission[] | undefined) => ({
      held: held?.toSorted(),
      reads: READS.map(([, needed]) => held?.includes(needed) ?? false),
    });
    const claimed = async (token: string): Promise<string[]> => {
      const { body } = await integrator.call('/auth/connect/userinfo', { token, company: null });
      const roles = JSON.parse(body.role ?? '[]') as { cid: string; rid: string }[];
      return roles.filter(({ cid }) => cid === company).map(({ rid }) => rid);
    };
    const compare = async () => {
      const roleCounts = !state.isSuspended && !state.isRoleTaken;
      const ofUser = state.isRoleTaken ? [ALWAYS] : [...new Set([ALWAYS, ...granted])];
      const userCounts = !state.isSuspended && !state.isUserDisabled;
      const ofClient = roleCounts && !state.isClientDisabled ? permissionsOfPrograms(granted) : undefined;
      await eventually(async () => {
        const token = await userToken();
        expect([state, await sources(token)]).toEqual([state, expected(userCounts ? ofUser : undefined)]);
        const held = [always.id, ...(state.isRoleTaken ? [] : [role.id])].sort();
        expect([state, (await claimed(token)).sort()]).toEqual([state, userCounts ? held : []]);
      });
      await eventually(async () => {
        const token = await integrator.byItself(clientId, secret).catch(() => undefined);
        // Nothing is issued to a disabled client, or for a suspended company.
        const isIssued = !state.isClientDisabled && !state.isSuspended;
        expect([state, token !== undefined]).toEqual([state, isIssued]);
        expect([state, await sources(token)]).toEqual([state, expected(ofClient)]);
      });
    };

    // Without the role that the operator gave.
    const { data } = await administer('GET', `/roleassignments?userId=${userId}`);
    await administer('POST', '/roleassignments', { userId, roleId: always.id });
    await give();
    for (const { id } of data) await administer('DELETE', `/roleassignments/${id}`);
    await compare();
    const turn = async (name: Switch) => {
      state[name] = !state[name];
      await switches[name](state[name]);
    };
    // Each on and off again, in random order.
    for (const name of [
      ...random.shuffled(Object.keys(world)),
      ...random.shuffled(Object.keys(world)),
    ] as Switch[]) {
      await turn(name);
      await compare();
      // Administrators do nothing in a suspended company.
      if (state.isSuspended) await turn('isSuspended');
    }
    await identity('delete-client', clientId);
    await accounts('disable-user', EMAIL);
    await eventually(async () => {
      await expect(integrator.byItself(clientId, secret)).rejects.toThrow();
      await expect(userToken()).rejects.toThrow();
    });
    // Accounts hears by the bus that the client is gone.
    await eventually(async () => {
      const { data: left } = await administer('GET', `/roleassignments?clientId=${clientId}`);
      expect(left).toEqual([]);
    });
    await accounts('enable-user', EMAIL);
  });
}

async function newCompany(suite: Suite, members: string[]): Promise<string> {
  const { company_id: id } = await operate(
    suite,
    'accounts',
    ...['add-company', '--name', 'Random Works', '--country', 'IE', '--time-zone', 'Europe/Dublin'],
  );
  for (const email of members)
    await operate(
      suite,
      'accounts',
      'grant',
      email,
      '--company',
      id,
      '--role',
      email === ADMIN ? 'admin' : 'employee',
    );
  return id;
}
