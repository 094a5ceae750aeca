import { Controller } from '@nestjs/common';
import { AdministrationApi, RequiresEverywhere, resourceHandlers } from '@safety/auth-guard';
import {
  administeredChangesSchema,
  companyRoleAssignmentSchema,
  listRoleAssignmentsSchema,
  saveRoleAssignmentSchema,
} from '@safety/contracts';
import { Resource } from '@safety/platform';
import { RoleAssignmentsService } from './role-assignments.service.js';

const Handlers = resourceHandlers({
  row: companyRoleAssignmentSchema,
  query: listRoleAssignmentsSchema,
  body: saveRoleAssignmentSchema,
  reads: RequiresEverywhere('roles.manage'),
  writes: RequiresEverywhere('roles.manage'),
  etag: 'version and content',
  changes: administeredChangesSchema,
  errors: { change: ['duplicate', 'last-administrator'], archive: ['last-administrator'] },
  without: ['restore'],
});

@Controller('roleassignments')
@Resource({
  one: 'a role assignment',
  many: 'role assignments',
  about: 'Role assignments say which role a user holds, and at which org structures it counts.',
})
@AdministrationApi()
export class RoleAssignmentsController extends Handlers {
  constructor(assignments: RoleAssignmentsService) {
    super(assignments);
  }
}
