import { Module } from '@nestjs/common';
import { PostgresStore } from './postgres.store.js';
import { RedisStore } from './redis.store.js';
import { ReplayGuard } from './replay-guard.js';
import { ShortLived } from './short-lived.js';
import { ValueSeal } from './value-seal.js';

@Module({
  providers: [PostgresStore, RedisStore, ReplayGuard, ShortLived, ValueSeal],
  exports: [ReplayGuard, ShortLived],
})
export class ShortLivedModule {}
