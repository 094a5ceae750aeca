import { Module } from '@nestjs/common';
import { OrgStructuresModule } from '../org-structures/org-structures.module.js';
import { CompanyUsers } from './company-users.js';
import { CompanyUserRows } from './company-users.rows.js';
import { UsersController } from './users.controller.js';
import { UsersService } from './users.service.js';

/** The read model of users, which accounts owns. */
@Module({
  imports: [OrgStructuresModule],
  controllers: [UsersController],
  providers: [CompanyUsers, CompanyUserRows, UsersService],
  exports: [CompanyUsers],
})
export class CompanyUsersModule {}
