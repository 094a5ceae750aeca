import { Module } from '@nestjs/common';
import { Counters } from './counters.js';
import { PostgresCounters } from './postgres-counters.js';
import { RedisCounters } from './redis-counters.js';
import { Throttle } from './throttle.js';

@Module({ providers: [Counters, PostgresCounters, RedisCounters, Throttle], exports: [Throttle] })
export class ThrottlingModule {}
