import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { InjectSettings } from '@safety/platform';
import { Pool } from 'undici';
import type { GatewaySettings, UpstreamSetting } from '../config.js';
import { routes } from '../route-table.js';

const CONNECT_WITHIN_MS = 2_000;

/** Connections to the services, kept alive between requests. */
@Injectable()
export class Upstreams implements OnApplicationShutdown {
  private readonly pools: ReadonlyMap<UpstreamSetting, Pool>;

  constructor(@InjectSettings() settings: GatewaySettings) {
    const names = new Set(routes.map(({ upstream }) => upstream));
    this.pools = new Map([...names].map((name) => [name, poolOf(settings[name], settings)]));
  }

  of(upstream: UpstreamSetting): Pool {
    const pool = this.pools.get(upstream);
    if (!pool) throw new Error(`${upstream} is in no route`);
    return pool;
  }

  async onApplicationShutdown(): Promise<void> {
    await Promise.all([...this.pools.values()].map((pool) => pool.close()));
  }
}

function poolOf(address: string, settings: GatewaySettings): Pool {
  return new Pool(address, {
    connections: settings.UPSTREAM_CONNECTIONS,
    connect: { timeout: CONNECT_WITHIN_MS },
    // Until the answer begins an exchange keeps its own time, since only that counts the wait for a connection too.
    headersTimeout: 0,
    bodyTimeout: settings.UPSTREAM_BUDGET_MS,
  });
}
