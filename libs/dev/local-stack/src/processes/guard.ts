// The parent of one server process (PostgreSQL or Redis). It stops the server, and removes its throw-away
// folder, as soon as the channel to the process that started it closes: servers know no such channel, and
// would otherwise survive a kill -9.
import { type ChildProcess, spawn } from 'node:child_process';
import { rmSync } from 'node:fs';
import type { ServerCommand } from './guarded-server.js';

const restartPauseMs = [200, 500, 1000, 2000];

const server = JSON.parse(process.argv[2] ?? '{}') as ServerCommand;
let ready = false;
let stopping = false;
let restarts = 0;
let child = start();

function start(): ChildProcess {
  const { command, args, account } = server;
  const started = spawn(command, args, { cwd: '/', stdio: ['ignore', 'inherit', 'inherit'], ...account });
  started.once('error', (error) => {
    process.stderr.write(`${command}: ${error.message}\n`);
    process.exit(1);
  });
  started.once('exit', (code, signal) => {
    if (stopping) return leave();
    if (!ready) process.exit(1);
    process.stderr.write(`${command} ended (${signal ?? code}); starting it again\n`);
    const pause = restartPauseMs[Math.min(restarts, restartPauseMs.length - 1)] ?? 0;
    restarts += 1;
    setTimeout(() => {
      if (stopping) leave();
      child = start();
    }, pause);
  });
  return started;
}

function stop(): void {
  if (stopping) return;
  stopping = true;
  child.kill(server.stopSignal);
  setTimeout(() => child.kill('SIGKILL'), 10_000).unref();
}

function leave(): never {
  if (server.removeAfter !== undefined) rmSync(server.removeAfter, { recursive: true, force: true });
  process.exit(0);
}

process.once('disconnect', stop);
process.on('message', (message) => {
  if (message === 'ready') ready = true;
  else stop();
});
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, stop);
