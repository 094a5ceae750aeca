import { Module } from '@nestjs/common';
import { DueHistory } from './due-history.js';
import { WorkHistoryService } from './work-history.service.js';
import { WorkHistoryChain } from './work-history-chain.js';

@Module({
  providers: [WorkHistoryService, WorkHistoryChain, DueHistory],
  exports: [WorkHistoryService, WorkHistoryChain, DueHistory],
})
export class WorkHistoryModule {}
