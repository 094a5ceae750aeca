import { Injectable } from '@nestjs/common';
import { Outbox } from '@safety/bus/outbox';
import {
  type ChangeOperation,
  type CompanyState,
  companyChanged,
  companyUserChanged,
  type RecordedChange,
} from '@safety/contracts';
import {
  type ChangeNumber,
  differences,
  execute,
  type OpenTransaction,
  type RowState,
  setLocal,
} from '@safety/persistence';
import { requestContext } from '@safety/platform';
import { companyStateSql } from '../company/company-state.js';
import { recordedFromSql, recordedRolesSql } from '../memberships/held-role.js';
import { asNamedNow, type RecordedRoles } from '../memberships/recorded-roles.js';
import { UserMessages } from '../memberships/user-messages.js';

type Client = OpenTransaction['client'];

/**
 * The rows that work may write: these companies with their roles, all of these users, these service clients.
 */
export interface WrittenRows {
  companyIds?: readonly string[];
  userIds?: readonly string[];
  clientIds?: readonly string[];
  /** Those in this company alone. A user may belong to hundreds. */
  companyId?: string;
}

/** The author of a change. */
export interface Author {
  /** Null for an operator, and for the service itself. */
  userId: string | null;
  isOperator?: boolean;
}

interface Row {
  resource: string;
  companyId: string;
  id: string;
  version: number;
  archived: boolean;
  members: { assignments?: RecordedRoles };
}

interface RecordedWrite {
  resource: string;
  companyId: string;
  id: string;
  version: number;
  operation: ChangeOperation;
  members: RecordedChange['members'];
}

/** A time as answers hold it (RFC 3339 in UTC); PostgreSQL's own JSON has it in the zone of the session. */
const asAnswered = (column: string): string =>
  `to_char(${column} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

/** SQL of the rows as they are, with the members that their own classes of rows record. */
const ROWS = `
  SELECT 'companies' AS resource, id AS "companyId", id, version, archived, jsonb_build_object(
    'name', name, 'legalName', legal_name, 'countryCode', country_code, 'timeZone', time_zone,
    'defaultLocale', default_locale, 'defaultApproverUserIds', default_approver_user_ids, 'status', status) AS members
  FROM companies WHERE id = ANY ($1)
  UNION ALL
  SELECT 'roles', company_id, id, version, archived, jsonb_build_object(
    'name', name, 'description', description, 'permissions', permissions, 'builtIn', built_in)
  FROM roles WHERE company_id = ANY ($1)
  UNION ALL
  SELECT 'company_users', company_id, id, version, archived, jsonb_build_object(
    'email', email, 'givenName', given_name, 'familyName', family_name, 'displayName', display_name,
    'status', status, 'canSignIn', can_sign_in, 'invitedAt', ${asAnswered('invited_at')}, 'acceptedAt', ${asAnswered('accepted_at')},
    'externalId', external_id,
    'assignments', (SELECT ${recordedRolesSql} FROM ${recordedFromSql}
      WHERE a.company_id = m.company_id AND a.user_id = m.id))
  FROM company_users AS m WHERE id = ANY ($2) AND company_id = coalesce($4::uuid, company_id)
  UNION ALL
  SELECT 'role_assignments', company_id, id, version, archived, jsonb_build_object(
    'userId', user_id, 'roleId', role_id, 'orgStructureRelationshipIds', org_structure_ids,
    'externalId', external_id)
  FROM role_assignments WHERE user_id = ANY ($2) AND company_id = coalesce($4::uuid, company_id)
  UNION ALL
  SELECT 'service_clients', company_id, id, version, archived, jsonb_build_object(
    'name', name, 'status', status, 'actsForItself', acts_for_itself)
  FROM service_clients WHERE id = ANY ($3) AND company_id = coalesce($4::uuid, company_id)`;

/** Records and publishes rows that are written by SQL of its own, as classes of rows do theirs. */
@Injectable()
export class RecordedWrites {
  constructor(
    private readonly outbox: Outbox,
    private readonly messages: UserMessages,
  ) {}

  /**
   * Each new version of a row that `work` leaves has its record in the audit trail of its company, and the
   * message that follows from that. Users stay locked until the transaction ends. Writers of companies with
   * their roles, and of service clients, take turns before.
   */
  async of<Result>(
    transaction: OpenTransaction,
    rows: WrittenRows,
    author: Author,
    work: () => Promise<Result>,
  ): Promise<Result> {
    const { client } = transaction;
    await lockUsers(client, rows);
    const before = await read(client, rows);
    const result = await work();
    const known = new Map(before.map((row) => [keyOf(row), row]));
    const writes = (await read(client, rows)).flatMap((row) => writeOf(known.get(keyOf(row)), row));
    for (const [companyId, ofCompany] of Map.groupBy(writes, (write) => write.companyId)) {
      const numbers = await record(client, companyId, ofCompany, author);
      await this.publish(transaction, companyId, ofCompany, numbers, author);
    }
    return result;
  }

  private async publish(
    transaction: OpenTransaction,
    companyId: string,
    writes: readonly RecordedWrite[],
    numbers: readonly ChangeNumber[],
    { userId }: Author,
  ): Promise<void> {
    const states = await this.statesOf(transaction, companyId, writes);
    const changes = writes.map(({ resource, id, version, operation, members }, index) => {
      const number = numbers[index];
      if (!number) throw new Error('changes returned too few rows');
      const names = members.map(({ member }) => member).sort();
      const change = { resource, id, version, operation, members: names, actorUserId: userId };
      return { change, number, state: states.get(`${resource} ${id}`) };
    });
    await this.outbox.publishAll({ ...transaction, companyId }, changes);
  }

  /** The states of those rows whose whole state other services keep. */
  private async statesOf(
    { client }: OpenTransaction,
    companyId: string,
    writes: readonly RecordedWrite[],
  ): Promise<ReadonlyMap<string, RowState>> {
    const idsOf = (resource: string) => writes.filter((one) => one.resource === resource).map(({ id }) => id);
    const users = await this.messages.statesById(client, companyId, idsOf('company_users'));
    const states = users.map((payload): [string, RowState] => [
      `company_users ${payload.userId}`,
      { contract: companyUserChanged, payload },
    ]);
    if (idsOf('companies').length === 0) return new Map(states);
    const text = `SELECT ${companyStateSql} FROM companies WHERE id = $1`;
    const [company] = (await execute<CompanyState>(client, text, [companyId])).rows;
    return new Map([...states, [`companies ${companyId}`, { contract: companyChanged, payload: company }]]);
  }
}

/**
 * Nobody else may write between the two reads: the record would tell it of this author, too. Every writer of
 * both locks the user before what companies know. Those who change roles of a user write the user as well,
 * so that the roles of a locked user stay.
 */
async function lockUsers(client: Client, { userIds = [], companyId }: WrittenRows): Promise<void> {
  if (userIds.length === 0) return;
  await execute(client, 'SELECT FROM users WHERE id = ANY ($1) ORDER BY id FOR UPDATE', [userIds]);
  await execute(
    client,
    `SELECT FROM company_users WHERE id = ANY ($1) AND company_id = coalesce($2::uuid, company_id)
     ORDER BY company_id, id FOR UPDATE`,
    [userIds, companyId ?? null],
  );
}

const keyOf = ({ resource, companyId, id }: Row): string => `${resource} ${companyId} ${id}`;

async function read(client: Client, rows: WrittenRows): Promise<Row[]> {
  const { companyIds = [], userIds = [], clientIds = [], companyId = null } = rows;
  return (await execute<Row>(client, ROWS, [companyIds, userIds, clientIds, companyId])).rows;
}

function writeOf(before: Row | undefined, after: Row): RecordedWrite[] {
  const { resource, companyId, id, version } = after;
  if (before?.version === version) return [];
  const members = differences(before && membersBefore(before, after), after.members);
  return [{ resource, companyId, id, version, operation: operationOf(before, after), members }];
}

/** Changes of roles do not wait for the users who hold them: a role may have its new name by now. */
function membersBefore({ members }: Row, after: Row): object {
  const { assignments } = members;
  return assignments
    ? { ...members, assignments: asNamedNow(assignments, after.members.assignments ?? null) }
    : members;
}

function operationOf(before: Row | undefined, after: Row): ChangeOperation {
  if (!before) return 'added';
  if (before.archived === after.archived) return 'changed';
  return after.archived ? 'archived' : 'restored';
}

/** In the order of the writes. */
async function record(
  client: Client,
  companyId: string,
  writes: readonly RecordedWrite[],
  { userId, isOperator = false }: Author,
): Promise<ChangeNumber[]> {
  const { clientId = null, requestId = null } = requestContext() ?? {};
  // An operator passes the walls of the tables that operators write; the record has the one of the company.
  const wall = isOperator ? await replaceWall(client, companyId) : undefined;
  const { rows } = await execute<ChangeNumber>(
    client,
    `INSERT INTO changes
       (company_id, resource, id, version, operation, members, actor_user_id, client_id, request_id, by_operator)
     SELECT $1, resource, id, version, operation, members, $2, $3, $4, $5
     FROM ROWS FROM (jsonb_to_recordset($6) AS (resource text, id uuid, version integer, operation text,
       members jsonb)) WITH ORDINALITY AS w(resource, id, version, operation, members, place)
     ORDER BY place RETURNING transaction_id::text AS "transactionId", number`,
    [companyId, userId, clientId, requestId, isOperator, JSON.stringify(writes)],
  );
  if (wall !== undefined) await client.query(setLocal({ 'app.company_id': wall }));
  // Numbers are given in the order of the rows, which RETURNING alone does not promise.
  return rows.toSorted((a, b) => Number(a.number) - Number(b.number));
}

/** Resolves with the company that the transaction is of; empty for none. */
async function replaceWall(client: Client, companyId: string): Promise<string> {
  const { rows } = await client.query<{ wall: string }>(
    "SELECT coalesce(current_setting('app.company_id', true), '') AS wall",
  );
  await client.query(setLocal({ 'app.company_id': companyId }));
  return rows[0]?.wall ?? '';
}
