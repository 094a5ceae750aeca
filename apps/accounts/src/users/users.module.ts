import { Module } from '@nestjs/common';
import { AdministrationModule } from '../administration/administration.module.js';
import { RoleAssignmentsModule } from '../role-assignments/role-assignments.module.js';
import { CompanyInvitations } from './company-invitations.js';
import { CompanyUserViews } from './company-user-views.js';
import { UserAccounts } from './user-accounts.js';
import { CompanyUsersController } from './users.controller.js';
import { UsersService } from './users.service.js';

@Module({
  imports: [AdministrationModule, RoleAssignmentsModule],
  controllers: [CompanyUsersController],
  providers: [CompanyInvitations, CompanyUserViews, UserAccounts, UsersService],
})
export class UsersModule {}
