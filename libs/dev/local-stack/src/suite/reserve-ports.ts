import { claimPort, reservePort } from '../processes/ports.js';
import { type AppName, appNames, apps } from './apps.js';
import type { Closers } from './closers.js';
import type { SuiteOptions } from './start-suite.js';

/** The ports of every service: as many as it has processes. A given port is nobody else's. */
export async function reservePorts(
  options: SuiteOptions,
  closers: Closers,
): Promise<Record<AppName, [number, ...number[]]>> {
  const reserve = async (preferred?: number): Promise<number> => {
    const reserved = await reservePort(preferred);
    closers.add(reserved.release);
    return reserved.port;
  };
  for (const given of Object.values(options.ports ?? {})) {
    const claim = await claimPort(given);
    if (claim) closers.add(claim.release);
  }
  const entries: [AppName, number[]][] = [];
  for (const name of appNames) {
    const preferred = options.dataDir === undefined ? undefined : apps[name].preferredPort;
    const own = [options.ports?.[name] ?? (await reserve(preferred))];
    while (own.length < (options.replicas?.[name] ?? 1)) own.push(await reserve());
    entries.push([name, own]);
  }
  return Object.fromEntries(entries) as Record<AppName, [number, ...number[]]>;
}
