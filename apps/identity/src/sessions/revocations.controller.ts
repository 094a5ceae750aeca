import { Controller, Get } from '@nestjs/common';
import { revocationSnapshotSchema } from '@safety/contracts';
import { Public, Returns } from '@safety/platform';
import { BusPosition } from './bus-position.js';
import { Revocations } from './revocations.js';

/** For replicas of the gateway, when they start and after a gap. The gateway does not route it. */
@Controller('internal/revocations')
export class RevocationsController {
  constructor(
    private readonly revocations: Revocations,
    private readonly busPosition: BusPosition,
  ) {}

  @Get()
  @Public()
  @Returns(revocationSnapshotSchema, { etag: 'content' })
  async list() {
    // First the position: what is published between the two reads is then read twice, never missed.
    const position = await this.busPosition.current();
    return { revocations: await this.revocations.living(), position };
  }
}
