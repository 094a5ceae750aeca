import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { InjectLogger, type Logger, Periodic } from '@safety/platform';
import { AuditTrail } from '../audit/audit-trail.js';
import { Database } from '../storage/database/database.js';

const WRITE_EVERY_MS = 60_000;

/**
 * Remembers when each secret was last used. It writes all of them once a minute: no write for each request.
 */
@Injectable()
export class SecretUse extends Periodic implements OnApplicationShutdown {
  private used = new Map<string, Date>();

  constructor(
    private readonly database: Database,
    private readonly audit: AuditTrail,
    @InjectLogger() logger: Logger,
  ) {
    super(logger, { name: 'secret use', everyMs: WRITE_EVERY_MS });
  }

  /** Later than the last request, whose use is still written. */
  async onApplicationShutdown(): Promise<void> {
    await this.write();
  }

  protected work(): Promise<void> {
    return this.write();
  }

  /** Notes that a client authenticated with this secret just now. */
  note(secretId: string): void {
    this.used.set(secretId, new Date());
  }

  /**
   * Writes what was noted. The first use of a secret on a day is a record of the audit trail. The records of
   * tokens say which token each use led to. Never throws: what cannot be written waits for the next time.
   */
  async write(): Promise<void> {
    const { used } = this;
    if (used.size === 0) return;
    this.used = new Map();
    try {
      await this.database.transaction(async (transaction) => {
        const { rows } = await transaction.client.query<{ id: string; clientId: string }>(UPDATE, [
          [...used.keys()],
          [...used.values()],
        ]);
        for (const { id, clientId } of rows)
          await this.audit.recordIn(transaction, { type: 'secret-used', clientId, details: { secret: id } });
      });
    } catch (err) {
      this.countFailure();
      this.logger.debug({ err }, 'secret use: not written, waits for the next time');
      for (const [id, at] of used) if (!this.used.has(id)) this.used.set(id, at);
    }
  }
}

/** The secrets whose use is the first of its day (UTC). Several processes write: the latest use counts. */
const UPDATE = `
  WITH used AS (SELECT * FROM unnest($1::uuid[], $2::timestamptz[]) AS used(id, used_at)),
  before AS (SELECT s.id, s.client_id, s.last_used_at FROM client_secrets AS s JOIN used USING (id) ORDER BY s.id FOR UPDATE OF s),
  written AS (
    UPDATE client_secrets AS s SET last_used_at = greatest(s.last_used_at, used.used_at) FROM used WHERE s.id = used.id)
  SELECT before.id, before.client_id AS "clientId" FROM before JOIN used USING (id)
  WHERE before.last_used_at IS NULL
     OR (before.last_used_at AT TIME ZONE 'UTC')::date < (used.used_at AT TIME ZONE 'UTC')::date`;
