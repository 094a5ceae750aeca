import { Controller, Get } from '@nestjs/common';
import { z } from 'zod';
import { Public } from '../access/access-metadata.js';
import { ProblemError } from '../problems/problem-error.js';
import { Returns } from '../schema/returns.js';
import { version } from '../service/version.js';
import { Readiness } from './readiness.js';

const healthSchema = z.object({ status: z.literal('ok'), version: z.string() }).meta({ id: 'Health' });
const ok = { status: 'ok', version } as const;

/** Probes of the orchestrator. Liveness looks at the event loop alone. */
@Controller('health')
export class HealthController {
  constructor(private readonly readiness: Readiness) {}

  @Get('live')
  @Public()
  @Returns(healthSchema, { errors: [] })
  live() {
    return ok;
  }

  @Get('ready')
  @Public()
  @Returns(healthSchema, { errors: ['unavailable'] })
  async ready() {
    const failing = await this.readiness.failing();
    if (failing.length > 0)
      throw new ProblemError('unavailable', { detail: `Not ready: ${failing.join(', ')}.` });
    return ok;
  }
}
