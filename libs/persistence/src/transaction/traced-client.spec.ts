import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import pg from 'pg';
import { sendBatch } from './batch.js';
import { TracedClient } from './traced-client.js';

const message = (type: string, body: Buffer): Buffer => {
  const length = Buffer.alloc(4);
  length.writeInt32BE(body.length + 4);
  return Buffer.concat([Buffer.from(type), length, body]);
};
const authenticated = message('R', Buffer.alloc(4));
const ready = message('Z', Buffer.from('I'));
const ended = message('E', Buffer.from('SFATAL\0C57P01\0Mterminating connection\0\0'));

/** A PostgreSQL that ends each connection with the message that opens it. */
const server = createServer((socket) => {
  socket.once('data', () => socket.end(Buffer.concat([authenticated, ready, ended])));
  socket.on('error', () => undefined);
});
let pool: pg.Pool;

beforeAll(async () => {
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  const options = { Client: TracedClient as unknown as typeof pg.Client };
  pool = new pg.Pool({ ...options, host: '127.0.0.1', port, user: 'nobody', password: 'none' });
  pool.on('error', () => undefined);
});

afterAll(async () => {
  await pool.end();
  server.close();
});

it('a connection that ends with the message that opens it fails statements with its reason, not the process', async () => {
  const client = await pool.connect();
  await expect(client.query('SELECT 1')).rejects.toMatchObject({ code: '57P01' });
  await expect(sendBatch(client, [{ text: 'SELECT 1' }])).rejects.toMatchObject({ code: '57P01' });
  client.release(true);
});
