import { Module } from '@nestjs/common';
import { BucketSweeping } from './bucket-sweeping.js';
import { ClientAddress } from './client-address.js';
import { RateLimits } from './rate-limits.js';
import { SharedBuckets } from './shared-buckets.js';

@Module({
  providers: [ClientAddress, RateLimits, SharedBuckets, BucketSweeping],
  exports: [ClientAddress, RateLimits],
})
export class LimitsModule {}
