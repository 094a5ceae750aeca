import { randomUUID } from 'node:crypto';
import { consumeMessages } from '@safety/bus/outbox';
import type { OrgStructureType, Permission } from '@safety/contracts';
import { enterCompany, insertMissing, prepareDatabase } from '@safety/persistence';
import { startApi, type TestApi, type TestCaller } from '@safety/testing';
import { settingsSchema } from '../config.js';
import { recordOf } from '../demo/demo-record.js';
import { migrations } from '../migrations/index.js';
import { PersonnelOrgModule } from '../personnel-org.module.js';

/** A place of a test company. */
export interface TestPlace {
  id: string;
  itemId: string;
  companyId: string;
  path: string;
  pathIds: string[];
}

/** base64 of 32 bytes. */
export const testKey = Buffer.alloc(32, 7).toString('base64');

export const startPersonnelOrg = (env: Record<string, string> = {}): Promise<TestApi> =>
  startApi(PersonnelOrgModule, {
    name: 'personnel-org',
    settings: settingsSchema,
    setup: consumeMessages,
    env: { KEY_ENCRYPTION_KEY: testKey, ...env },
    prepare: (urls) => prepareDatabase({ ...urls, migrations }),
  });

/** Adds a place with an item of its own, as the demo data does. */
export async function addPlace(
  api: TestApi,
  companyId: string,
  name: string,
  { parent, type = 'site' }: { parent?: TestPlace; type?: OrgStructureType } = {},
): Promise<TestPlace> {
  const [id, itemId] = [randomUUID(), randomUUID()];
  const pathIds = [...(parent?.pathIds ?? []), id];
  const path = parent ? `${parent.path} / ${name}` : name;
  await api.database.transaction('service', async (client) => {
    await enterCompany(client, companyId);
    const named = { name, code: id, type };
    await insertMissing(client, 'org_structure_items', [{ ...recordOf(companyId, itemId), ...named }]);
    const placed = {
      item_id: itemId,
      parent_id: parent?.id ?? null,
      level: pathIds.length - 1,
      sort_order: 0,
    };
    const row = { ...recordOf(companyId, id), ...named, ...placed, path, path_ids: pathIds };
    await insertMissing(client, 'org_structures', [row]);
  });
  return { id, itemId, companyId, path, pathIds };
}

/** Makes a user belong to a company; resolves with the id. */
export async function addUser(
  api: TestApi,
  companyId: string,
  userId: string = randomUUID(),
): Promise<string> {
  const text = 'INSERT INTO company_users (company_id, user_id, version, belongs) VALUES ($1, $2, 1, true)';
  await sql(api, companyId, text, [companyId, userId]);
  return userId;
}

/** Runs one statement inside a company; resolves with the rows and how many it found. */
export async function sql(
  api: TestApi,
  companyId: string,
  text: string,
  values: unknown[],
  // biome-ignore lint/suspicious/noExplicitAny: the columns are those that the statement names
): Promise<{ rowCount: number | null; rows: any[] }> {
  let rowCount: number | null = null;
  let rows: unknown[] = [];
  await api.database.transaction('service', async (client) => {
    await enterCompany(client, companyId);
    ({ rowCount, rows } = await client.query(text, values));
  });
  return { rowCount, rows };
}

/** The body of a person at a place. */
export const person = (place: { id: string }, changes: object = {}, history: object = {}) => ({
  firstName: 'Aoife',
  lastName: 'Byrne',
  hireDate: '2020-02-01',
  ...changes,
  initialHistory: {
    orgStructureId: place.id,
    jobTitle: 'Fitter',
    employmentType: 'fullTime',
    employmentStatus: 'active',
    ...history,
  },
});

/** Adds a person and resolves with the answer's body. */
export const addPerson = async (
  caller: TestCaller,
  place: { id: string },
  changes: object = {},
  history: object = {},
) => (await caller.post('/personnel', person(place, changes, history))).body;

interface TestRole {
  permissions: readonly Permission[];
  /** Places the role counts at and below; none means everywhere. */
  orgStructureIds?: string[];
}

/** Gives a user several roles in a company in place of the ones held before. */
export async function setRoles(
  api: TestApi,
  userId: string,
  companyId: string,
  roles: TestRole[],
  timeZone = 'Europe/Dublin',
): Promise<void> {
  const assignments = roles.map(({ permissions, orgStructureIds = [] }) => ({
    id: randomUUID(),
    roleId: randomUUID(),
    roleName: 'given',
    isEventManager: false,
    permissions: [...permissions],
    orgStructureIds,
  }));
  await api.accounts.set(userId, [
    {
      companyId,
      timeZone,
      requireIfMatch: false,
      allowSelfApproval: false,
      defaultApproverUserIds: [],
      assignments,
    },
  ]);
}
