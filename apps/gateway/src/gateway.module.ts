import { Module } from '@nestjs/common';
import { AccessModule } from './access/access.module.js';
import { GatewayMetrics } from './metrics/gateway-metrics.js';
import { ProxyModule } from './proxy/proxy.module.js';
import { SubscriptionsModule } from './subscriptions/subscriptions.module.js';

@Module({
  imports: [AccessModule, SubscriptionsModule, ProxyModule],
  providers: [GatewayMetrics],
})
export class GatewayModule {}
