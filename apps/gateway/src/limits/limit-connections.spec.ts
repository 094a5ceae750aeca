import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { afterEach, describe, expect, it } from '@jest/globals';
import { eventually } from '@safety/testing';
import { type GatewayUnderTest, startGateway } from '../testing/gateway-under-test.js';

let gateway: GatewayUnderTest;
let sockets: Socket[] = [];

afterEach(async () => {
  for (const socket of sockets) socket.destroy();
  sockets = [];
  await gateway.close();
});

/** A connection that has asked once and is kept; whether it was answered. */
async function isAnswered(): Promise<boolean> {
  const { hostname, port } = new URL(gateway.url);
  const socket = connect(Number(port), hostname);
  sockets.push(socket);
  socket.on('error', () => undefined);
  socket.write('GET /health/live HTTP/1.1\r\nHost: a\r\n\r\n');
  return Promise.race([
    once(socket, 'data').then(([bytes]) => String(bytes).startsWith('HTTP/1.1 200')),
    new Promise<boolean>((resolve) => socket.once('close', () => resolve(false))),
  ]);
}

describe('CONNECTIONS_PER_ADDRESS', () => {
  it('closes what comes beyond it, until another one is closed', async () => {
    gateway = await startGateway({ CONNECTIONS_PER_ADDRESS: '2' });
    expect([await isAnswered(), await isAnswered(), await isAnswered()]).toEqual([true, true, false]);
    sockets[0]?.destroy();
    await eventually(async () => expect(await isAnswered()).toBe(true));
    expect(await isAnswered()).toBe(false);
  });

  it('is off by default', async () => {
    gateway = await startGateway();
    const answered = await Promise.all(Array.from({ length: 50 }, isAnswered));
    expect(new Set(answered)).toEqual(new Set([true]));
  });
});
