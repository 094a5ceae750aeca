import { Injectable } from '@nestjs/common';
import type { AuditEntry } from './audit-entry.js';
import { AuditTrail } from './audit-trail.js';

/** Anybody can be refused as often as they like: beyond this many in a second a process only counts them. */
const MOST_A_SECOND = 50;

/** Records refusals, but no more than the database should be made to write by strangers. */
@Injectable()
export class RefusalLimit {
  private second = 0;
  private inSecond = 0;

  constructor(private readonly audit: AuditTrail) {}

  record(entry: AuditEntry, nowMs = Date.now()): void {
    const second = Math.floor(nowMs / 1000);
    if (second !== this.second) {
      this.recordLeftOut();
      this.second = second;
      this.inSecond = 0;
    }
    this.inSecond++;
    if (this.inSecond <= MOST_A_SECOND) this.audit.record(entry);
  }

  /** Makes one record of the refusals that were only counted, when the next refusal comes. */
  private recordLeftOut(): void {
    const leftOut = this.inSecond - MOST_A_SECOND;
    if (leftOut > 0)
      this.audit.record({
        type: 'refused',
        actor: 'system',
        requestId: null,
        reason: 'too many in one second to record each',
        details: { refusals: leftOut },
      });
  }
}
