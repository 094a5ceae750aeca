import { Controller, Get, Put } from '@nestjs/common';
import { BusinessApi, Company, ForEveryMember, Requires } from '@safety/auth-guard';
import {
  type CompanyContext,
  type ListUsers,
  listUsersSchema,
  orgStructureSchema,
  pageOf,
  type SaveDefaultOrgStructure,
  saveDefaultOrgStructureSchema,
  type UserPermissionsQuery,
  userPermissionsQuerySchema,
  userPermissionsSchema,
  userSchema,
} from '@safety/contracts';
import { Returns, TakesBody, TakesId, TakesQuery } from '@safety/platform';
import { DefaultOrgStructures } from '../org-structures/default-org-structures.js';
import { UsersService } from './users.service.js';

/** Permissions are those of the current user alone, as the specification demands. */
@Controller('users')
@BusinessApi()
export class UsersController {
  constructor(
    private readonly users: UsersService,
    private readonly defaults: DefaultOrgStructures,
  ) {}

  @Get()
  @ForEveryMember()
  @Returns(pageOf(userSchema), { errors: ['invalid-cursor', 'too-many-ids'] })
  list(@Company() company: CompanyContext, @TakesQuery(listUsersSchema) query: ListUsers) {
    return this.users.page(company, query);
  }

  @Get('me')
  @ForEveryMember()
  @Returns(userSchema)
  me(@Company() company: CompanyContext) {
    return this.users.me(company);
  }

  @Get('me/permissions')
  @ForEveryMember()
  @Returns(userPermissionsSchema)
  myPermissions(
    @Company() company: CompanyContext,
    @TakesQuery(userPermissionsQuerySchema) { orgStructureId }: UserPermissionsQuery,
  ) {
    return this.users.permissions(company, orgStructureId);
  }

  /** The same as `me/permissions`. */
  @Get('permissions')
  @ForEveryMember()
  @Returns(userPermissionsSchema)
  permissions(
    @Company() company: CompanyContext,
    @TakesQuery(userPermissionsQuerySchema) { orgStructureId }: UserPermissionsQuery,
  ) {
    return this.users.permissions(company, orgStructureId);
  }

  @Get(':id')
  @ForEveryMember()
  @Returns(userSchema)
  get(@Company() company: CompanyContext, @TakesId() id: string) {
    return this.users.get(company, id);
  }

  /** Answers the org structure; null once there is none any more. */
  @Put('me/defaultorgstructure')
  @Requires('orgstructures.read')
  @Returns(orgStructureSchema.nullable())
  setDefault(
    @Company() company: CompanyContext,
    @TakesBody(saveDefaultOrgStructureSchema) { orgStructureId }: SaveDefaultOrgStructure,
  ) {
    return this.defaults.set(company, orgStructureId);
  }
}
