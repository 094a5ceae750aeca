// One request after another to a service, over one connection that stays open.
import { performance } from 'node:perf_hooks';
import { Pool } from 'undici';

const connections = new Map();

/** Asks for a path; how long the whole answer took, and its body. */
export async function ask(address, path, headers) {
  const pool = connections.get(address) ?? new Pool(address, { connections: 1 });
  connections.set(address, pool);
  const start = performance.now();
  const response = await pool.request({ path, method: 'GET', headers });
  const body = await response.body.json();
  const ms = performance.now() - start;
  return { ms, body };
}

export async function closeConnections() {
  await Promise.all([...connections.values()].map((pool) => pool.close()));
  connections.clear();
}
