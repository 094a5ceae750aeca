import { Injectable } from '@nestjs/common';
import { InjectLogger, type Logger, Periodic } from '@safety/platform';
import { FILL_MS } from './rate-policies.js';
import { SharedBuckets } from './shared-buckets.js';

/** Forgets the buckets that are full again: each would be the same when it was made anew. */
@Injectable()
export class BucketSweeping extends Periodic {
  constructor(
    private readonly shared: SharedBuckets,
    @InjectLogger() logger: Logger,
  ) {
    super(logger, { name: 'rate limits: sweeping', everyMs: FILL_MS });
  }

  protected async work(): Promise<void> {
    this.shared.buckets.sweep();
  }
}
