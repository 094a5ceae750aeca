import { Controller } from '@nestjs/common';
import { OnBroadcast } from '@safety/bus';
import { membershipsChanged } from '@safety/contracts';
import type { z } from 'zod';
import { Memberships } from './memberships.js';

/**
 * Drops the cached memberships of a user as soon as accounts changes them. Each service that asks accounts
 * lists it among its subscriptions.
 */
@Controller()
export class MembershipsChangedSubscription {
  constructor(private readonly memberships: Memberships) {}

  @OnBroadcast(membershipsChanged)
  forget({ userIds }: z.infer<typeof membershipsChanged.payload>): void {
    this.memberships.forget(userIds);
  }
}
