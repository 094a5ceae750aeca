import { Module } from '@nestjs/common';
import { AssignablePlaces } from './assignable-places.js';
import { OrgStructuresController } from './org-structures.controller.js';
import { OrgStructuresService } from './org-structures.service.js';

@Module({
  controllers: [OrgStructuresController],
  providers: [OrgStructuresService, AssignablePlaces],
  exports: [AssignablePlaces],
})
export class OrgStructuresModule {}
