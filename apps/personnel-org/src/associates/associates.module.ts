import { Module } from '@nestjs/common';
import { JobTitleViews } from '../job-titles/job-title-views.js';
import { JobTitlesController } from '../job-titles/job-titles.controller.js';
import { JobTitleRows } from '../job-titles/job-titles.rows.js';
import { JobTitlesService } from '../job-titles/job-titles.service.js';
import { OrgStructuresModule } from '../org-structures/org-structures.module.js';
import { PersonnelModule } from '../personnel/personnel.module.js';
import { AssociateReferences } from './associate-references.js';
import { AssociateViews } from './associate-views.js';
import { AssociatesController } from './associates.controller.js';
import { AssociateRows } from './associates.rows.js';
import { AssociatesService } from './associates.service.js';

/** Associates and their job titles, which know each other; the literal paths come before `:id`. */
@Module({
  imports: [PersonnelModule, OrgStructuresModule],
  controllers: [JobTitlesController, AssociatesController],
  providers: [
    AssociatesService,
    AssociateRows,
    AssociateViews,
    AssociateReferences,
    JobTitlesService,
    JobTitleRows,
    JobTitleViews,
  ],
  exports: [AssociateRows],
})
export class AssociatesModule {}
