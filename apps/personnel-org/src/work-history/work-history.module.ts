import { Module } from '@nestjs/common';
import { WorkHistoryService } from './work-history.service.js';

@Module({ providers: [WorkHistoryService], exports: [WorkHistoryService] })
export class WorkHistoryModule {}
