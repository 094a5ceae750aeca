import { Module } from '@nestjs/common';
import { OrgStructuresModule } from '../org-structures/org-structures.module.js';
import { CompanyUsers } from './company-users.js';
import { CompanyUserRows } from './company-users.rows.js';
import { UsersController } from './users.controller.js';
import { UsersService } from './users.service.js';

/** What accounts owns and this service only reads. */
@Module({
  imports: [OrgStructuresModule],
  controllers: [UsersController],
  providers: [CompanyUsers, CompanyUserRows, UsersService],
  exports: [CompanyUsers],
})
export class CompanyUsersModule {}
