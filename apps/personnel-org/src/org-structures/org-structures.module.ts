import { Module } from '@nestjs/common';
import { AssignablePlaces } from './assignable-places.js';
import { OrgStructuresController } from './org-structures.controller.js';
import { OrgStructureRows } from './org-structures.rows.js';
import { OrgStructuresService } from './org-structures.service.js';

@Module({
  controllers: [OrgStructuresController],
  providers: [OrgStructuresService, OrgStructureRows, AssignablePlaces],
  exports: [AssignablePlaces],
})
export class OrgStructuresModule {}
