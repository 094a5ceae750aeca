// The specs of services through PgBouncer in transaction mode: each transaction on any of a few sessions.
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { newTestRun, reservePort, startPostgres, testRunOf } from '@safety/local-stack';

const PROGRAM = process.env.PGBOUNCER ?? 'pgbouncer';
const SPECS = (process.env.SPECS ?? 'apps/training/dist').split(',');
/** Named statements of clients pass since 1.21. */
const OLDEST = 1.21;
/** Nobody, where this runs as root: PgBouncer refuses to. */
const account = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};
/** PgBouncer has to know the roles of the tests before they begin. */
const run = newTestRun();
const root = new URL('../../', import.meta.url).pathname;

const version = versionOf(PROGRAM);
if (version === undefined) console.log(`skipped: there is no ${PROGRAM}; PGBOUNCER names one.`);
else if (version < OLDEST) console.log(`skipped: ${PROGRAM} is ${version}, older than ${OLDEST}.`);
else await runThrough(version);

function versionOf(program) {
  try {
    const [, found] = /^PgBouncer (\d+\.\d+)/.exec(
      execFileSync(program, ['--version'], { encoding: 'utf8' }),
    );
    return Number(found);
  } catch {
    return undefined;
  }
}

async function runThrough(found) {
  const postgres = await startPostgres({ env: process.env });
  const folder = mkdtempSync(join(tmpdir(), 'pgbouncer-'));
  const pooler = await startPooler(folder, new URL(postgres.url));
  try {
    console.log(`PgBouncer ${found}: ${SPECS.join(', ')}`);
    process.exitCode = await runSpecs(postgres.url, pooler.address);
  } finally {
    await pooler.stop();
    rmSync(folder, { recursive: true });
    await postgres.stop();
  }
}

async function startPooler(folder, { hostname, port }) {
  const { port: listenPort, release } = await reservePort();
  const { prefix, password } = testRunOf(run);
  const users = join(folder, 'users.txt');
  const config = join(folder, 'pgbouncer.ini');
  writeFileSync(users, ['service', 'operator'].map((role) => `"${prefix}${role}" "${password}"\n`).join(''));
  // Fewer sessions than a service has connections, and another one for each transaction.
  writeFileSync(
    config,
    `[databases]
* = host=${hostname} port=${port || 5432}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${listenPort}
unix_socket_dir =
auth_type = scram-sha-256
auth_file = ${users}
pool_mode = transaction
default_pool_size = 4
server_round_robin = 1
max_client_conn = 1000
max_prepared_statements = 200
log_connections = 0
log_disconnections = 0
`,
  );
  if (account.uid) for (const path of [folder, users, config]) chownSync(path, account.uid, account.gid);
  const child = spawn(PROGRAM, ['-q', config], {
    ...account,
    cwd: '/',
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const ended = once(child, 'exit');
  while (!(await answers(listenPort))) {
    if (child.exitCode !== null) throw new Error('PgBouncer did not start');
    await pause(25);
  }
  return {
    address: `127.0.0.1:${listenPort}`,
    stop: async () => {
      child.kill('SIGINT');
      await ended;
      await release();
    },
  };
}

function answers(port) {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });
}

async function runSpecs(url, pooler) {
  const env = { ...process.env, DATABASE_URL: url, TEST_POOLER: pooler, TEST_DATABASE_RUN: run };
  const child = spawn(process.execPath, ['scripts/test.mjs', ...SPECS, ...process.argv.slice(3)], {
    cwd: root,
    env,
    stdio: 'inherit',
  });
  const [code] = await once(child, 'exit');
  return code ?? 1;
}
