import { Global, Module } from '@nestjs/common';
import { AuditDays } from './audit-days.js';
import { AuditLog } from './audit-log.js';
import { AuditTrail } from './audit-trail.js';
import { RefusalLimit } from './refusal-limit.js';

/** Global: whatever decides something records it. */
@Global()
@Module({
  providers: [AuditDays, AuditLog, AuditTrail, RefusalLimit],
  exports: [AuditDays, AuditLog, AuditTrail, RefusalLimit],
})
export class AuditModule {}
