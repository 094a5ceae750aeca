import { Injectable } from '@nestjs/common';
import { AuditTrail } from '../../audit/audit-trail.js';
import { Throttle } from '../../throttling/throttle.js';
import { emailKey } from './email-key.js';
import { mailLimits, userPrefix } from './sign-in-limits.js';

/** Lets a user try again at once who has to wait after too many wrong passwords. For operators. */
@Injectable()
export class UserUnlock {
  constructor(
    private readonly throttle: Throttle,
    private readonly audit: AuditTrail,
  ) {}

  /** On every device and from every network. A network that has tried many users goes on waiting. */
  async unlock(userId: string, email: string): Promise<void> {
    const key = emailKey(email);
    await this.throttle.clearAll(userPrefix(key));
    await this.throttle.clear(mailLimits(key, '').address);
    this.audit.record({ type: 'user-unlocked', actor: 'operator', userId });
  }
}
