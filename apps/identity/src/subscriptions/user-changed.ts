import { Controller } from '@nestjs/common';
import { Payload } from '@nestjs/microservices';
import { OnMessage } from '@safety/bus';
import { type UserState, userChanged } from '@safety/contracts';
import { UserStates } from './user-states.js';

/** A user has changed at accounts. */
@Controller()
export class UserChangedSubscription {
  constructor(private readonly states: UserStates) {}

  @OnMessage(userChanged)
  apply(@Payload() user: UserState): Promise<void> {
    return this.states.apply(user);
  }
}
