import { Module } from '@nestjs/common';
import { AccessModule } from '../access/access.module.js';
import { ReverseProxy } from './reverse-proxy.js';
import { Upstreams } from './upstreams.js';

@Module({ imports: [AccessModule], providers: [Upstreams, ReverseProxy] })
export class ProxyModule {}
