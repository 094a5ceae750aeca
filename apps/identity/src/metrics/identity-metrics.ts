import { Injectable } from '@nestjs/common';
import { Metrics, type Reading } from '@safety/platform';
import { AuditTrail } from '../audit/audit-trail.js';
import { LogoutDeliveries } from '../logout/logout-deliveries.js';
import { MailQueue } from '../people/mail/mail-queue.js';
import { Database } from '../storage/database/database.js';

const queues = { logout_deliveries: 'logout', outgoing_mails: 'mail' } as const;
/** Invitations may wait for hours before the first try. */
const dueTimes = { logout_deliveries: 'created_at', outgoing_mails: 'coalesce(due_at, created_at)' } as const;
type Table = keyof typeof queues;

/** The deliveries of a queue under way. */
interface Waiting {
  deliveries: number;
  lateSeconds: number;
  failingSeconds: number;
}

/** Tells what waits in identity and what it has given up, and how long audit trail and keys go on. */
@Injectable()
export class IdentityMetrics {
  constructor(
    metrics: Metrics,
    private readonly database: Database,
    audit: AuditTrail,
    logout: LogoutDeliveries,
    mails: MailQueue,
  ) {
    this.tellDeliveries(metrics, { logout_deliveries: logout, outgoing_mails: mails });
    metrics.gauge('audit.records.waiting', { help: 'Records that are not written yet.' }, () => [
      { value: audit.counts.waiting },
    ]);
    metrics.counter('audit.records.dropped', { help: 'Records that were lost.' }, () => [
      { value: audit.counts.dropped },
    ]);
    metrics.gauge('audit.days.ahead', { help: 'Days to come that the audit trail has partitions for.' }, () =>
      this.auditDaysAhead(),
    );
    metrics.gauge('keys.age', { unit: 'seconds', help: 'Age of the newest key of each purpose.' }, () =>
      this.keyAges(),
    );
  }

  private tellDeliveries(metrics: Metrics, parts: Record<Table, { readonly givenUp: number }>): void {
    const tables = Object.keys(queues) as Table[];
    metrics.gauge('deliveries.waiting', { help: 'Logout calls and mails under way.' }, () =>
      this.ofEach(async (table) => (await this.waiting(table)).deliveries),
    );
    metrics.gauge(
      'deliveries.overdue.age',
      { unit: 'seconds', help: 'By how much the most overdue delivery is late; 0 for none.' },
      () => this.ofEach(async (table) => (await this.waiting(table)).lateSeconds),
    );
    metrics.gauge(
      'deliveries.failing.age',
      { unit: 'seconds', help: 'Age of the oldest delivery that has failed and is tried again; 0 for none.' },
      () => this.ofEach(async (table) => (await this.waiting(table)).failingSeconds),
    );
    metrics.counter('deliveries.given.up', { help: 'Deliveries that failed for the last time.' }, () =>
      tables.map((table) => ({ value: parts[table].givenUp, labels: { queue: queues[table] } })),
    );
  }

  private ofEach(value: (table: Table) => Promise<number>): Promise<Reading[]> {
    const all = Object.entries(queues) as [Table, string][];
    return Promise.all(all.map(async ([table, queue]) => ({ value: await value(table), labels: { queue } })));
  }

  private async waiting(table: Table): Promise<Waiting> {
    // count is read: shown to operators
    const [row] = await this.database.rows<Waiting>(
      `SELECT count(*)::int AS deliveries,
         greatest(0, coalesce(extract(epoch FROM now() - min(next_attempt_at)), 0))::float AS "lateSeconds",
         coalesce(extract(epoch FROM now() - min(${dueTimes[table]}) FILTER (WHERE last_error IS NOT NULL)), 0)::float AS "failingSeconds"
       FROM ${table} WHERE next_attempt_at IS NOT NULL`,
    );
    return row ?? { deliveries: 0, lateSeconds: 0, failingSeconds: 0 };
  }

  /** A record on a day without a partition fails, and so does the transaction that it belongs to. */
  private auditDaysAhead(): Promise<Reading[]> {
    // count is read: it is only told
    return this.database.rows<{ value: number }>(
      `SELECT max(to_date(relname, '"d"YYYYMMDD')) - (now() AT TIME ZONE 'UTC')::date AS value FROM pg_class
       WHERE relnamespace = 'audit_days'::regnamespace AND relkind = 'r'`,
    );
  }

  private async keyAges(): Promise<Reading[]> {
    // count is read: shown to operators
    const rows = await this.database.rows<{ purpose: string; age: number }>(
      `SELECT purpose, extract(epoch FROM now() - max(created_at))::float AS age FROM keys
       WHERE removed_from IS NULL OR removed_from > now() GROUP BY purpose ORDER BY purpose`,
    );
    return rows.map(({ purpose, age }) => ({ value: age, labels: { purpose } }));
  }
}
