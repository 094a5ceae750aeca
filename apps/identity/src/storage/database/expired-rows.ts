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
const SESSIONS = "expires_at < now() AND (user_id IS NULL OR ended_at < now() - interval '1 hour')";

const TOKENS_EXPIRED = `expires_at < now() - make_interval(secs => ${lifetimeBounds.accessToken.max})`;

/** SQL for the expired rows of each table. */
const EXPIRED: [table: string, condition: string][] = [
  ['sessions', SESSIONS],
  ['console_sessions', 'expires_at < now()'],
  // Those that a company cut short are ended first, as sessions are.
  // All are known as long as an access token of theirs lives, which can be revoked by them.
  ['grants', `${TOKENS_EXPIRED} AND NOT ${isCutShort}`],
  ['refresh_tokens', 'expires_at < now()'],
  ['short_lived', 'expires_at < now()'],
  ['revocations', 'until < now()'],
  ['logout_deliveries', "created_at < now() - interval '30 days'"],
  ['password_links', 'expires_at < now()'],
  ['email_links', 'expires_at < now()'],
  ['outgoing_mails', "created_at < now() - interval '30 days'"],
  ['demo_mails', "sent_at < now() - interval '7 days'"],
  // Longer than accounts keeps such a message, which it could publish again.
  ['handled_messages', "handled_at < now() - interval '14 days'"],
  ['known_devices', "last_used_at < now() - interval '90 days'"],
  ['counters', 'expires_at < now()'],
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
    for (const [table, condition] of EXPIRED) {
      try {
        await this.database.removeAll(table, condition);
      } catch (err) {
        this.countFailure();
        this.logger.warn({ err, table }, 'expired rows: some stay until the next time');
      }
    }
  }
}
