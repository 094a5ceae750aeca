import { Injectable } from '@nestjs/common';
import type { CompanyState } from '@safety/contracts';
import { currentGeneration, isOlderSql } from '@safety/persistence';
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

/** The lifetimes of sessions that companies demand of their users. */
@Injectable()
export class SessionLimits {
  constructor(private readonly database: Database) {}

  /** Keeps the newest setting of a company, and shortens the sessions that live too long for it. */
  async keep({ id, version, sessionLifetimeMinutes }: CompanyState): Promise<void> {
    const seconds = sessionLifetimeMinutes === null ? null : sessionLifetimeMinutes * 60;
    await this.database.transaction(async (transaction) => {
      const { rowCount } = await transaction.client.query(
        `INSERT INTO session_limits AS known (company_id, version, seconds, generation) VALUES ($1, $2, $3, $4)
         ON CONFLICT (company_id) DO UPDATE SET version = excluded.version, seconds = excluded.seconds, generation = excluded.generation
         WHERE ${isOlderSql('known')}`,
        [id, version, seconds, currentGeneration()],
      );
      if (rowCount === 0 || seconds === null) return;
      const ofCompany = JSON.stringify([{ cid: id }]);
      await shorten(transaction, 'user_id IN (SELECT id FROM users WHERE roles @> $1::jsonb)', ofCompany);
    });
  }

  /** Shortens the sessions of a user who may have joined a company. */
  shortenOf(transaction: Transaction, userId: string): Promise<void> {
    return shorten(transaction, 'user_id = $1', userId);
  }
}

async function shorten({ client }: Transaction, which: string, value: string): Promise<void> {
  await client.query(
    `UPDATE sessions SET expires_at = least(expires_at, ${latestEnd('user_id', 'payload')})
     WHERE ended_at IS NULL AND ${which}`,
    [value],
  );
  await client.query(
    `UPDATE grants SET expires_at = least(expires_at, ${latestEndOfGrant('user_id', 'payload')})
     WHERE revoked_at IS NULL AND sid IS NULL AND ${isWithoutSession('payload')} AND expires_at > now() AND ${which}`,
    [value],
  );
}
