import { Injectable } from '@nestjs/common';
import { execute, type OpenTransaction, type StatementClient } from '@safety/persistence';
import { ProblemError, requestContext, type TraceContext } from '@safety/platform';
import type { KnownToCompanies, OwnTransaction } from './own-companies.js';

/** So many changes of a user are under way at once. */
const MOST_CHANGES = 10;

/** A company that has yet to learn of a change that a user made of the own profile. */
export interface DueCompany {
  userId: string;
  companyId: string;
  changeNumber: string;
}

/** Such a change, with the request that it was made by. */
export interface OwnChange {
  changed: KnownToCompanies;
  /** A timestamp of PostgreSQL. */
  madeAt: string;
  request: TraceContext & { clientId?: string; requestId?: string };
}

/**
 * Companies that have yet to learn of changes of their users. Each change has its own notes; a company learns
 * of those of one user in their order.
 */
@Injectable()
export class DueOwnCompanies {
  private wake = (): void => undefined;

  /** Calls `wake` after each commit that has noted companies. */
  whenAdded(wake: () => void): void {
    this.wake = wake;
  }

  /** Throws 503 while the user has many changes under way. */
  async checkRoom({ client, userId }: Pick<OwnTransaction, 'client' | 'userId'>): Promise<void> {
    if ((await execute(client, FULL, [userId, MOST_CHANGES])).rowCount === 0) return;
    throw new ProblemError('unavailable', {
      detail: 'Your companies have yet to learn of your last changes. Try again in some seconds.',
      headers: { 'retry-after': '5' },
    });
  }

  /** Whether any company waits for an earlier change. The user is locked. */
  async isAnyDue({ client, userId }: Pick<OwnTransaction, 'client' | 'userId'>): Promise<boolean> {
    return (await execute(client, ANY_DUE, [userId])).rowCount !== 0;
  }

  /** Notes these companies for a change, with two statements. The user is locked. */
  async add(
    { client, userId, afterCommit }: Pick<OwnTransaction, 'client' | 'userId' | 'afterCommit'>,
    companyIds: readonly string[],
    { email, givenName, familyName }: KnownToCompanies,
  ): Promise<void> {
    const { clientId, requestId, traceparent, tracestate } = requestContext() ?? {};
    const values = [userId, email, givenName, familyName, clientId, requestId, traceparent, tracestate];
    const { rows } = await execute<{ number: string }>(client, CHANGE_ADDED, values);
    await execute(client, COMPANIES_ADDED, [userId, rows[0]?.number, companyIds]);
    afterCommit.push(() => this.wake());
  }

  /** Takes so many companies of the first change that is due; those that wait for an earlier one stay. */
  async take({ client }: Pick<OpenTransaction, 'client'>, most: number): Promise<DueCompany[]> {
    return (await execute<DueCompany>(client, TAKEN, [most])).rows;
  }

  /** The change itself, in the order of those who ask. The transaction is of its user. */
  async changeOf(client: StatementClient, { changeNumber }: DueCompany): Promise<OwnChange> {
    const { rows } = await execute<OwnChange>(client, CHANGE, [changeNumber]);
    if (!rows[0]) throw new Error('A change that companies wait for is not there');
    return rows[0];
  }

  /** Forgets the change if no company waits for it any more. The transaction has asked for it. */
  async end(client: StatementClient, { changeNumber }: DueCompany): Promise<void> {
    await execute(client, ENDED, [changeNumber]);
  }

  /** Leaves one company alone for so long. */
  async putOff(
    client: StatementClient,
    { userId, companyId, changeNumber }: DueCompany,
    seconds: number,
  ): Promise<void> {
    await execute(client, PUT_OFF, [userId, companyId, changeNumber, seconds]);
  }
}

const FULL = 'SELECT FROM own_changes WHERE user_id = $1 OFFSET $2 - 1 LIMIT 1';

const ANY_DUE = 'SELECT FROM due_own_companies WHERE user_id = $1 LIMIT 1';

const CHANGE_ADDED = `
  INSERT INTO own_changes (user_id, email, given_name, family_name, client_id, request_id, traceparent, tracestate)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8) RETURNING number`;

const COMPANIES_ADDED = `
  INSERT INTO due_own_companies (user_id, change_number, company_id)
  SELECT $1, $2, id FROM unnest($3::uuid[]) AS noted (id)`;

/** The array is made once, as that of the notes about users. */
const TAKEN = `
  WITH next AS MATERIALIZED (
    SELECT change_number FROM due_own_companies AS due WHERE due_at <= now() AND NOT EXISTS (
      SELECT FROM due_own_companies AS earlier
      WHERE earlier.user_id = due.user_id AND earlier.company_id = due.company_id
        AND earlier.change_number < due.change_number)
    ORDER BY change_number, company_id LIMIT 1 FOR UPDATE SKIP LOCKED)
  DELETE FROM due_own_companies WHERE change_number = (SELECT change_number FROM next)
    AND company_id = ANY (ARRAY(
      SELECT company_id FROM due_own_companies AS due
      WHERE change_number = (SELECT change_number FROM next) AND due_at <= now() AND NOT EXISTS (
        SELECT FROM due_own_companies AS earlier
        WHERE earlier.user_id = due.user_id AND earlier.company_id = due.company_id
          AND earlier.change_number < due.change_number)
      ORDER BY company_id LIMIT $1 FOR UPDATE SKIP LOCKED))
  RETURNING user_id AS "userId", company_id AS "companyId", change_number AS "changeNumber"`;

/** The lock lets the last one of those who take its companies find that no others wait. */
const CHANGE = `
  SELECT json_strip_nulls(json_build_object(
      'email', email, 'givenName', given_name, 'familyName', family_name)) AS changed,
    made_at::text AS "madeAt",
    json_strip_nulls(json_build_object('clientId', client_id, 'requestId', request_id,
      'traceparent', traceparent, 'tracestate', tracestate)) AS request
  FROM own_changes WHERE number = $1 FOR UPDATE`;

const ENDED = `
  DELETE FROM own_changes WHERE number = $1 AND NOT EXISTS (
    SELECT FROM due_own_companies WHERE change_number = $1)`;

const PUT_OFF = `
  UPDATE due_own_companies SET due_at = now() + make_interval(secs => $4)
  WHERE user_id = $1 AND company_id = $2 AND change_number = $3`;
