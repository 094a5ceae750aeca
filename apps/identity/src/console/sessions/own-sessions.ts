import { Injectable } from '@nestjs/common';
import { notFound } from '@safety/platform';
import { SessionEnding } from '../../sessions/session-ending.js';
import { Database } from '../../storage/database/database.js';
import { isLiving } from '../../storage/database/living-grants.js';

/** One browser in which a user is signed in. */
export interface OwnSession {
  sid: string;
  userAgent: string | null;
  address: string | null;
  createdAt: Date;
  lastSeenAt: Date;
  /** Names of the applications that were signed in to, this console aside. */
  applications: string[];
}

const isLivingSession = 'ended_at IS NULL AND expires_at > now()';
const LIVING = `user_id = $1 AND ${isLivingSession}`;

/** Those that a page shows: whoever signs in by a program has thousands. */
export const MOST_SHOWN = 100;

/** Lists and ends a user's own sessions. */
@Injectable()
export class OwnSessions {
  constructor(
    private readonly database: Database,
    private readonly ending: SessionEnding,
  ) {}

  /** All of them; the one seen last comes first. */
  list(userId: string): Promise<OwnSession[]> {
    return this.select(userId, null, null);
  }

  /** The session `currentSid`, then those seen last; one more than `MOST_SHOWN` where there are more. */
  newest(userId: string, currentSid: string): Promise<OwnSession[]> {
    return this.select(userId, currentSid, MOST_SHOWN + 1);
  }

  /** Whether a program holds access that no session of the user is behind. */
  async isAllowedWithoutSession(userId: string): Promise<boolean> {
    const [grant] = await this.database.rows(
      `SELECT FROM grants WHERE user_id = $1 AND sid IS NULL AND ${isLiving} AND expires_at > now() LIMIT 1`,
      [userId],
    );
    return grant !== undefined;
  }

  /** Ends a session, unless it has ended already. Throws 404 for one that is not the user's. */
  async end(userId: string, sid: string): Promise<void> {
    const [found] = await this.database.rows<{ living: boolean }>(
      `SELECT ${isLivingSession} AS living FROM sessions WHERE user_id = $1 AND sid = $2`,
      [userId, sid],
    );
    if (!found) throw notFound('session');
    if (found.living) await this.ending.end(sid, userId);
  }

  /** Ends all but the session `keptSid`, and what was allowed without a session. */
  async endOthers(userId: string, keptSid: string): Promise<void> {
    await this.database.transaction((transaction) => this.ending.endAllOf(transaction, userId, { keptSid }));
  }

  private select(userId: string, firstSid: string | null, most: number | null): Promise<OwnSession[]> {
    return this.database.rows<OwnSession>(
      `SELECT sid, user_agent AS "userAgent", address, created_at AS "createdAt", last_seen_at AS "lastSeenAt",
              ARRAY(SELECT name FROM clients WHERE NOT first_party AND id IN (
                      SELECT client_id FROM grants WHERE grants.sid = sessions.sid AND ${isLiving})
                    ORDER BY name) AS applications
       FROM sessions WHERE ${LIVING} ORDER BY sid IS NOT DISTINCT FROM $2 DESC, last_seen_at DESC, sid LIMIT $3`,
      [userId, firstSid, most],
    );
  }
}
