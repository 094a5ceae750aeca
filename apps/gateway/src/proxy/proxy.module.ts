import { Module } from '@nestjs/common';
import { AccessModule } from '../access/access.module.js';
import { Cors } from '../cors/cors.js';
import { LimitsModule } from '../limits/limits.module.js';
import { ClientConnection } from '../tls/client-connection.js';
import { Admission } from './admission.js';
import { EventCoalescing } from './event-coalescing.js';
import { ReverseProxy } from './reverse-proxy.js';
import { Upstreams } from './upstreams.js';

@Module({
  imports: [AccessModule, LimitsModule],
  providers: [Admission, ClientConnection, Cors, EventCoalescing, Upstreams, ReverseProxy],
  exports: [Upstreams],
})
export class ProxyModule {}
