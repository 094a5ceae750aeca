import { Controller, Get, Patch, Post, Put } from '@nestjs/common';
import { AccountsApi, CurrentCaller, ForUsers } from '@safety/auth-guard';
import {
  type ChangeEmail,
  changeEmailSchema,
  emailChangeSchema,
  type SaveUserProfile,
  saveUserProfileSchema,
  userProfileSchema,
} from '@safety/contracts';
import { InOwnTransaction } from '@safety/persistence';
import {
  type Caller,
  type Change,
  Resource,
  Returns,
  Summary,
  TakesBody,
  TakesChange,
  TakesMergePatch,
} from '@safety/platform';
import { EmailChanges } from './email-changes.js';
import { ProfileService } from './profile.service.js';

const IN_AUDIT_TRAILS =
  "The audit trail of each company of the user has the change of a name. Language and time zone are the user's alone and in none.";

@Controller('users/me')
@Resource({
  one: 'the profile',
  many: 'the profile',
  group: 'Profile',
  about: 'The profile of the user of the access token, for all companies.',
})
@AccountsApi()
@ForUsers()
export class ProfileController {
  constructor(
    private readonly profile: ProfileService,
    private readonly emailChanges: EmailChanges,
  ) {}

  @Get()
  @Summary('Get my profile', 'The names, language and time zone of the user of the access token.')
  @Returns(userProfileSchema, { errors: ['not-found'] })
  get(@CurrentCaller() caller: Caller) {
    return this.profile.get(caller);
  }

  @Put()
  @InOwnTransaction()
  @Summary(
    'Replace my profile',
    `What is left out becomes empty. The e-mail address stays. ${IN_AUDIT_TRAILS}`,
  )
  @Returns(userProfileSchema, { errors: ['not-found', 'company-context-forbidden'] })
  replace(
    @CurrentCaller() caller: Caller,
    @TakesChange(saveUserProfileSchema) change: Change<SaveUserProfile>,
  ) {
    return this.profile.change(caller, change);
  }

  @Patch()
  @InOwnTransaction()
  @Summary('Change my profile', `A merge patch: what is left out stays. ${IN_AUDIT_TRAILS}`)
  @Returns(userProfileSchema, { errors: ['not-found', 'company-context-forbidden'] })
  patch(
    @CurrentCaller() caller: Caller,
    @TakesMergePatch(saveUserProfileSchema) change: Change<SaveUserProfile>,
  ) {
    return this.profile.change(caller, change);
  }

  @Post('emailchange')
  @InOwnTransaction()
  @Summary(
    'Change my e-mail address',
    'A link is sent to the new address, which counts once it is confirmed there with the password.',
  )
  @Returns(emailChangeSchema, { status: 202, errors: ['not-found', 'company-context-forbidden'] })
  changeEmail(@CurrentCaller() caller: Caller, @TakesBody(changeEmailSchema) body: ChangeEmail) {
    return this.emailChanges.request(caller, body);
  }
}
