import { Module } from '@nestjs/common';
import { PostgresStore } from './postgres.store.js';
import { RedisStore } from './redis.store.js';
import { ShortLived } from './short-lived.js';

@Module({ providers: [PostgresStore, RedisStore, ShortLived], exports: [ShortLived] })
export class ShortLivedModule {}
