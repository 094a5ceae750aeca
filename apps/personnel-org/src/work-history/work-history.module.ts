import { Module } from '@nestjs/common';
import { DueHistory } from './due-history.js';
import { WorkHistoryRows } from './work-history.rows.js';
import { WorkHistoryChain } from './work-history-chain.js';

@Module({
  providers: [WorkHistoryRows, WorkHistoryChain, DueHistory],
  exports: [WorkHistoryRows, WorkHistoryChain, DueHistory],
})
export class WorkHistoryModule {}
