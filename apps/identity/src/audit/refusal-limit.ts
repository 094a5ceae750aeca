import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { runInNoContext } from '@safety/platform';
import type { AuditEntry } from './audit-entry.js';
import { AuditTrail } from './audit-trail.js';

/**
 * Anybody can be refused as often as they like: beyond this many of a kind in a second a process only counts
 * them.
 */
const MOST_A_SECOND = 50;

/** After the first that is only counted, so that its second is over by then. */
const TELL_AFTER_MS = 1_000;

/**
 * Records refusals, but no more than the database should be made to write by strangers. Each kind is counted
 * for itself, so that nobody hides one behind a flood of another.
 */
@Injectable()
export class RefusalLimit implements OnApplicationShutdown {
  private second = 0;
  private inSecond = new Map<string, number>();
  private telling: NodeJS.Timeout | undefined;

  constructor(private readonly audit: AuditTrail) {}

  /** `kind` is one of few, whatever the caller sends: the type with the reason, for example. */
  record(entry: AuditEntry, kind: string, nowMs = Date.now()): void {
    const second = Math.floor(nowMs / 1000);
    if (second !== this.second) {
      this.recordLeftOut();
      this.second = second;
    }
    const count = (this.inSecond.get(kind) ?? 0) + 1;
    this.inSecond.set(kind, count);
    if (count <= MOST_A_SECOND) this.audit.record(entry);
    else this.telling ??= setTimeout(() => this.recordLeftOut(), TELL_AFTER_MS).unref();
  }

  /** Requests have ended by now; the trail, which this depends on, stops later and writes what it has. */
  onApplicationShutdown(): void {
    this.recordLeftOut();
  }

  /** Records a password that was compared and wrong: hashes bound how many there are. */
  recordWrongPassword(entry: AuditEntry): void {
    this.audit.record(entry);
  }

  /**
   * Makes a record of each kind of refusals that were only counted: with the first refusal of another second,
   * or a second later, or when the process ends. It is of no request.
   */
  private recordLeftOut(): void {
    clearTimeout(this.telling);
    this.telling = undefined;
    const counts = this.inSecond;
    this.inSecond = new Map();
    runInNoContext(() => {
      for (const [kind, count] of counts) if (count > MOST_A_SECOND) this.recordCount(kind, count);
    });
  }

  private recordCount(kind: string, count: number): void {
    this.audit.record({
      type: 'refused',
      actor: 'system',
      reason: 'too many in one second to record each',
      details: { refusals: count - MOST_A_SECOND, kind },
    });
  }
}
