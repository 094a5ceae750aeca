import { Controller, Get } from '@nestjs/common';
import { CurrentCaller, InternalApi } from '@safety/auth-guard';
import { membershipsSchema } from '@safety/contracts';
import { type Caller, Returns } from '@safety/platform';
import { MembershipsService } from './memberships.service.js';

/** For the other services, on the token of the user they work for; the gateway does not route it. */
@Controller('internal/memberships')
@InternalApi()
export class MembershipsController {
  constructor(private readonly memberships: MembershipsService) {}

  @Get('me')
  @Returns(membershipsSchema)
  my(@CurrentCaller() caller: Caller) {
    return this.memberships.of(caller);
  }
}
