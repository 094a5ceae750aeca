import { Injectable } from '@nestjs/common';
import { Outbox } from '@safety/bus/outbox';
import {
  type ChangeOperation,
  type CompanyState,
  companyChanged,
  companyUserChanged,
} from '@safety/contracts';
import {
  type CompanyRecord,
  columnOf,
  differences,
  execute,
  type OpenTransaction,
  type RowState,
} from '@safety/persistence';
import { getMetadataArgsStorage } from 'typeorm';
import { Company } from '../company/company.entity.js';
import { companyStateSql } from '../company/company-state.js';
import { recordedFromSql, recordedRolesSql } from '../memberships/held-role.js';
import { statesById } from '../memberships/member-states.js';
import { asNamedNow, type RecordedRoles } from '../memberships/recorded-roles.js';
import { RoleAssignmentRow } from '../role-assignments/role-assignment.entity.js';
import { Role } from '../roles/role.entity.js';
import { ServiceClient } from '../service-clients/service-client.entity.js';
import { CompanyUser } from '../users/company-user.entity.js';
import { type Author, type RecordedWrite, recordWrites } from './record-writes.js';

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

interface Row {
  resource: string;
  companyId: string;
  id: string;
  version: number;
  archived: boolean;
  members: { assignments?: RecordedRoles };
}

/** A time as answers hold it (RFC 3339 in UTC); PostgreSQL's own JSON has it in the zone of the session. */
const asAnswered = (column: string): string =>
  `to_char(${column} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

/** The columns that the class of rows of an entity records, as one object. */
function membersSql(entity: new () => CompanyRecord): string {
  const own = getMetadataArgsStorage().filterColumns(entity);
  const members = own.map(({ propertyName, options }) => {
    const column = options.name ?? columnOf(propertyName);
    return `'${propertyName}', ${options.type === 'timestamptz' ? asAnswered(column) : column}`;
  });
  return `jsonb_build_object(${[...members, "'externalId', external_id"].join(', ')})`;
}

/** SQL of the rows as they are, with the members that their own classes of rows record. */
const ROWS = `
  SELECT 'companies' AS resource, id AS "companyId", id, version, archived, ${membersSql(Company)} AS members
  FROM companies WHERE id = ANY ($1)
  UNION ALL
  SELECT 'roles', company_id, id, version, archived, ${membersSql(Role)}
  FROM roles WHERE company_id = ANY ($1)
  UNION ALL
  SELECT 'company_users', company_id, id, version, archived, ${membersSql(CompanyUser)} || jsonb_build_object(
    'assignments', (SELECT ${recordedRolesSql} FROM ${recordedFromSql}
      WHERE a.company_id = m.company_id AND a.user_id = m.id))
  FROM company_users AS m WHERE id = ANY ($2) AND company_id = coalesce($4::uuid, company_id)
  UNION ALL
  SELECT 'role_assignments', company_id, id, version, archived, ${membersSql(RoleAssignmentRow)}
  FROM role_assignments WHERE user_id = ANY ($2) AND company_id = coalesce($4::uuid, company_id)
  UNION ALL
  SELECT 'service_clients', company_id, id, version, archived, ${membersSql(ServiceClient)}
  FROM service_clients WHERE id = ANY ($3) AND company_id = coalesce($4::uuid, company_id)`;

/** Records and publishes rows that are written by SQL of its own, as classes of rows do theirs. */
@Injectable()
export class RecordedWrites {
  constructor(private readonly outbox: Outbox) {}

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
    if (writes.length > 0) await this.publish(transaction, writes, author);
    return result;
  }

  /** With a few statements, however many companies the writes are of. */
  private async publish(
    transaction: OpenTransaction,
    writes: readonly RecordedWrite[],
    author: Author,
  ): Promise<void> {
    const numbers = await recordWrites(transaction.client, writes, author);
    const states = await this.statesOf(transaction, writes);
    const changes = [...numbers].map(([write, number]) => {
      const { resource, companyId, id, version, operation } = write;
      const members = write.members.map(({ member }) => member).sort();
      const change = { resource, id, version, operation, members, actorUserId: author.userId };
      return { companyId, change, number, state: states.get(keyOf(write)) };
    });
    await this.outbox.publishAll({ ...transaction, companyId: null }, changes);
  }

  /** The states of those rows whose whole state other services keep. */
  private async statesOf(
    { client }: OpenTransaction,
    writes: readonly RecordedWrite[],
  ): Promise<ReadonlyMap<string, RowState>> {
    const of = (resource: string) => writes.filter((one) => one.resource === resource);
    const states = new Map<string, RowState>();
    for (const { companyId, payload } of await statesById(client, of('company_users'))) {
      const key = keyOf({ resource: 'company_users', companyId, id: payload.userId });
      states.set(key, { contract: companyUserChanged, payload });
    }
    const companyIds = of('companies').map(({ id }) => id);
    if (companyIds.length === 0) return states;
    const text = `SELECT ${companyStateSql} FROM companies WHERE id = ANY ($1)`;
    for (const payload of (await execute<CompanyState>(client, text, [companyIds])).rows) {
      const key = keyOf({ resource: 'companies', companyId: payload.id, id: payload.id });
      states.set(key, { contract: companyChanged, payload });
    }
    return states;
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

const keyOf = ({ resource, companyId, id }: Pick<Row, 'resource' | 'companyId' | 'id'>): string =>
  `${resource} ${companyId} ${id}`;

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
