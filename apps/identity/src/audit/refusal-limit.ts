import { Injectable } from '@nestjs/common';
import type { AuditEntry } from './audit-entry.js';
import { AuditTrail } from './audit-trail.js';

/**
 * Anybody can be refused as often as they like: beyond this many of a kind in a second a process only counts
 * them.
 */
const MOST_A_SECOND = 50;

/**
 * Records refusals, but no more than the database should be made to write by strangers. Each kind is counted
 * for itself, so that nobody hides one behind a flood of another.
 */
@Injectable()
export class RefusalLimit {
  private second = 0;
  private inSecond = new Map<string, number>();

  constructor(private readonly audit: AuditTrail) {}

  /** `kind` is one of few, whatever the caller sends: the type with the reason, for example. */
  record(entry: AuditEntry, kind: string, nowMs = Date.now()): void {
    const second = Math.floor(nowMs / 1000);
    if (second !== this.second) {
      this.recordLeftOut();
      this.second = second;
      this.inSecond = new Map();
    }
    const count = (this.inSecond.get(kind) ?? 0) + 1;
    this.inSecond.set(kind, count);
    if (count <= MOST_A_SECOND) this.audit.record(entry);
  }

  /** Records a password that was compared and wrong: hashes bound how many there are. */
  recordWrongPassword(entry: AuditEntry): void {
    this.audit.record(entry);
  }

  /** Makes a record of each kind of refusals that were only counted, when the next refusal comes. */
  private recordLeftOut(): void {
    for (const [kind, count] of this.inSecond) {
      const leftOut = count - MOST_A_SECOND;
      if (leftOut > 0)
        this.audit.record({
          type: 'refused',
          actor: 'system',
          requestId: null,
          reason: 'too many in one second to record each',
          details: { refusals: leftOut, kind },
        });
    }
  }
}
