import { Injectable } from '@nestjs/common';
import type { CompanyState } from '@safety/contracts';
import { currentGeneration, isOlderSql } from '@safety/persistence';
import { NIL as BEFORE_ALL } from 'uuid';
import { acceptedSql } from '../storage/database/accepted-roles.js';
import { Database, type Transaction } from '../storage/database/database.js';
import { isWithoutSession } from '../storage/database/sessionless-grants.js';

/**
 * SQL of the shortest lifetime that a company of the user demands. An invitation that was not accepted
 * demands nothing. Null without one. The argument is SQL.
 */
// count is read: the shortest of settings that stand; no row is written by how many there are
const shortestLifetime = (userId: string): string => `make_interval(secs => (
    SELECT min(seconds) FROM users AS member, jsonb_array_elements(member.roles) AS role
    JOIN session_limits AS l ON l.company_id = (role ->> 'cid')::uuid
    WHERE member.id = ${userId} AND ${acceptedSql('role')}))`;

/**
 * SQL of when a session ends at the latest: that lifetime, counted from the sign-in. Both arguments are SQL.
 * `->>` would fail: it reads all of the JSON, and the `state` of a sign-out may hold U+0000. Quotes inside of
 * a value are escaped, so no value reads as this name.
 */
export const latestEnd = (userId: string, payload: string): string =>
  `to_timestamp(substring(${payload}::text FROM '"loginTs"\\s*:\\s*(\\d+)')::float8) + ${shortestLifetime(userId)}`;

/** SQL of the same for a grant of the password flow, which has no session: it began with the password. */
export const latestEndOfGrant = (userId: string, payload: string): string =>
  `to_timestamp((${payload} ->> 'iat')::float8) + ${shortestLifetime(userId)}`;

/** Whose sessions are shortened in one transaction, well within its time. */
const USERS_AT_ONCE = 200;

/** The lifetimes of sessions that companies demand of their users. */
@Injectable()
export class SessionLimits {
  constructor(private readonly database: Database) {}

  /**
   * Keeps the newest setting of a company: sessions that begin have it from now on, and `shortenAll` shortens
   * those that live too long for it, of which there are none unless it is shorter than the one before.
   */
  async keep({ id, version, sessionLifetimeMinutes }: CompanyState): Promise<void> {
    const seconds = sessionLifetimeMinutes === null ? null : sessionLifetimeMinutes * 60;
    await this.database.change(
      `INSERT INTO session_limits AS known (company_id, version, seconds, generation, shortened_to)
       VALUES ($1, $2, $3, $4, $5)
       ON CONFLICT (company_id) DO UPDATE SET version = excluded.version, seconds = excluded.seconds, generation = excluded.generation,
         shortened_to = CASE WHEN known.seconds <= excluded.seconds THEN known.shortened_to ELSE excluded.shortened_to END
       WHERE ${isOlderSql('known')}`,
      [id, version, seconds, currentGeneration(), seconds === null ? null : BEFORE_ALL],
    );
  }

  /**
   * Shortens the sessions that live too long for companies, of some users at once. Resolves when none is left
   * that no other process is at, or once it `isToStop`.
   */
  async shortenAll(isToStop = () => false): Promise<void> {
    while (!isToStop() && (await this.shortenSome()));
  }

  /** Shortens the sessions of a user who may have joined a company. */
  shortenOf(transaction: Transaction, userId: string): Promise<void> {
    return shorten(transaction, [userId]);
  }

  /** Resolves with whether there was something to do. A process that crashes leaves a place to go on from. */
  private shortenSome(): Promise<boolean> {
    return this.database.transaction(async (transaction) => {
      const { client } = transaction;
      // In any order: a company that fails each time holds up no other for good.
      const { rows: limits } = await client.query<{ companyId: string; shortenedTo: string }>(
        `SELECT company_id AS "companyId", shortened_to AS "shortenedTo" FROM session_limits
         WHERE shortened_to IS NOT NULL ORDER BY random() LIMIT 1 FOR UPDATE SKIP LOCKED`,
      );
      if (!limits[0]) return false;
      const { companyId, shortenedTo } = limits[0];
      // Locked before their sessions, as whoever ends all sessions of a user does.
      const { rows } = await client.query<{ id: string }>(
        `SELECT id FROM users WHERE id > $1 AND roles @> $2::jsonb ORDER BY id LIMIT ${USERS_AT_ONCE} FOR SHARE`,
        [shortenedTo, JSON.stringify([{ cid: companyId }])],
      );
      const userIds = rows.map(({ id }) => id);
      await shorten(transaction, userIds);
      await client.query('UPDATE session_limits SET shortened_to = $2 WHERE company_id = $1', [
        companyId,
        userIds.length === USERS_AT_ONCE ? userIds.at(-1) : null,
      ]);
      return true;
    });
  }
}

async function shorten({ client }: Transaction, userIds: readonly string[]): Promise<void> {
  const end = latestEnd('user_id', 'payload');
  await client.query(
    `UPDATE sessions SET expires_at = ${end}
     WHERE user_id = ANY ($1::uuid[]) AND ended_at IS NULL AND expires_at > ${end}`,
    [userIds],
  );
  const endOfGrant = latestEndOfGrant('user_id', 'payload');
  await client.query(
    `UPDATE grants SET expires_at = ${endOfGrant}
     WHERE user_id = ANY ($1::uuid[]) AND revoked_at IS NULL AND sid IS NULL AND ${isWithoutSession('payload')}
       AND expires_at > now() AND expires_at > ${endOfGrant}`,
    [userIds],
  );
}
