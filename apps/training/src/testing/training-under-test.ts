import { randomUUID } from 'node:crypto';
import { afterAll } from '@jest/globals';
import type { Permission, PersonnelState } from '@safety/contracts';
import { CompanyTransactions, prepareDatabase, seedWithin } from '@safety/persistence';
import { dateIn } from '@safety/platform';
import { type CallerOptions, startApi, type TestApi, type TestCaller } from '@safety/testing';
import { settingsSchema } from '../config.js';
import { daysLater } from '../demo/training.js';
import { migrations } from '../migrations/index.js';
import { TrainingModule } from '../training.module.js';

type StartOptions = Partial<Pick<Parameters<typeof startApi>[1], 'env' | 'setup'>>;

/** The service without the bus, unless it is attached by `setup`. */
export const startTraining = (options: StartOptions = {}): Promise<TestApi> =>
  startApi(TrainingModule, {
    name: 'training',
    settings: settingsSchema,
    prepare: (urls) => prepareDatabase({ ...urls, migrations }),
    ...options,
  });

/** Starts the service at the top of a spec file, with a company; it is closed after the last case. */
export async function startWithCompany(): Promise<{
  api: TestApi;
  company: TestCompany;
  admin: TestCaller;
}> {
  const api = await startTraining();
  afterAll(() => api.close());
  const company = await addCompany(api);
  return { api, company, admin: company.admin };
}

export interface TestPlace {
  id: string;
  itemId: string;
  path: string;
  pathIds: string[];
}

/** Adds an org structure with an item of its own to the read model of a company. */
export async function addPlace(api: TestApi, companyId: string, parent?: TestPlace): Promise<TestPlace> {
  const [id, itemId] = [randomUUID(), randomUUID()];
  const name = `Place ${id.slice(0, 4)}`;
  const path = parent ? `${parent.path} / ${name}` : name;
  const pathIds = [...(parent?.pathIds ?? []), id];
  const row = { company_id: companyId, id, version: 1, item_id: itemId, name, path, path_ids: pathIds };
  await api.database.transaction('service', (client) =>
    seedWithin(client, 'org_structures', [{ ...row, archived: false, applied_at: 'now' }]),
  );
  return { id, itemId, path, pathIds };
}

/** As the read model has an org structure once its owner has archived it. */
export async function archivePlace(api: TestApi, companyId: string, { id }: TestPlace): Promise<void> {
  await select(api, companyId, 'UPDATE org_structures SET archived = true WHERE id = $1', [id]);
}

export interface PersonOptions {
  place?: TestPlace | undefined;
  /** Where the person is in sight before working anywhere; default `place`. */
  goingTo?: TestPlace;
  name?: string;
  jobTitle?: string;
  employmentStatus?: string;
  lineManagerId?: string;
  workingSince?: string;
  formerly?: PersonnelState['formerly'];
  /** Of the login of the person. */
  userId?: string;
  archived?: boolean;
}

/** Adds people to the read model of a company; resolves with their ids, in their order. */
export async function addPeople(
  api: TestApi,
  companyId: string,
  people: readonly PersonOptions[],
): Promise<string[]> {
  const rows = people.map(({ place, goingTo = place, archived = false, ...person }) => ({
    company_id: companyId,
    id: randomUUID(),
    version: 1,
    display_name: person.name ?? 'Aoife Byrne',
    user_id: person.userId ?? null,
    org_structure_id: place?.id ?? null,
    place_id: goingTo?.id ?? null,
    job_title: person.jobTitle ?? null,
    employment_status: person.employmentStatus ?? 'active',
    line_manager_id: person.lineManagerId ?? null,
    working_since: person.workingSince ?? null,
    formerly: person.formerly ?? [],
    archived,
    applied_at: 'now',
  }));
  await api.database.transaction('service', (client) => seedWithin(client, 'personnel', rows));
  return rows.map(({ id }) => id);
}

export async function addPerson(
  api: TestApi,
  companyId: string,
  options: PersonOptions = {},
): Promise<string> {
  const [id = ''] = await addPeople(api, companyId, [options]);
  return id;
}

export interface TestCompany {
  admin: TestCaller;
  /** Where everything lies unless it is said otherwise. */
  place: TestPlace;
  elsewhere: TestPlace;
  /** A member who may do everything at `elsewhere` and nothing at `place`. */
  stranger(options?: CallerOptions): Promise<TestCaller>;
  /** A member who reads training everywhere, and writes it at `elsewhere` alone. */
  reader(): Promise<TestCaller>;
}

/** Roles: permissions, and where they count; nowhere means everywhere. */
export type TestRole = [permissions: Permission[], orgStructureIds?: string[]];

/** A new member of a company with several roles. */
export async function callerWith(api: TestApi, companyId: string, ...roles: TestRole[]): Promise<TestCaller> {
  const caller = await api.caller({ companyId });
  const assignments = roles.map(([permissions, orgStructureIds = []]) => ({
    ...{ id: randomUUID(), roleId: randomUUID(), roleName: 'part', isEventManager: false },
    permissions,
    orgStructureIds,
  }));
  const rules = { requireIfMatch: false, allowSelfApproval: false, defaultApproverUserIds: [] };
  await api.accounts.set(caller.userId, [{ companyId, timeZone: 'Europe/Dublin', ...rules, assignments }]);
  return caller;
}

/** A company with two org structures, and an administrator of it. */
export async function addCompany(api: TestApi): Promise<TestCompany> {
  const admin = await api.caller();
  const { companyId } = admin;
  const [place, elsewhere] = [await addPlace(api, companyId), await addPlace(api, companyId)];
  const stranger = (options: CallerOptions = {}) =>
    api.caller({ companyId, orgStructureIds: [elsewhere.id], ...options });
  const reader = () =>
    callerWith(api, companyId, [['training.read', 'personnel.read']], [['training.write'], [elsewhere.id]]);
  return { admin, place, elsewhere, stranger, reader };
}

/** A body for `POST /courses`. */
export const course = (changes: object = {}) => ({
  code: `C-${randomUUID()}`,
  name: 'Lock-out of crushers',
  category: 'machinery',
  deliveryMethod: 'onTheJob',
  ...changes,
});

/** A body for `POST /classes`, next week by default. */
export const classOf = (courseId: string, changes: object = {}) => ({
  courseId,
  startAt: inDays(7),
  endAt: inDays(7.25),
  timeZone: 'Europe/Dublin',
  ...changes,
});

const DAY_MS = 24 * 60 * 60 * 1000;

/** The instant so many days from now. */
export const inDays = (days: number): string => new Date(Date.now() + days * DAY_MS).toISOString();

/** The date so many days from today in Dublin, where the companies of callers are. */
export const day = (days: number): string => daysLater(dateIn('Europe/Dublin', new Date()), days);

/** Adds a row and resolves with it. Throws unless the answer is 201. */
export async function added(caller: TestCaller, path: string, body: object) {
  const answer = await caller.post(path, body);
  if (answer.status !== 201) throw new Error(`POST ${path}: ${answer.status} ${JSON.stringify(answer.body)}`);
  return answer.body;
}

/** Adds an active course; resolves with the id. */
export async function addCourse(caller: TestCaller, changes: object = {}): Promise<string> {
  const { id } = await added(caller, '/courses', course(changes));
  await caller.post(`/courses/${id}/transitions`, { transition: 'publish' });
  return id;
}

/** Adds a class of a course of its own; resolves with it. */
export async function addClass(caller: TestCaller, changes: object = {}, courseChanges: object = {}) {
  return added(caller, '/classes', classOf(await addCourse(caller, courseChanges), changes));
}

/** The rows that a statement finds inside the wall of a company. */
export function select(
  api: TestApi,
  companyId: string,
  text: string,
  values: unknown[] = [],
): Promise<Record<string, unknown>[]> {
  const transactions = api.app.get(CompanyTransactions);
  return transactions.run(companyId, async () => {
    const { rows } = await transactions.current(companyId).client.query(text, values);
    return rows;
  });
}
