import { Controller, Delete, Get, Patch, Post, Put } from '@nestjs/common';
import { AdministrationApi, Company, RequiresEverywhere } from '@safety/auth-guard';
import {
  type CompanyContext,
  type ListChanges,
  type ListRoles,
  listChangesSchema,
  listRolesSchema,
  pageOf,
  recordedChangesSchema,
  roleSchema,
  type SaveRole,
  saveRoleSchema,
} from '@safety/contracts';
import {
  type Change,
  IfMatch,
  type Precondition,
  Resource,
  Returns,
  ReturnsNothing,
  TakesBody,
  TakesChange,
  TakesId,
  TakesMergePatch,
  TakesQuery,
} from '@safety/platform';
import { RoleRows } from './roles.rows.js';
import { RolesService } from './roles.service.js';

@Controller('roles')
@Resource({
  one: 'a role',
  many: 'roles',
  about: 'Roles are sets of permissions: the built-in ones, and those that the company has made.',
})
@AdministrationApi()
export class RolesController {
  constructor(
    private readonly rows: RoleRows,
    private readonly roles: RolesService,
  ) {}

  @Get()
  @RequiresEverywhere('roles.manage')
  @Returns(pageOf(roleSchema))
  list(@Company() company: CompanyContext, @TakesQuery(listRolesSchema) query: ListRoles) {
    return this.roles.page(company, query);
  }

  @Post()
  @RequiresEverywhere('roles.manage')
  @Returns(roleSchema, { status: 201, errors: ['duplicate'] })
  add(@Company() company: CompanyContext, @TakesBody(saveRoleSchema) role: SaveRole) {
    return this.roles.add(company, role);
  }

  @Get(':id')
  @RequiresEverywhere('roles.manage')
  @Returns(roleSchema)
  get(@Company() company: CompanyContext, @TakesId() id: string) {
    return this.roles.get(company, id);
  }

  /** The changes of the role and their authors, the newest first. */
  @Get(':id/audit')
  @RequiresEverywhere('roles.manage')
  @Returns(recordedChangesSchema)
  audit(
    @Company() company: CompanyContext,
    @TakesId() id: string,
    @TakesQuery(listChangesSchema) query: ListChanges,
  ) {
    return this.rows.history(company, id, query);
  }

  @Put(':id')
  @RequiresEverywhere('roles.manage')
  @Returns(roleSchema, { errors: ['duplicate', 'built-in', 'last-administrator'] })
  replace(
    @Company() company: CompanyContext,
    @TakesId() id: string,
    @TakesChange(saveRoleSchema) change: Change<SaveRole>,
  ) {
    return this.roles.change(company, id, change);
  }

  @Patch(':id')
  @RequiresEverywhere('roles.manage')
  @Returns(roleSchema, { errors: ['duplicate', 'built-in', 'last-administrator'] })
  patch(
    @Company() company: CompanyContext,
    @TakesId() id: string,
    @TakesMergePatch(saveRoleSchema) change: Change<SaveRole>,
  ) {
    return this.roles.change(company, id, change);
  }

  @Delete(':id')
  @RequiresEverywhere('roles.manage')
  @ReturnsNothing({ errors: ['in-use', 'built-in'] })
  archive(@Company() company: CompanyContext, @TakesId() id: string, @IfMatch() precondition: Precondition) {
    return this.roles.archive(company, id, precondition);
  }

  @Put(':id/restore')
  @RequiresEverywhere('roles.manage')
  @Returns(roleSchema, { errors: ['built-in'] })
  restore(@Company() company: CompanyContext, @TakesId() id: string, @IfMatch() precondition: Precondition) {
    return this.roles.restore(company, id, precondition);
  }
}
