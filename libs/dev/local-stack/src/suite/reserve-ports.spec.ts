import { expect, it } from '@jest/globals';
import { appNames, apps } from './apps.js';
import { Closers } from './closers.js';
import { reservePorts } from './reserve-ports.js';

it.each(appNames.filter((name) => name !== 'gateway'))(
  'gives no other service the port of the gateway, which %s prefers',
  async (name) => {
    const gateway = apps[name].preferredPort;
    const closers = new Closers();
    const ports = await reservePorts({ dataDir: 'kept', ports: { gateway } }, closers);
    await closers.close();
    const all = Object.values(ports).flat();
    expect(ports.gateway).toEqual([gateway]);
    expect(new Set(all).size).toBe(all.length);
  },
);
