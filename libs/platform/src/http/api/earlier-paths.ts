import type { OlderApiVersion } from '@safety/contracts';
import { apiVersions, isUpTo, newestApiVersion } from '@safety/contracts';
import type { FastifyInstance, RouteOptions } from 'fastify';
import { pathOf } from '../path-of.js';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Set by `@Versioned`: where the operation was in older versions. */
    earlierPaths?: readonly { version: OlderApiVersion; path: string }[];
  }
}

/** A path that led somewhere else up to a version. */
interface EarlierPath {
  version: OlderApiVersion;
  method: string;
  pattern: RegExp;
  /** The path now, in the words of Fastify. */
  now: string;
}

/** Leads requests in older versions to the operation that their path meant then. */
export class EarlierPaths {
  private readonly paths: EarlierPath[] = [];

  /** Takes down the earlier paths of all routes that are added from now on. */
  record(fastify: FastifyInstance): void {
    fastify.addHook('onRoute', ({ method, url, config }: RouteOptions) => {
      for (const { version, path } of config?.earlierPaths ?? [])
        for (const one of [method].flat())
          this.paths.push({ version, method: one, pattern: patternOf(path), now: url });
    });
  }

  /** The address to route a request by: its own, or where the operation is now. */
  addressOf(method: string, address: string, header: unknown): string {
    if (header === undefined || header === newestApiVersion) return address;
    const version = apiVersions.find((known) => known === header);
    if (!version) return address;
    const path = pathOf(address);
    for (const earlier of this.paths) {
      if (earlier.method !== method || !isUpTo(version, earlier.version)) continue;
      const found = earlier.pattern.exec(path);
      if (found)
        return `${earlier.now.replace(/:(\w+)/g, (_, name) => found.groups?.[name] ?? '')}${address.slice(path.length)}`;
    }
    return address;
  }
}

/** A parameter stands for an id: a literal segment, such as that of a newer operation, is none. */
function patternOf(path: string): RegExp {
  const source = path.replace(/\{(\w+)\}/g, '(?<$1>[0-9a-f]{8}-[0-9a-f-]{27})');
  return new RegExp(`^${source}/?$`, 'i');
}
