import { Controller, Delete, Get, Patch, Post, Put } from '@nestjs/common';
import { AdministrationApi, Company, RequiresEverywhere } from '@safety/auth-guard';
import {
  type CompanyContext,
  type CompanyUserTransition,
  companyUserSchema,
  companyUserTransitionSchema,
  type InviteCompanyUser,
  inviteCompanyUserSchema,
  type ListChanges,
  type ListCompanyUsers,
  listChangesSchema,
  listCompanyUsersSchema,
  pageOf,
  recordedChangesSchema,
  resendInvitationSchema,
  type SaveCompanyUser,
  saveCompanyUserSchema,
} from '@safety/contracts';
import {
  type Change,
  IfMatch,
  type Precondition,
  Resource,
  Returns,
  ReturnsNothing,
  Summary,
  TakesBody,
  TakesChange,
  TakesId,
  TakesMergePatch,
  TakesQuery,
} from '@safety/platform';
import { CompanyUserRows } from './company-users.rows.js';
import { UsersService } from './users.service.js';

@Controller('users')
@Resource({
  one: 'a user of the company',
  many: 'users of the company',
  about: 'Users who belong to the company, for its administrators. A user may belong to other companies too.',
})
@AdministrationApi()
export class CompanyUsersController {
  constructor(
    private readonly rows: CompanyUserRows,
    private readonly users: UsersService,
  ) {}

  @Get()
  @RequiresEverywhere('users.manage')
  @Returns(pageOf(companyUserSchema))
  list(@Company() company: CompanyContext, @TakesQuery(listCompanyUsersSchema) query: ListCompanyUsers) {
    return this.users.page(company, query);
  }

  @Post()
  @RequiresEverywhere('users.manage')
  @Summary(
    'Invite a user',
    'Adds somebody to the company by e-mail. A new user is sent a link to choose a password; another is asked to sign in. The first request of the user in the company accepts.',
  )
  @Returns(companyUserSchema, { status: 201, errors: ['duplicate'] })
  add(@Company() company: CompanyContext, @TakesBody(inviteCompanyUserSchema) user: InviteCompanyUser) {
    return this.users.invite(company, user);
  }

  @Get(':id')
  @RequiresEverywhere('users.manage')
  @Returns(companyUserSchema)
  get(@Company() company: CompanyContext, @TakesId() id: string) {
    return this.users.get(company, id);
  }

  @Get(':id/audit')
  @RequiresEverywhere('users.manage')
  @Returns(recordedChangesSchema)
  audit(
    @Company() company: CompanyContext,
    @TakesId() id: string,
    @TakesQuery(listChangesSchema) query: ListChanges,
  ) {
    return this.rows.history(company, id, query);
  }

  @Put(':id')
  @RequiresEverywhere('users.manage')
  @Returns(companyUserSchema, { errors: ['duplicate'] })
  replace(
    @Company() company: CompanyContext,
    @TakesId() id: string,
    @TakesChange(saveCompanyUserSchema) change: Change<SaveCompanyUser>,
  ) {
    return this.users.change(company, id, change);
  }

  @Patch(':id')
  @RequiresEverywhere('users.manage')
  @Returns(companyUserSchema, { errors: ['duplicate'] })
  patch(
    @Company() company: CompanyContext,
    @TakesId() id: string,
    @TakesMergePatch(saveCompanyUserSchema) change: Change<SaveCompanyUser>,
  ) {
    return this.users.change(company, id, change);
  }

  @Post(':id/transitions')
  @RequiresEverywhere('users.manage')
  @Returns(companyUserSchema, { errors: ['invalid-state', 'last-administrator'] })
  transition(
    @Company() company: CompanyContext,
    @TakesId() id: string,
    @TakesChange(companyUserTransitionSchema) change: Change<CompanyUserTransition>,
  ) {
    return this.users.transition(company, id, change);
  }

  @Post(':id/invitation')
  @RequiresEverywhere('users.manage')
  @Summary('Invite a user again', 'Sends the invitation once more, at most every ten minutes.')
  @Returns(companyUserSchema)
  inviteAgain(
    @Company() company: CompanyContext,
    @TakesId() id: string,
    @TakesChange(resendInvitationSchema) change: Change<object>,
  ) {
    return this.users.inviteAgain(company, id, change);
  }

  @Delete(':id')
  @RequiresEverywhere('users.manage')
  @ReturnsNothing({ errors: ['last-administrator'] })
  archive(@Company() company: CompanyContext, @TakesId() id: string, @IfMatch() precondition: Precondition) {
    return this.users.remove(company, id, precondition);
  }
}
