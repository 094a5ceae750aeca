import { Module } from '@nestjs/common';
import { ApprovalsModule } from '../approvals/approvals.module.js';
import { ReadModelsModule } from '../read-models/read-models.module.js';
import { RegisterRowsModule } from '../register-rows/register-rows.module.js';
import { ActionActors } from './action-actors.js';
import { ActionReferences } from './action-references.js';
import { ActionSources } from './action-sources.js';
import { ActionsController } from './actions.controller.js';
import { ActionsService } from './actions.service.js';
import { SourceActionsModule } from './source-actions.module.js';

@Module({
  imports: [ReadModelsModule, ApprovalsModule, SourceActionsModule, RegisterRowsModule],
  controllers: [ActionsController],
  providers: [ActionsService, ActionActors, ActionReferences, ActionSources],
})
export class ActionsModule {}
