import { Module } from '@nestjs/common';
import { RowsModule } from '../rows.module.js';
import { RecordReferences } from './record-references.js';
import { TrainingRecordsController } from './training-records.controller.js';
import { TrainingRecordsService } from './training-records.service.js';

@Module({
  imports: [RowsModule],
  controllers: [TrainingRecordsController],
  providers: [TrainingRecordsService, RecordReferences],
})
export class TrainingRecordsModule {}
