import { Injectable } from '@nestjs/common';
import { InjectLogger, type Logger, Periodic } from '@safety/platform';
import { lifetimeBounds } from '../../lifetimes.js';
import { Database } from './database.js';
import { isCutShort } from './sessionless-grants.js';

const EVERY_MS = 10 * 60 * 1000;

/**
 * One that somebody is signed in to goes when it was ended, as all are in the end: its clients have been
 * told. An hour later, so that no request under way can write it anew.
 */
const SESSIONS =
  "DELETE FROM sessions WHERE expires_at < now() AND (user_id IS NULL OR ended_at < now() - interval '1 hour')";

/**
 * Those of a family that tell a use of a stolen token. Older ones go: a client that renews each minute would
 * leave tens of thousands.
 */
const SPENT_KEPT = 100;

const SPENT_REFRESH_TOKENS = `DELETE FROM refresh_tokens WHERE id_sha256 IN (
  SELECT id_sha256 FROM (
    SELECT id_sha256, row_number() OVER (PARTITION BY grant_id ORDER BY consumed_at DESC) AS place
    FROM refresh_tokens WHERE consumed_at IS NOT NULL) AS spent
  WHERE place > ${SPENT_KEPT})`;

const TOKENS_EXPIRED = `expires_at < now() - make_interval(secs => ${lifetimeBounds.accessToken.max})`;

/** The expired rows, table by table. Refresh tokens go with their grant. */
const EXPIRED = [
  SESSIONS,
  'DELETE FROM console_sessions WHERE expires_at < now()',
  // Those that a company cut short are ended first, as sessions are.
  // All are known as long as an access token of theirs lives, which can be revoked by them.
  `DELETE FROM grants WHERE ${TOKENS_EXPIRED} AND NOT ${isCutShort}`,
  'DELETE FROM refresh_tokens WHERE expires_at < now()',
  SPENT_REFRESH_TOKENS,
  'DELETE FROM short_lived WHERE expires_at < now()',
  'DELETE FROM revocations WHERE until < now()',
  "DELETE FROM logout_deliveries WHERE created_at < now() - interval '30 days'",
  'DELETE FROM password_links WHERE expires_at < now()',
  'DELETE FROM email_links WHERE expires_at < now()',
  "DELETE FROM outgoing_mails WHERE created_at < now() - interval '30 days'",
  "DELETE FROM demo_mails WHERE sent_at < now() - interval '7 days'",
  // Longer than accounts keeps such a message, which it could publish again.
  "DELETE FROM handled_messages WHERE handled_at < now() - interval '14 days'",
  "DELETE FROM known_devices WHERE last_used_at < now() - interval '90 days'",
  // Counting holds several rows at once: it is not waited for.
  `DELETE FROM counters WHERE key IN (
     SELECT key FROM counters WHERE expires_at < now() FOR UPDATE SKIP LOCKED)`,
];

/** Keeps the tables that grow with use at the size of what is alive. */
@Injectable()
export class ExpiredRows extends Periodic {
  constructor(
    private readonly database: Database,
    @InjectLogger() logger: Logger,
  ) {
    super(logger, { name: 'expired rows: removal', everyMs: EVERY_MS });
  }

  protected work(): Promise<void> {
    return this.remove();
  }

  async remove(): Promise<void> {
    for (const statement of EXPIRED) await this.database.change(statement);
  }
}
