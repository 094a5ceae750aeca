// CPU of a target with all its processes, and beside it that of PostgreSQL and Redis, which both may use.
import { Redis } from 'ioredis';
import pg from 'pg';
import { parentOf, treeCpuSeconds } from '../common/children.mjs';

/** Measures what `work` costs: its result, CPU seconds of the process tree, and of the servers together. */
export async function usageOf(suite) {
  const servers = [await postmasterOf(suite.databaseUrl), await redisOf(suite.redisUrl)];
  const ofServers = () => servers.reduce((sum, pid) => sum + ((pid && treeCpuSeconds(pid)) ?? Number.NaN), 0);
  const ofAll = (pids) => [pids].flat().reduce((sum, pid) => sum + treeCpuSeconds(pid), 0);
  return async (pids, work) => {
    const [before, beforeServers] = [ofAll(pids), ofServers()];
    const result = await work();
    return { ...result, cpu: ofAll(pids) - before, servers: ofServers() - beforeServers };
  };
}

/** The parent of any process that answers; undefined for a server of another machine or container. */
async function postmasterOf(connectionString) {
  const client = new pg.Client({ connectionString });
  await client.connect();
  const { rows } = await client.query('SELECT pg_backend_pid() AS pid');
  const parent = parentOf(rows[0].pid);
  await client.end();
  return parent;
}

async function redisOf(url) {
  const redis = new Redis(url);
  const [, pid] = /^process_id:(\d+)/m.exec(await redis.info('server'));
  redis.disconnect();
  return parentOf(pid) && Number(pid);
}
