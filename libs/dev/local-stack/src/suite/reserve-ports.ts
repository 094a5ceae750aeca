import { reservePort } from '../processes/ports.js';
import { type AppName, appNames, apps } from './apps.js';
import type { Closers } from './closers.js';
import type { SuiteOptions } from './start-suite.js';

/** The ports of every service: as many as it has processes. */
export async function reservePorts(
  options: SuiteOptions,
  closers: Closers,
): Promise<Record<AppName, [number, ...number[]]>> {
  const reserve = async (preferred?: number): Promise<number> => {
    const reserved = await reservePort(preferred);
    closers.add(reserved.release);
    return reserved.port;
  };
  const entries: [AppName, number[]][] = [];
  for (const name of appNames) {
    const preferred = options.dataDir === undefined ? undefined : apps[name].preferredPort;
    const own = [options.ports?.[name] ?? (await reserve(preferred))];
    while (own.length < (options.replicas?.[name] ?? 1)) own.push(await reserve());
    entries.push([name, own]);
  }
  return Object.fromEntries(entries) as Record<AppName, [number, ...number[]]>;
}
