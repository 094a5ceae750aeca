import { Module } from '@nestjs/common';
import { AuditController } from './audit.controller.js';
import { AuditService } from './audit.service.js';
import { AuditExport } from './audit-export.js';
import { OldChanges } from './old-changes.js';

@Module({ controllers: [AuditController], providers: [AuditExport, AuditService, OldChanges] })
export class AuditModule {}
