import { Module } from '@nestjs/common';
import { CompanyZones } from './company-zones.js';
import { DueHistory } from './due-history.js';
import { WorkHistoryRows } from './work-history.rows.js';
import { WorkHistoryChain } from './work-history-chain.js';

@Module({
  providers: [WorkHistoryRows, WorkHistoryChain, DueHistory, CompanyZones],
  exports: [WorkHistoryRows, WorkHistoryChain, DueHistory, CompanyZones],
})
export class WorkHistoryModule {}
