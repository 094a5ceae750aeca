import { Module } from '@nestjs/common';
import { ArchivedPlaces } from './archived-places.js';
import { Courses } from './courses.js';
import { DefaultOrgStructures } from './default-org-structures.js';
import { ItemAccess } from './item-access.js';
import { LegalNames } from './legal-names.js';
import { OrgStructureItemViews } from './org-structure-item-views.js';
import { OrgStructureItemsController } from './org-structure-items.controller.js';
import { OrgStructureItemRows } from './org-structure-items.rows.js';
import { OrgStructureItemsService } from './org-structure-items.service.js';
import { OrgStructureReader } from './org-structure-reader.js';
import { OrgStructureUse } from './org-structure-use.js';
import { OrgStructureViews } from './org-structure-views.js';
import { OrgStructuresController } from './org-structures.controller.js';
import { OrgStructureRows } from './org-structures.rows.js';
import { PlacementsService } from './placements.service.js';
import { TrainingRequirementsService } from './training-requirements.service.js';

/** The tree and the items that it is made of; the literal paths come before `:id`. */
@Module({
  controllers: [OrgStructureItemsController, OrgStructuresController],
  providers: [
    OrgStructureReader,
    OrgStructureRows,
    OrgStructureViews,
    PlacementsService,
    LegalNames,
    OrgStructureUse,
    ArchivedPlaces,
    OrgStructureItemsService,
    OrgStructureItemRows,
    OrgStructureItemViews,
    ItemAccess,
    TrainingRequirementsService,
    Courses,
    DefaultOrgStructures,
  ],
  exports: [DefaultOrgStructures, Courses, ArchivedPlaces, OrgStructureRows],
})
export class OrgStructuresModule {}
