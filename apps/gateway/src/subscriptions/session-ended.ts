import { Controller } from '@nestjs/common';
import { OnBroadcast } from '@safety/bus';
import { sessionEnded } from '@safety/contracts';
import type { z } from 'zod';
import { Revocations } from '../access/revocations.js';

/** The tokens of a session that has ended are refused from now on. */
@Controller()
export class SessionEndedSubscription {
  constructor(private readonly revocations: Revocations) {}

  @OnBroadcast(sessionEnded)
  refuse({ sid, issuedBefore, until }: z.infer<typeof sessionEnded.payload>): void {
    this.revocations.add({ sid, issuedBefore, until });
  }
}
