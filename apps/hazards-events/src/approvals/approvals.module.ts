import { Module } from '@nestjs/common';
import { ReadModelsModule } from '../read-models/read-models.module.js';
import { Approvers } from './approvers.js';
import { Permits } from './permits.js';

/** Who may approve and edit what; hazards and events use the same. */
@Module({ imports: [ReadModelsModule], providers: [Approvers, Permits], exports: [Approvers, Permits] })
export class ApprovalsModule {}
