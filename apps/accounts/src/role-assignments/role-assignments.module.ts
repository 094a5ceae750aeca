import { Module } from '@nestjs/common';
import { AdministrationModule } from '../administration/administration.module.js';
import { AssignedRoles } from './assigned-roles.js';
import { RoleAssignmentViews } from './role-assignment-views.js';
import { RoleAssignmentsController } from './role-assignments.controller.js';
import { RoleAssignmentsService } from './role-assignments.service.js';

@Module({
  imports: [AdministrationModule],
  controllers: [RoleAssignmentsController],
  providers: [AssignedRoles, RoleAssignmentViews, RoleAssignmentsService],
  exports: [AssignedRoles, RoleAssignmentViews],
})
export class RoleAssignmentsModule {}
