import { Module } from '@nestjs/common';
import { SourceActionsModule } from '../actions/source-actions.module.js';
import { ApprovalsModule } from '../approvals/approvals.module.js';
import { ReadModelsModule } from '../read-models/read-models.module.js';
import { RegisterRowsModule } from '../register-rows/register-rows.module.js';
import { FlaggedHazards } from './flagged-hazards.js';
import { ForgottenDrafts } from './forgotten-drafts.js';
import { HazardActions } from './hazard-actions.js';
import { HazardApprovalsController } from './hazard-approvals.controller.js';
import { HazardApprovalsService } from './hazard-approvals.service.js';
import { HazardContents } from './hazard-contents.js';
import { HazardLifecycleService } from './hazard-lifecycle.service.js';
import { HazardProcess } from './hazard-process.js';
import { HazardReader } from './hazard-reader.js';
import { HazardReferences } from './hazard-references.js';
import { HazardRefusals } from './hazard-refusals.js';
import { HazardSubmissions } from './hazard-submissions.js';
import { HazardUses } from './hazard-uses.js';
import { HazardViews } from './hazard-views.js';
import { HazardsController } from './hazards.controller.js';
import { HazardsService } from './hazards.service.js';
import { NewHazards } from './new-hazards.js';

/** The literal paths of approval come before `{id}`. */
@Module({
  imports: [ReadModelsModule, ApprovalsModule, SourceActionsModule, RegisterRowsModule],
  controllers: [HazardApprovalsController, HazardsController],
  providers: [
    HazardsService,
    HazardApprovalsService,
    HazardLifecycleService,
    HazardReader,
    HazardViews,
    FlaggedHazards,
    NewHazards,
    HazardContents,
    HazardReferences,
    HazardSubmissions,
    HazardUses,
    HazardRefusals,
    HazardProcess,
    HazardActions,
    ForgottenDrafts,
  ],
})
export class HazardsModule {}
