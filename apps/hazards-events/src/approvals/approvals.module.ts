import { Module } from '@nestjs/common';
import { ReadModelsModule } from '../read-models/read-models.module.js';
import { Approvers } from './approvers.js';
import { Permits } from './permits.js';

/** The rights to approve and to edit; hazards and events use the same. */
@Module({ imports: [ReadModelsModule], providers: [Approvers, Permits], exports: [Approvers, Permits] })
export class ApprovalsModule {}
