import { Module } from '@nestjs/common';
import { DueHistory } from './due-history.js';
import { WorkHistoryService } from './work-history.service.js';

@Module({ providers: [WorkHistoryService, DueHistory], exports: [WorkHistoryService, DueHistory] })
export class WorkHistoryModule {}
