import { Module } from '@nestjs/common';
import { LogoutCall } from './logout-call.js';
import { LogoutDeliveries } from './logout-deliveries.js';

@Module({ providers: [LogoutCall, LogoutDeliveries], exports: [LogoutDeliveries] })
export class LogoutModule {}
