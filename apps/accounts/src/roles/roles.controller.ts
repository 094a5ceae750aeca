import { Controller } from '@nestjs/common';
import { AdministrationApi, RequiresEverywhere, resourceHandlers } from '@safety/auth-guard';
import { administeredChangesSchema, listRolesSchema, roleSchema, saveRoleSchema } from '@safety/contracts';
import { Resource } from '@safety/platform';
import { RolesService } from './roles.service.js';

const Handlers = resourceHandlers({
  row: roleSchema,
  query: listRolesSchema,
  body: saveRoleSchema,
  reads: RequiresEverywhere('roles.manage'),
  writes: RequiresEverywhere('roles.manage'),
  changes: administeredChangesSchema,
  errors: {
    change: ['duplicate', 'built-in', 'last-administrator'],
    archive: ['in-use', 'built-in'],
    restore: ['built-in'],
  },
});

@Controller('roles')
@Resource({
  one: 'a role',
  many: 'roles',
  about: 'Roles are sets of permissions: the built-in ones, and those that the company has made.',
})
@AdministrationApi()
export class RolesController extends Handlers {
  constructor(roles: RolesService) {
    super(roles);
  }
}
