import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { InjectLogger, InjectSettings, type Logger, Periodic } from '@safety/platform';
import type { GatewaySettings, UpstreamSetting } from '../config.js';
import { routes } from '../route-table.js';
import { Upstream, type UpstreamLoad } from './upstream.js';

/** Names of processes are looked up again after this time; a resolver may remember them for longer. */
const LOOK_UP_EVERY_MS = 2_000;

/** The services, and the connections to them that are kept alive between requests. */
@Injectable()
export class Upstreams extends Periodic implements OnApplicationShutdown {
  private readonly upstreams: ReadonlyMap<UpstreamSetting, Upstream>;

  constructor(@InjectSettings() settings: GatewaySettings, @InjectLogger() logger: Logger) {
    super(logger, { name: 'upstreams', everyMs: LOOK_UP_EVERY_MS });
    const options = {
      connections: settings.UPSTREAM_CONNECTIONS,
      waiting: settings.UPSTREAM_WAITING,
    };
    const names = new Set(routes.map(({ upstream }) => upstream));
    this.upstreams = new Map([...names].map((name) => [name, new Upstream(settings[name], options)]));
  }

  of(name: UpstreamSetting): Upstream {
    const upstream = this.upstreams.get(name);
    if (!upstream) throw new Error(`${name} is in no route`);
    return upstream;
  }

  /** How each service is doing, by its name. */
  loads(): [service: string, load: UpstreamLoad][] {
    return [...this.upstreams].map(([name, { load }]) => [nameOf(name), load]);
  }

  async onApplicationShutdown(): Promise<void> {
    await Promise.all([...this.upstreams.values()].map((upstream) => upstream.close()));
  }

  protected async work(): Promise<void> {
    await Promise.all([...this.upstreams.values()].map((upstream) => upstream.refresh()));
  }
}

/** `PERSONNEL_ORG_URL` is where personnel-org answers. */
const nameOf = (setting: UpstreamSetting): string =>
  setting.slice(0, -'_URL'.length).toLowerCase().replaceAll('_', '-');
