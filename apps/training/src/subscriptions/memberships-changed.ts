import { Controller } from '@nestjs/common';
import { Memberships } from '@safety/auth-guard';
import { OnBroadcast } from '@safety/bus';
import { membershipsChanged } from '@safety/contracts';
import type { z } from 'zod';

/** Cached memberships of a user are dropped as soon as accounts changes them. */
@Controller()
export class MembershipsChangedSubscription {
  constructor(private readonly memberships: Memberships) {}

  @OnBroadcast(membershipsChanged)
  forget({ userIds }: z.infer<typeof membershipsChanged.payload>): void {
    this.memberships.forget(userIds);
  }
}
