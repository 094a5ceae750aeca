import { Module } from '@nestjs/common';
import { PostgresStore } from './postgres.store.js';
import { RedisStore } from './redis.store.js';
import { ReplayGuard } from './replay-guard.js';
import { ShortLived } from './short-lived.js';
import { ValueEncryption } from './value-encryption.js';

@Module({
  providers: [PostgresStore, RedisStore, ReplayGuard, ShortLived, ValueEncryption],
  exports: [ReplayGuard, ShortLived],
})
export class ShortLivedModule {}
