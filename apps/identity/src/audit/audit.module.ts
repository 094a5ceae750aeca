import { Global, Module } from '@nestjs/common';
import { AuditDays } from './audit-days.js';
import { AuditTrail } from './audit-trail.js';
import { RefusalLimit } from './refusal-limit.js';

/** Global: whatever decides something records it. */
@Global()
@Module({
  providers: [AuditDays, AuditTrail, RefusalLimit],
  exports: [AuditDays, AuditTrail, RefusalLimit],
})
export class AuditModule {}
