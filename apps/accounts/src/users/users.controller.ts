import { Controller, Post } from '@nestjs/common';
import { AdministrationApi, Company, RequiresEverywhere, resourceHandlers } from '@safety/auth-guard';
import {
  administeredChangesSchema,
  type CompanyContext,
  companyUserSchema,
  companyUserTransitionSchema,
  inviteCompanyUserSchema,
  listCompanyUsersSchema,
  resendInvitationSchema,
  saveCompanyUserSchema,
} from '@safety/contracts';
import { type Change, Resource, Returns, Summary, TakesChange, TakesId } from '@safety/platform';
import { UsersService } from './users.service.js';

const Handlers = resourceHandlers({
  row: companyUserSchema,
  query: listCompanyUsersSchema,
  body: inviteCompanyUserSchema,
  changed: saveCompanyUserSchema,
  step: companyUserTransitionSchema,
  reads: RequiresEverywhere('users.manage'),
  writes: RequiresEverywhere('users.manage'),
  etag: 'version and content',
  changes: administeredChangesSchema,
  errors: { transition: ['invalid-state', 'last-administrator'], archive: ['last-administrator'] },
  summaries: {
    add: Summary(
      'Invite a user',
      'Adds somebody to the company by e-mail. A new user is sent a link to choose a password; another is asked to sign in. The first request of the user in the company accepts.',
    ),
  },
  without: ['restore'],
});

@Controller('users')
@Resource({
  one: 'a user',
  many: 'users of the company',
  about: 'Users who belong to the company, for its administrators. A user may belong to other companies too.',
})
@AdministrationApi()
export class CompanyUsersController extends Handlers {
  constructor(private readonly users: UsersService) {
    super(users);
  }

  @Post(':id/invitation')
  @RequiresEverywhere('users.manage')
  @Summary(
    'Resend an invitation',
    'Sends it once more, at most every ten minutes. One that is accepted is not sent, nor is one to a user who was ' +
      'never invited or is disabled.',
  )
  @Returns(companyUserSchema, { errors: ['invalid-state'] })
  inviteAgain(
    @Company() company: CompanyContext,
    @TakesId() id: string,
    @TakesChange(resendInvitationSchema) change: Change<object>,
  ) {
    return this.users.inviteAgain(company, id, change);
  }
}
