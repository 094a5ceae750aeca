import { Module } from '@nestjs/common';
import { ClientAddress } from './client-address.js';
import { RateLimits } from './rate-limits.js';
import { SharedBuckets } from './shared-buckets.js';

@Module({ providers: [ClientAddress, RateLimits, SharedBuckets], exports: [ClientAddress, RateLimits] })
export class LimitsModule {}
