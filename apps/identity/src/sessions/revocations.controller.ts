import { Controller, Get } from '@nestjs/common';
import { revocationPageSchema } from '@safety/contracts';
import { Public, Returns, TakesQuery } from '@safety/platform';
import { z } from 'zod';
import { POSITION, RevocationPages } from './revocation-pages.js';

const querySchema = z.strictObject({ after: z.string().regex(POSITION).optional() });

/** For replicas of the gateway, which does not route it. */
@Controller('internal/revocations/pages')
export class RevocationsController {
  constructor(private readonly pages: RevocationPages) {}

  @Get()
  @Public()
  @Returns(revocationPageSchema)
  page(@TakesQuery(querySchema) { after }: z.infer<typeof querySchema>) {
    return this.pages.after(after);
  }
}
