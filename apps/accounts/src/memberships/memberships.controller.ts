import { Controller, Get } from '@nestjs/common';
import { CurrentCaller, InternalApi } from '@safety/auth-guard';
import { idSchema, membershipsSchema } from '@safety/contracts';
import { type Caller, Returns, TakesQuery } from '@safety/platform';
import { z } from 'zod';
import { MembershipsService } from './memberships.service.js';

const querySchema = z.object({
  companyId: idSchema.optional().describe('The company of the first request in it, which accepts.'),
});

/** For the other services, on the token of the user they work for; the gateway does not route it. */
@Controller('internal/memberships')
@InternalApi()
export class MembershipsController {
  constructor(private readonly memberships: MembershipsService) {}

  @Get('me')
  @Returns(membershipsSchema)
  async my(
    @CurrentCaller() caller: Caller,
    @TakesQuery(querySchema) { companyId }: z.infer<typeof querySchema>,
  ) {
    if (companyId !== undefined) await this.memberships.accept(caller, companyId);
    return this.memberships.of(caller);
  }
}
