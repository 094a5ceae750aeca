import { Injectable } from '@nestjs/common';
import { type CompanyActor, CompanyTransactions, execute } from '@safety/persistence';
import { ProblemError, requestContext, type TraceContext } from '@safety/platform';
import { DataSource } from 'typeorm';
import type { ChangedRole } from '../memberships/recorded-roles.js';
import type { Role } from './role.entity.js';

/** So many changes of a company are under way at once. */
const MOST_CHANGES = 10;

/** A change of a role whose holders have yet to follow. */
export interface DueChange {
  number: string;
  companyId: string;
  roleId: string;
  version: number;
  changedAt: Date;
  trace: TraceContext;
}

/** The change record of such a change, with its author. */
interface RecordedRoleChange extends ChangedRole {
  userId: string | null;
  clientId: string | null;
  requestId: string | null;
}

/**
 * Holders of a role who are yet to be touched for a change of it: ids alone, since the change record of the
 * role says who changed what. Each change has its own, so that no author stands for what another one did.
 * Those of one user are taken in the order of the changes.
 */
@Injectable()
export class DueHolders {
  private wake = (): void => undefined;

  constructor(
    private readonly dataSource: DataSource,
    private readonly transactions: CompanyTransactions,
  ) {}

  /** Calls `wake` after each commit that has noted somebody. */
  whenAdded(wake: () => void): void {
    this.wake = wake;
  }

  /** Throws 503 while the company has many changes under way. */
  async checkRoom({ companyId }: CompanyActor): Promise<void> {
    const { client } = this.transactions.current(companyId);
    if ((await execute(client, FULL, [companyId, MOST_CHANGES])).rowCount === 0) return;
    throw new ProblemError('unavailable', {
      detail: 'Changes of roles that very many hold are under way. Try again in some seconds.',
      headers: { 'retry-after': '5' },
    });
  }

  /** Notes all who hold a role for the change that the transaction has made of it. The turn is taken. */
  async add({ companyId }: CompanyActor, { id, version }: Role): Promise<void> {
    const { client, afterCommit } = this.transactions.current(companyId);
    const { traceparent = null, tracestate = null } = requestContext() ?? {};
    const values = [companyId, id, version, traceparent, tracestate];
    const { rows } = await execute<{ number: string }>(client, CHANGE_ADDED, values);
    await execute(client, HOLDERS_ADDED, [companyId, id, rows[0]?.number]);
    afterCommit.push(() => this.wake());
  }

  /** Whether one of these users is yet to be touched for an earlier change. */
  async isAnyDue({ companyId }: CompanyActor, userIds: readonly string[]): Promise<boolean> {
    const { client } = this.transactions.current(companyId);
    const text = 'SELECT FROM due_holders WHERE company_id = $1 AND user_id = ANY ($2) LIMIT 1';
    return (await execute(client, text, [companyId, userIds])).rowCount === 1;
  }

  /** The change that has waited longest, of those that no other replica is at. */
  async next(): Promise<DueChange | undefined> {
    const [change] = await this.dataSource.query<DueChange[]>(NEXT);
    return change;
  }

  /** In a transaction of its own. */
  record({ companyId, roleId, version, changedAt }: DueChange): Promise<RecordedRoleChange> {
    return this.transactions.run(
      companyId,
      async () => {
        const { read } = this.transactions.current(companyId);
        const values = [companyId, roleId, version, changedAt];
        const [change] = (await read<RecordedRoleChange>(RECORD, values)).rows;
        if (!change) throw new Error('A change of a role has no record');
        return change;
      },
      'read',
    );
  }

  /** Takes so many holders; none while another replica is at the change. */
  async take({ companyId, number }: DueChange, most: number): Promise<string[]> {
    const { client } = this.transactions.current(companyId);
    const text = 'SELECT FROM due_role_changes WHERE number = $1 FOR UPDATE SKIP LOCKED';
    if ((await execute(client, text, [number])).rowCount === 0) return [];
    const taken = await execute<{ userId: string }>(client, TAKEN, [companyId, number, most]);
    const isLast = taken.rows.length < most;
    const ended = isLast && (await execute(client, ENDED, [companyId, number])).rowCount === 1;
    // Those who are left wait for themselves, or behind an earlier change.
    if (!ended) await execute(client, PUT_BEHIND, [number, isLast ? 1 : 0]);
    return taken.rows.map(({ userId }) => userId);
  }

  /** Leaves a holder alone for so long, in a transaction of its own; without one, the change. */
  putOff({ companyId, number }: DueChange, userId: string | undefined, seconds: number): Promise<unknown> {
    return this.transactions.run(companyId, () => {
      const { client } = this.transactions.current(companyId);
      if (userId === undefined) return execute(client, PUT_BEHIND, [number, seconds]);
      const text = `UPDATE due_holders SET due_at = now() + make_interval(secs => $4)
        WHERE company_id = $1 AND change_number = $2 AND user_id = $3`;
      return execute(client, text, [companyId, number, userId, seconds]);
    });
  }
}

/** Each part puts a change behind others, by the clock. One that is put off for long does not count. */
const FULL = `
  SELECT FROM due_role_changes WHERE company_id = $1 AND due_at <= clock_timestamp() + interval '2 seconds'
  OFFSET $2 - 1 LIMIT 1`;

const CHANGE_ADDED = `
  INSERT INTO due_role_changes (company_id, role_id, version, traceparent, tracestate)
  VALUES ($1, $2, $3, $4, $5) RETURNING number`;

const HOLDERS_ADDED = `
  INSERT INTO due_holders (company_id, change_number, user_id)
  SELECT DISTINCT $1::uuid, $3::bigint, user_id FROM role_assignments
  WHERE company_id = $1 AND role_id = $2 AND user_id IS NOT NULL AND archived_at IS NULL`;

const NEXT = `
  SELECT number, company_id AS "companyId", role_id AS "roleId", version, changed_at AS "changedAt",
    json_strip_nulls(json_build_object('traceparent', traceparent, 'tracestate', tracestate)) AS trace
  FROM due_role_changes WHERE due_at <= now() ORDER BY due_at, number LIMIT 1 FOR UPDATE SKIP LOCKED`;

const RECORD = `
  SELECT id, members, actor_user_id AS "userId", client_id AS "clientId", request_id AS "requestId"
  FROM changes
  WHERE company_id = $1 AND resource = 'roles' AND id = $2 AND version = $3 AND changed_at = $4`;

/** A holder who is yet to be touched for an earlier change comes later. */
const TAKEN = `
  DELETE FROM due_holders WHERE company_id = $1 AND change_number = $2 AND user_id = ANY (ARRAY(
    SELECT user_id FROM due_holders AS due
    WHERE company_id = $1 AND change_number = $2 AND due_at <= now() AND NOT EXISTS (
      SELECT FROM due_holders AS earlier
      WHERE earlier.company_id = $1 AND earlier.user_id = due.user_id AND earlier.change_number < $2)
    ORDER BY user_id LIMIT $3))
  RETURNING user_id AS "userId"`;

const ENDED = `
  DELETE FROM due_role_changes WHERE number = $2 AND NOT EXISTS (
    SELECT FROM due_holders WHERE company_id = $1 AND change_number = $2)`;

const PUT_BEHIND =
  'UPDATE due_role_changes SET due_at = clock_timestamp() + make_interval(secs => $2) WHERE number = $1';
