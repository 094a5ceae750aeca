import { Controller, Get, Patch, Put } from '@nestjs/common';
import { AccountsApi, CurrentCaller, ForUsers } from '@safety/auth-guard';
import { type SaveUserProfile, saveUserProfileSchema, userProfileSchema } from '@safety/contracts';
import { InOwnTransaction } from '@safety/persistence';
import {
  type Caller,
  type Change,
  Resource,
  Returns,
  Summary,
  TakesChange,
  TakesMergePatch,
} from '@safety/platform';
import { ProfileService } from './profile.service.js';

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
  constructor(private readonly profile: ProfileService) {}

  @Get()
  @Summary('Get my profile', 'The names, language and time zone of the user of the access token.')
  @Returns(userProfileSchema, { errors: ['not-found'] })
  get(@CurrentCaller() caller: Caller) {
    return this.profile.get(caller);
  }

  @Put()
  @InOwnTransaction()
  @Summary('Replace my profile', 'What is left out becomes empty. The e-mail address stays.')
  @Returns(userProfileSchema, { errors: ['not-found', 'company-context-forbidden'] })
  replace(
    @CurrentCaller() caller: Caller,
    @TakesChange(saveUserProfileSchema) change: Change<SaveUserProfile>,
  ) {
    return this.profile.change(caller, change);
  }

  @Patch()
  @InOwnTransaction()
  @Summary('Change my profile', 'A merge patch: what is left out stays.')
  @Returns(userProfileSchema, { errors: ['not-found', 'company-context-forbidden'] })
  patch(
    @CurrentCaller() caller: Caller,
    @TakesMergePatch(saveUserProfileSchema) change: Change<SaveUserProfile>,
  ) {
    return this.profile.change(caller, change);
  }
}
