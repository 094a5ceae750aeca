import { Controller, Get } from '@nestjs/common';
import { revocationSnapshotSchema } from '@safety/contracts';
import { Public, Returns } from '@safety/platform';
import { Revocations } from './revocations.js';

/** For replicas of the gateway, when they start and after a gap. The gateway does not route it. */
@Controller('internal/revocations')
export class RevocationsController {
  constructor(private readonly revocations: Revocations) {}

  @Get()
  @Public()
  @Returns(revocationSnapshotSchema, { etag: 'content' })
  async list() {
    return { revocations: await this.revocations.living() };
  }
}
