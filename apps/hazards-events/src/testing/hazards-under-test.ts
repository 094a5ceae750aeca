import { randomUUID } from 'node:crypto';
import { afterAll } from '@jest/globals';
import { builtInRoles, isEventManagerRole, type Permission, type PersonnelState } from '@safety/contracts';
import { CompanyTransactions, prepareDatabase, seedWithin } from '@safety/persistence';
import { type CallerOptions, startApi, type TestApi, type TestCaller } from '@safety/testing';
import { settingsSchema } from '../config.js';
import { HazardsEventsModule } from '../hazards-events.module.js';
import { migrations } from '../migrations/index.js';

type StartOptions = Partial<Pick<Parameters<typeof startApi>[1], 'env' | 'setup'>>;

/** The service without the bus, unless it is attached by `setup`. */
export const startHazardsEvents = (options: StartOptions = {}): Promise<TestApi> =>
  startApi(HazardsEventsModule, {
    name: 'hazards-events',
    settings: settingsSchema,
    prepare: (urls) => prepareDatabase({ ...urls, migrations }),
    ...options,
  });

/** Starts the service at the top of a spec file; it is closed after the last case. */
export async function startForSpec(): Promise<TestApi> {
  const api = await startHazardsEvents();
  afterAll(() => api.close());
  return api;
}

export interface PlaceOptions {
  parent?: TestPlace;
  archived?: boolean;
}

export interface TestPlace {
  id: string;
  path: string;
  pathIds: string[];
}

/** Adds a place to the read model of a company. */
export async function addPlace(
  api: TestApi,
  companyId: string,
  { parent, archived = false }: PlaceOptions = {},
): Promise<TestPlace> {
  const id = randomUUID();
  const name = `Place ${id.slice(0, 4)}`;
  const path = parent ? `${parent.path} / ${name}` : name;
  const pathIds = [...(parent?.pathIds ?? []), id];
  const row = { company_id: companyId, id, version: 1, name, path, path_ids: pathIds, archived };
  await api.database.transaction('service', (client) => seedWithin(client, 'org_structures', [row]));
  return { id, path, pathIds };
}

/** Adds a person to the read model of a company; resolves with the id. */
export async function addPerson(
  api: TestApi,
  companyId: string,
  {
    userId = null,
    archived = false,
    place,
    goingTo = place,
    employmentStatus = 'active',
  }: {
    userId?: string | null;
    archived?: boolean;
    place?: TestPlace;
    goingTo?: TestPlace | undefined;
    employmentStatus?: PersonnelState['employmentStatus'];
  } = {},
): Promise<string> {
  const id = randomUUID();
  const row = {
    company_id: companyId,
    id,
    version: 1,
    display_name: 'Aoife Byrne',
    user_id: userId,
    org_structure_id: place?.id ?? null,
    place_id: goingTo?.id ?? null,
    archived,
    employment_status: employmentStatus,
  };
  await api.database.transaction('service', (client) => seedWithin(client, 'personnel', [row]));
  return id;
}

/** A user of a company as accounts knows them, and as its message says. */
export async function addMember(
  api: TestApi,
  companyId: string,
  options: CallerOptions = {},
): Promise<TestCaller> {
  const caller = await api.caller({ ...options, companyId });
  const permissions = [...(options.permissions ?? builtInRoles[options.role ?? 'admin'])];
  const assignment = {
    id: randomUUID(),
    roleId: randomUUID(),
    roleName: options.role ?? 'admin',
    isEventManager: isEventManagerRole(permissions),
    permissions,
    orgStructureIds: options.orgStructureIds ?? [],
  };
  await seedKnown(api, companyId, caller, [assignment]);
  return caller;
}

const seedKnown = (api: TestApi, companyId: string, { userId }: TestCaller, assignments: object[]) =>
  api.database.transaction('service', (client) =>
    seedWithin(client, 'company_users', [
      { company_id: companyId, id: userId, version: 1, belongs: true, active: true, assignments },
    ]),
  );

type RolesAt = readonly (readonly [TestPlace, readonly Permission[]])[];

/** A user whose roles differ from place to place. */
export async function addMemberOf(
  api: TestApi,
  companyId: string,
  roles: RolesAt,
  defaultApproverUserIds: string[] = [],
): Promise<TestCaller> {
  const caller = await api.caller({ companyId, permissions: [] });
  await seedKnown(api, companyId, caller, await giveRoles(api, caller, roles, defaultApproverUserIds));
  return caller;
}

/** Gives a user these roles alone, from the first request on; what was published of them stays. */
export async function giveRoles(
  { accounts }: TestApi,
  { companyId, userId }: TestCaller,
  roles: RolesAt,
  defaultApproverUserIds: string[] = [],
) {
  const assignments = roles.map(([{ id }, permissions]) => ({
    id: randomUUID(),
    roleId: randomUUID(),
    roleName: 'Of a place',
    isEventManager: isEventManagerRole([...permissions]),
    permissions: [...permissions],
    orgStructureIds: [id],
  }));
  await accounts.set(userId, [
    {
      companyId,
      timeZone: 'Europe/Dublin',
      requireIfMatch: false,
      riskBands: undefined,
      allowSelfApproval: false,
      defaultApproverUserIds,
      assignments,
    },
  ]);
  return assignments;
}

/** A company with one place, and an administrator of it. */
export async function addCompany(api: TestApi): Promise<{ admin: TestCaller; place: TestPlace }> {
  const admin = await api.caller();
  return { admin, place: await addPlace(api, admin.companyId) };
}

/** A body for `POST /hazards`. */
export const hazardAt = (place: TestPlace, changes: object = {}) => ({
  title: 'Unguarded conveyor tail drum',
  description: 'The guard was taken off for cleaning and not put back.',
  hazardType: 'mechanical',
  orgStructureId: place.id,
  identifiedAt: '2026-03-02T08:30:00Z',
  ...changes,
});

/** The rows that a statement finds inside the wall of a company. */
export function select(
  api: TestApi,
  companyId: string,
  text: string,
  values: unknown[],
): Promise<Record<string, unknown>[]> {
  const transactions = api.app.get(CompanyTransactions);
  return transactions.run(companyId, async () => {
    const { rows } = await transactions.current(companyId).client.query(text, values);
    return rows;
  });
}

/** A risk assessment with an initial and a residual risk. */
export const assessed = {
  riskAssessment: { initial: { likelihood: 4, severity: 4 }, residual: { likelihood: 2, severity: 2 } },
};

/** A body for `POST /events/requireapproval`: an injury, ready for approval. */
export const eventAt = (place: TestPlace, changes: object = {}) => ({
  title: 'Hand caught in a conveyor',
  description: 'While the belt was cleaned it was started.',
  eventType: 'accident',
  actualSeverity: 'moderate',
  occurredAt: '2026-03-02T08:30:00Z',
  orgStructureId: place.id,
  eventGroups: [injury()],
  ...changes,
});

/** A group of an event: an injured visitor, of whom nobody has a record. */
export const injury = (changes: object = {}) => ({
  groupType: 'injury',
  personInjuredName: 'A. Visitor',
  natureOfInjury: { scheme: 'custom', code: 'CRUSH' },
  ...changes,
});

/** A default approver: an event manager of another org structure, who reads at this one and may do `more`. */
export async function addStandIn(
  api: TestApi,
  companyId: string,
  place: TestPlace,
  defaultApproverUserIds: string[],
  more: readonly Permission[] = [],
): Promise<TestCaller> {
  const elsewhere = await addPlace(api, companyId);
  const reads: Permission[] = ['hazards.read', 'events.read', ...more];
  const roles = [[place, reads] as const, [elsewhere, builtInRoles.eventManager] as const];
  const standIn = await addMemberOf(api, companyId, roles, defaultApproverUserIds);
  defaultApproverUserIds.push(standIn.userId);
  return standIn;
}
