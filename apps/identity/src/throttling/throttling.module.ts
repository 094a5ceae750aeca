import { Module } from '@nestjs/common';
import { Counters } from './counters.js';
import { Throttle } from './throttle.js';

@Module({ providers: [Counters, Throttle], exports: [Throttle] })
export class ThrottlingModule {}
