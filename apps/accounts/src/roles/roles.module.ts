import { Module } from '@nestjs/common';
import { AdministrationModule } from '../administration/administration.module.js';
import { DueHolders } from './due-holders.js';
import { DueHoldersJob } from './due-holders-job.js';
import { RoleHolders } from './role-holders.js';
import { RolesController } from './roles.controller.js';
import { RolesService } from './roles.service.js';

@Module({
  imports: [AdministrationModule],
  controllers: [RolesController],
  providers: [DueHolders, DueHoldersJob, RoleHolders, RolesService],
})
export class RolesModule {}
