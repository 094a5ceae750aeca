import { Module } from '@nestjs/common';
import { AuditController } from './audit.controller.js';
import { AuditService } from './audit.service.js';
import { AuditExport } from './audit-export.js';

@Module({ controllers: [AuditController], providers: [AuditExport, AuditService] })
export class AuditModule {}
