import type { IncomingMessage } from 'node:http';
import { Controller, Get, Req } from '@nestjs/common';
import { demandQuestion, type PublishingSettings } from '@safety/bus';
import { missedChangesSchema } from '@safety/contracts';
import { InjectSettings, Public, Returns, TakesQuery } from '@safety/platform';
import { z } from 'zod';
import { MissedChangesService } from './missed-changes.service.js';

const querySchema = z.strictObject({ after: z.coerce.number().int().min(0) });

/** For identity alone, which proves itself by its key on the bus. The gateway does not route it. */
@Controller('internal/changes')
export class MissedChangesController {
  constructor(
    private readonly changes: MissedChangesService,
    @InjectSettings() private readonly settings: PublishingSettings,
  ) {}

  @Get()
  @Public()
  @Returns(missedChangesSchema, { errors: ['token-missing'] })
  list(
    @TakesQuery(querySchema) { after }: z.output<typeof querySchema>,
    @Req() { url: path = '', headers }: IncomingMessage,
  ) {
    demandQuestion(this.settings.BUS_PUBLIC_KEYS, { from: 'identity', to: 'accounts', path }, headers);
    return this.changes.after(after);
  }
}
