import { Controller, Delete, Get, Patch, Post, Put } from '@nestjs/common';
import { AdministrationApi, Company, RequiresEverywhere } from '@safety/auth-guard';
import {
  type CompanyContext,
  companyRoleAssignmentSchema,
  type ListChanges,
  type ListRoleAssignments,
  listChangesSchema,
  listRoleAssignmentsSchema,
  pageOf,
  recordedChangesSchema,
  type SaveRoleAssignment,
  saveRoleAssignmentSchema,
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
import { RoleAssignmentRows } from './role-assignments.rows.js';
import { RoleAssignmentsService } from './role-assignments.service.js';

@Controller('roleassignments')
@Resource({
  one: 'a role assignment',
  many: 'role assignments',
  about: 'Role assignments say which role a user holds, and at which org structures it counts.',
})
@AdministrationApi()
export class RoleAssignmentsController {
  constructor(
    private readonly rows: RoleAssignmentRows,
    private readonly assignments: RoleAssignmentsService,
  ) {}

  @Get()
  @RequiresEverywhere('roles.manage')
  @Returns(pageOf(companyRoleAssignmentSchema))
  list(
    @Company() company: CompanyContext,
    @TakesQuery(listRoleAssignmentsSchema) query: ListRoleAssignments,
  ) {
    return this.assignments.page(company, query);
  }

  @Post()
  @RequiresEverywhere('roles.manage')
  @Returns(companyRoleAssignmentSchema, { status: 201, errors: ['duplicate'] })
  add(
    @Company() company: CompanyContext,
    @TakesBody(saveRoleAssignmentSchema) assignment: SaveRoleAssignment,
  ) {
    return this.assignments.add(company, assignment);
  }

  @Get(':id')
  @RequiresEverywhere('roles.manage')
  @Returns(companyRoleAssignmentSchema)
  get(@Company() company: CompanyContext, @TakesId() id: string) {
    return this.assignments.get(company, id);
  }

  /** The changes of the assignment and their authors, the newest first. */
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
  @Returns(companyRoleAssignmentSchema, { errors: ['duplicate', 'last-administrator'] })
  replace(
    @Company() company: CompanyContext,
    @TakesId() id: string,
    @TakesChange(saveRoleAssignmentSchema) change: Change<SaveRoleAssignment>,
  ) {
    return this.assignments.change(company, id, change);
  }

  @Patch(':id')
  @RequiresEverywhere('roles.manage')
  @Returns(companyRoleAssignmentSchema, { errors: ['duplicate', 'last-administrator'] })
  patch(
    @Company() company: CompanyContext,
    @TakesId() id: string,
    @TakesMergePatch(saveRoleAssignmentSchema) change: Change<SaveRoleAssignment>,
  ) {
    return this.assignments.change(company, id, change);
  }

  @Delete(':id')
  @RequiresEverywhere('roles.manage')
  @ReturnsNothing({ errors: ['last-administrator'] })
  archive(@Company() company: CompanyContext, @TakesId() id: string, @IfMatch() precondition: Precondition) {
    return this.assignments.archive(company, id, precondition);
  }
}
