import { Controller, Get, Put } from '@nestjs/common';
import { BusinessApi, Company, ForEveryMember, ForUsers, Requires } from '@safety/auth-guard';
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
import { type Change, Resource, Returns, Summary, TakesChange, TakesId, TakesQuery } from '@safety/platform';
import { DefaultOrgStructures } from '../org-structures/default-org-structures.js';
import { UsersService } from './users.service.js';

/** Permissions are those of the current user alone, as the specification demands. */
@Controller('users')
@Resource({
  one: 'a user',
  many: 'users',
  about: 'Users sign in and belong to the company; permissions are told of the current user alone.',
})
@BusinessApi()
export class UsersController {
  constructor(
    private readonly users: UsersService,
    private readonly defaults: DefaultOrgStructures,
  ) {}

  @Get()
  @ForEveryMember()
  @Returns(pageOf(userSchema))
  list(@Company() company: CompanyContext, @TakesQuery(listUsersSchema) query: ListUsers) {
    return this.users.page(company, query);
  }

  @Get('me')
  @ForEveryMember()
  @ForUsers()
  @Summary('Get the current user', 'The user of the access token, with the roles that count now.')
  @Returns(userSchema, { etag: 'version and content' })
  me(@Company() company: CompanyContext) {
    return this.users.me(company);
  }

  @Get('me/permissions')
  @ForEveryMember()
  @Summary(
    'Get the roles and permissions of the current user',
    'The roles of the user in the company and what they allow together, everywhere or at one org structure.',
  )
  @Returns(userPermissionsSchema)
  myPermissions(
    @Company() company: CompanyContext,
    @TakesQuery(userPermissionsQuerySchema) { orgStructureId }: UserPermissionsQuery,
  ) {
    return this.users.permissions(company, orgStructureId);
  }

  @Get('permissions')
  @ForEveryMember()
  @Summary('Get the permissions of the current user', 'The same as `/users/me/permissions`.')
  @Returns(userPermissionsSchema)
  permissions(
    @Company() company: CompanyContext,
    @TakesQuery(userPermissionsQuerySchema) { orgStructureId }: UserPermissionsQuery,
  ) {
    return this.users.permissions(company, orgStructureId);
  }

  @Get(':id')
  @ForEveryMember()
  @ForUsers()
  @Summary('Get the current user by id', 'Answers the user of the token; the id of anybody else is refused.')
  @Returns(userSchema, { etag: 'version and content', errors: ['permission-denied'] })
  get(@Company() company: CompanyContext, @TakesId() id: string) {
    return this.users.get(company, id);
  }

  @Put('me/defaultorgstructure')
  @ForUsers()
  @Requires('orgstructures.read')
  @Summary(
    'Set the default org structure',
    'The org structure that the current user begins with. Answers it, or null once there is none any more.',
  )
  @Returns(orgStructureSchema.nullable())
  setDefault(
    @Company() company: CompanyContext,
    @TakesChange(saveDefaultOrgStructureSchema) change: Change<SaveDefaultOrgStructure>,
  ) {
    return this.defaults.set(company, change);
  }
}
