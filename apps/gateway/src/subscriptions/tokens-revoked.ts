import { Controller } from '@nestjs/common';
import { OnBroadcast } from '@safety/bus';
import { type Revocation, tokensRevoked } from '@safety/contracts';
import { Revocations } from '../access/revocations.js';

/** The tokens of a grant, a user or a client, or a single one, are refused from now on. */
@Controller()
export class TokensRevokedSubscription {
  constructor(private readonly revocations: Revocations) {}

  @OnBroadcast(tokensRevoked)
  refuse(revocation: Revocation): void {
    this.revocations.add(revocation);
  }
}
