import { createServer } from 'node:net';
import { describe, expect, it } from '@jest/globals';
import { SetupError } from '../setup-error.js';
import { isFree, requirePublicPort, reservePort } from './ports.js';

describe('ports', () => {
  it('reserves another port when the preferred one is reserved already', async () => {
    const first = await reservePort();
    const second = await reservePort(first.port);
    expect(second.port).not.toBe(first.port);
    await first.release();
    await second.release();
  });

  it('names an occupied public port and the setting that changes it', async () => {
    const { port, release } = await reservePort();
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
    expect(await isFree(port)).toBe(false);
    await expect(requirePublicPort(port)).rejects.toThrow(SetupError);
    await expect(requirePublicPort(port)).rejects.toThrow(
      new RegExp(`Port ${port} .*PORT=\\d+ npx --yes pnpm start`),
    );
    await new Promise((resolve) => server.close(resolve));
    await release();
  });

  it('names HOST where it is no address of this machine', async () => {
    const { port, release } = await reservePort();
    // Of documentation alone (RFC 5737).
    await expect(isFree(port, '192.0.2.1')).rejects.toThrow(
      `Cannot listen on 192.0.2.1:${port} (EADDRNOTAVAIL): unset HOST, or set it to an address of this machine.`,
    );
    await release();
  });
});
