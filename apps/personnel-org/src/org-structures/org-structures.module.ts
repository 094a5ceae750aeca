import { Module } from '@nestjs/common';
import { OrgStructuresController } from './org-structures.controller.js';
import { OrgStructureRows } from './org-structures.rows.js';
import { OrgStructuresService } from './org-structures.service.js';

@Module({
  controllers: [OrgStructuresController],
  providers: [OrgStructuresService, OrgStructureRows],
})
export class OrgStructuresModule {}
