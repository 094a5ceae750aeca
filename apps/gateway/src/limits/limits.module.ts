import { Module } from '@nestjs/common';
import { ClientAddress } from './client-address.js';
import { RateLimits } from './rate-limits.js';
import { SharedCounts } from './shared-counts.js';

@Module({ providers: [ClientAddress, RateLimits, SharedCounts], exports: [ClientAddress, RateLimits] })
export class LimitsModule {}
