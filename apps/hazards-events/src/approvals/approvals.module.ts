import { Module } from '@nestjs/common';
import { ReadModelsModule } from '../read-models/read-models.module.js';
import { Approvers } from './approvers.js';
import { Permits } from './permits.js';
import { ShownApprovals } from './shown-approvals.js';

const providers = [Approvers, Permits, ShownApprovals];

/** The rights to approve and to edit; hazards and events use the same. */
@Module({ imports: [ReadModelsModule], providers, exports: providers })
export class ApprovalsModule {}
