import { Module } from '@nestjs/common';
import { ReadModelsModule } from '../read-models/read-models.module.js';
import { ApprovedHazards } from './approved-hazards.js';
import { HazardReferences } from './hazard-references.js';
import { HazardViews } from './hazard-views.js';
import { HazardsController } from './hazards.controller.js';
import { HazardRows } from './hazards.rows.js';
import { HazardsService } from './hazards.service.js';
import { NewHazards } from './new-hazards.js';

@Module({
  imports: [ReadModelsModule],
  controllers: [HazardsController],
  providers: [HazardsService, HazardRows, ApprovedHazards, NewHazards, HazardViews, HazardReferences],
})
export class HazardsModule {}
